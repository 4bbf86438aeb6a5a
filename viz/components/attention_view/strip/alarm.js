// The notice that a translation is likely wrong, and the sentences of a text translated one by one.

import {make, targetOf} from '../../shared/elements.js';
import {languageName} from '../../shared/locale.js';
import {inARow, say, sayCount} from '../../shared/text.js';
import {ask} from '../server/ask.js';
import {showVisit} from '../visits/visit_list.js';
import {alarms} from './alarms.js';
import {sentencesOf} from '../numbers/sentences.js';
import {visitOf} from '../visits/visit.js';

/** @import {Texts, View} from '../types.js' */

const COUNTED = 'alarm.sentences';

/**
 * @param {Texts} texts
 * @param {[string, Record<string, any>]} alarm
 */
const wordsOf = (texts, [key, values]) =>
  key === COUNTED
    ? sayCount(texts, key, values.count)
    : say(texts, key, {...values, language: languageName(values.language), found: languageName(values.found)});

/** @param {View} view */
const drawAlarm = view => {
  const {packed, texts} = view;
  const signs = alarms(packed);
  const place = view.part('alarm');
  const isLong = signs.some(([key]) => key === COUNTED) && view.props.addressed && view.server?.translate_each;
  const each = make('button', {type: 'button', class: 'gf-plain', 'data-part': 'each-start'}, say(texts, 'each.start'));
  place.replaceChildren(
    make('span', {}, inARow(signs.map(sign => wordsOf(texts, sign)))),
    ...(isLong ? [' ', each] : []),
  );
  place.hidden = !signs.length;
  view.part('each').replaceChildren();
  view.part('each').hidden = true;
};

/**
 * Translate each sentence of the text shown, and list them.
 * @param {View} view
 */
const translateEach = async view => {
  const {packed, texts} = view;
  const place = view.part('each');
  place.hidden = false;
  place.replaceChildren(make('p', {class: 'gf-hint'}, say(texts, 'busy')));
  const reply = await ask(view, 'translate_each', {sentences: sentencesOf(packed.source, packed.languages[0])});
  if (view.packed !== packed) return;
  if (!reply || reply.problem) {
    place.replaceChildren(make('p', {class: 'gf-problem'}, reply?.problem ?? say(texts, 'offline')));
    return;
  }
  const [from, into] = packed.languages;
  /** @param {{source: string, translation: string}} pair @param {number} index */
  const row = ({source, translation}, index) =>
    make(
      'li',
      {},
      make(
        'button',
        {type: 'button', class: 'gf-hypothesis', 'data-sentence': index, lang: from || null, dir: 'auto'},
        source,
      ),
      make('span', {lang: into || null, dir: 'auto'}, translation),
    );
  place.replaceChildren(
    make('p', {class: 'gf-hint'}, say(texts, 'each.hint')),
    make('ol', {}, ...reply.sentences.map(row)),
  );
};

/** @param {View} view */
export const wireAlarm = view => {
  view.show(() => [], drawAlarm);
  view.part('alarm').addEventListener('click', event => {
    if (targetOf(event).closest('[data-part="each-start"]')) translateEach(view);
  });
  view.part('each').addEventListener('click', event => {
    const chosen = targetOf(event).closest('[data-sentence]');
    if (chosen) showVisit(view, {...visitOf(view.packed), text: chosen.textContent ?? '', rank: 0});
  });
};
