// The notice that a translation is likely wrong, the signs that say so, and sentences translated one by one.

import {make, targetOf} from '../../shared/elements.js';
import {languageName} from '../../shared/locale.js';
import {SPECIAL, inARow, say, sayCount} from '../../shared/text.js';
import {isPredicted} from '../numbers/payload.js';
import {repetition, wordGroups} from '../numbers/words.js';
import {ask} from '../server/ask.js';
import {showVisit, visitOf} from '../visits/visits.js';
import {foreignTo, sentencesOf} from './typed_text.js';

/** @import {Packed, Texts, View} from '../types.js' */

// Signs that a translation is likely wrong; without page or state.

const LEAST = 3;
const SHARE = 0.3; // single bytes or letters from which on they are announced: words are taken apart rarely
const SHORT = 0.34;
const SHORT_FROM = 9; // target tokens for each source token, and source tokens from which on this tells something
const LETTER = /^[\p{L}\p{N}]$/u;
const SIGN = /^[\p{P}\p{S}\s]*$/u;

/**
 * How many tokens are a byte of a character or a letter of a word; and of how many, special tokens left out.
 * @param {string[]} tokens
 */
export const fragments = tokens => {
  const bytes = tokens.map((token, i) => token.trim() === '' || (i > 0 && tokens[i - 1].trim() === ''));
  let count = 0;
  for (const group of wordGroups(tokens)) {
    // punctuation next to "I" does not make "I" a fragment
    const pieces = group.filter(i => bytes[i] || !SIGN.test(tokens[i]));
    for (const i of pieces)
      if (!SPECIAL.test(tokens[i]) && (bytes[i] || (pieces.length > 1 && LETTER.test(tokens[i].trim())))) count += 1;
  }
  return {count, total: tokens.filter(token => !SPECIAL.test(token)).length};
};

/**
 * The mean log-probability of the predicted tokens, in nats.
 * @param {number[]} probabilities
 */
export const meanLogProb = probabilities =>
  probabilities.reduce((sum, p) => sum + Math.log(Math.max(p, Number.MIN_VALUE)), 0) / probabilities.length;

/**
 * What is announced of a translation: keys of its words with their values, what was typed first.
 * @param {Packed} packed
 * @returns {[string, Record<string, any>][]}
 */
export const alarms = packed => {
  if (!isPredicted(packed)) return []; // of another program's tensors
  const {
    source,
    src_tokens: read,
    predicted_tokens: predicted,
    probabilities,
    truncated,
    languages: [language],
    doubt_below: limit,
  } = packed;
  const target = predicted.filter(token => !SPECIAL.test(token));
  const tokens = read.filter(token => !SPECIAL.test(token));
  const foreign = foreignTo(source, language);
  const sentences = sentencesOf(source, language).length;
  const found = fragments(read);
  const repeats = repetition(target);
  const mean = meanLogProb(probabilities);
  const isShort = tokens.length >= SHORT_FROM && target.length < SHORT * tokens.length;
  /** @type {[string, Record<string, any>, boolean][]} */
  const signs = [
    ['alarm.sentences', {count: sentences}, sentences > 1],
    [foreign === 'script' ? 'alarm.script' : 'alarm.language', {language, found: foreign}, foreign !== ''],
    ['alarm.fragments', found, found.count >= LEAST && found.count >= SHARE * found.total],
    ['alarm.repeats', {...repeats}, repeats !== null],
    ['alarm.truncated', {}, truncated],
    ['alarm.short', {source: tokens.length, target: target.length}, isShort && !truncated],
    ['alarm.unsure', {p: Math.exp(mean).toFixed(2)}, typeof limit === 'number' && mean < limit],
  ];
  return signs.flatMap(([key, values, holds]) => (holds ? [[key, values]] : []));
};

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
  const list = view.part('each');
  if (list.dataset.of === String(packed.id)) return;
  list.dataset.of = String(packed.id);
  list.replaceChildren();
  list.hidden = true;
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
