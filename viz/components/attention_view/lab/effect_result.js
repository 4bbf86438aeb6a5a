// The result of a measurement on a set: a table, and each difference with its interval on an axis.

import {make} from '../../shared/elements.js';
import {grouped, labelled, percentText, phrases} from '../../shared/locale.js';
import {changeText, minus, signedText} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';
import {DIGITS, MEASURES, intervalPlaces, verdict} from '../store/lab.js';
import {headsText} from '../store/head_groups.js';

/** @import {EffectReply, Paired, Part, Texts, View} from '../types.js' */

/**
 * @param {Texts} texts
 * @param {string} measure
 * @param {Paired} paired
 */
const intervalText = (texts, measure, {low, high}) =>
  low === null || high === null
    ? say(texts, 'effect.no_interval')
    : say(texts, 'effect.interval', {low: signedText(low, DIGITS[measure]), high: signedText(high, DIGITS[measure])});

/**
 * @param {Texts} texts
 * @param {EffectReply} reply
 */
const table = (texts, {effect}) => {
  const percent = percentText(effect.level);
  const head = ['measure', 'before', 'after', 'change'].map(name => say(texts, `effect.column.${name}`));
  return make(
    'table',
    {class: 'gf-effect-table', 'aria-label': say(texts, 'effect')},
    make(
      'thead',
      {},
      make(
        'tr',
        {},
        ...[...head, say(texts, 'effect.column.interval', {percent})].map(words => make('th', {scope: 'col'}, words)),
      ),
    ),
    make(
      'tbody',
      {},
      ...MEASURES.map(measure => {
        const paired = effect[measure];
        const digits = DIGITS[measure];
        return make(
          'tr',
          {'data-measure': measure},
          make('th', {scope: 'row'}, say(texts, `effect.measure.${measure}`)),
          ...[
            minus(paired.before, digits),
            minus(paired.after, digits),
            changeText(paired.before, paired.after, digits, paired.difference),
            intervalText(texts, measure, paired),
          ].map(words => make('td', {class: 'gf-number'}, words)),
        );
      }),
    ),
  );
};

/**
 * A difference and its interval on an axis with 0 in the middle.
 * @param {Texts} texts
 * @param {typeof MEASURES[number]} measure
 * @param {EffectReply['effect']} effect
 */
const axis = (texts, measure, effect) => {
  const paired = effect[measure];
  const digits = DIGITS[measure];
  const found = verdict(measure, effect);
  const {most, at, low, high} = intervalPlaces(paired);
  const bar = make('i', {class: 'gf-effect-span'});
  const dot = make('i', {class: 'gf-effect-dot'});
  const name = say(texts, `effect.measure.${measure}`);
  Object.assign(bar.style, {left: `${low}%`, width: `${high - low}%`});
  dot.style.left = `${at}%`;
  const numbers = phrases([signedText(paired.difference, digits), intervalText(texts, measure, paired)]);
  return make(
    'li',
    {'data-verdict': found},
    make('span', {class: 'gf-effect-name'}, name),
    make('span', {class: 'gf-effect-axis', role: 'img', 'aria-label': labelled(name, numbers)}, bar, dot),
    make(
      'span',
      {class: 'gf-effect-ends', 'aria-hidden': 'true'},
      ...[-most, 0, most].map(value => make('span', {}, value ? signedText(value, digits) : '0')),
    ),
    make('span', {class: 'gf-effect-verdict'}, say(texts, `effect.${found}`, {least: effect.verdict_from})),
  );
};

/**
 * What was measured, on what, and how.
 * @param {Texts} texts
 * @param {EffectReply} reply
 */
const about = (texts, {effect, provenance: of}) => {
  const heads = phrases(
    ['off', 'uniform']
      .filter(gate => of[gate].length)
      .map(gate => say(texts, `effect.heads.${gate}`, {count: of[gate].length, names: headsText(of[gate])})),
  );
  const search = say(texts, of.beam_size === 1 ? 'effect.search.greedy' : 'effect.by_beam', {
    beam: of.beam_size,
    alpha: of.alpha,
  });
  return [
    say(texts, 'effect.about', {
      heads,
      name: of.checkpoint,
      sentences: effect.sentences,
      tokens: effect.target_tokens,
      changed: effect.changed,
      search,
      seconds: effect.seconds.toFixed(1),
    }),
    say(texts, effect.own_targets ? 'effect.own_targets' : `effect.references.${of.sentences}`),
    say(texts, 'effect.method', {
      percent: percentText(effect.level),
      resamples: grouped(effect.resamples),
      seed: effect.seed,
    }),
  ];
};

/** @type {WeakMap<Part, {reply: EffectReply | null, look: number}>} */
const drawn = new WeakMap();

/**
 * @param {View} view
 * @param {Part} host
 */
export const drawEffectResult = ({texts, effect: {reply}, look}, host) => {
  const before = drawn.get(host);
  if (before && before.reply === reply && before.look === look) return;
  drawn.set(host, {reply, look});
  if (!reply) {
    host.replaceChildren();
    return;
  }
  host.replaceChildren(
    make('div', {class: 'gf-effect-scroll'}, table(texts, reply)),
    make('ul', {class: 'gf-effect-axes'}, ...MEASURES.map(measure => axis(texts, measure, reply.effect))),
    ...about(texts, reply).map(words => make('p', {class: 'gf-hint'}, words)),
    make('p', {class: 'gf-hint'}, `BLEU ${reply.effect.bleu_signature}`),
  );
};
