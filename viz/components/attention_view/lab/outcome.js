// Results of the head lab: the importance of each head, and the effect of a change on the translation.

import {focusedNear, keepHeight, make} from '../../shared/elements.js';
import {changeText, minus, roundingMark, signedText} from '../../shared/numbers.js';
import {inARow, INVISIBLE, plainToken, say, visible} from '../../shared/text.js';
import {jointCost} from '../store/head_groups.js';
import {heatOf} from '../store/lab.js';
import {
  LEAST_LOSS,
  NATS_DIGITS,
  costText,
  labOutcome,
  leadsElsewhere,
  longestBar,
  oldWordsCost,
  rankedHeads,
} from '../numbers/outcome.js';
import {haveSameTokens, wordChange} from '../numbers/align.js';
import {isLabShown} from '../store/selectors.js';
import {changeBar, changedWords} from '../widgets/word_change.js';

/** @import {HeadAt, Importance, Lab, Part, Texts, Variant, View} from '../types.js' */

const LAB_TOP = 10;

/**
 * @param {View} view
 * @param {Lab} lab
 * @param {Part} host
 */
export const drawRanked = (view, lab, host) => {
  const {texts} = view;
  const heat = /** @type {Importance} */ (heatOf(lab));
  const ranked = rankedHeads(heat);
  const changed = lab.heat !== lab.packed.id;
  const most = Math.max(1e-9, ...ranked.map(({loss}) => Math.abs(loss)));
  const harming = ranked.filter(({loss}) => loss < -LEAST_LOSS).length;
  /** @param {HeadAt & {loss: number}} at */
  const item = ({kind, layer, head, loss}) => {
    const bar = make('i', {class: 'gf-fill'});
    bar.style.width = `${(100 * Math.abs(loss)) / most}%`;
    return make(
      'li',
      {'data-hue': kind},
      make(
        'button',
        {type: 'button', class: 'gf-lab-pick', 'data-pick': `${kind}.${layer}.${head}`},
        make(
          'span',
          {},
          say(texts, 'head.name', {kind: say(texts, `kind.${kind}.short`), layer: layer + 1, head: head + 1}),
        ),
        make('span', {class: 'gf-track'}, bar),
        make('span', {class: 'gf-number'}, costText(texts, loss)),
      ),
    );
  };
  host.replaceChildren(
    make(
      'h3',
      {class: 'gf-heading'},
      make('span', {}, say(texts, changed ? 'lab.ranked.changed' : 'lab.ranked')),
      make(
        'span',
        {class: 'gf-hint'},
        say(texts, changed ? 'lab.ranked.base.changed' : 'lab.ranked.base', {base: minus(heat.base, NATS_DIGITS)}),
      ),
    ),
    make('ol', {class: 'gf-lab-list'}, ...ranked.slice(0, LAB_TOP).map(item)),
    make(
      'p',
      {class: 'gf-hint'},
      inARow([
        say(texts, 'lab.ranked.note'),
        harming ? say(texts, 'lab.ranked.harming', {count: harming, heads: ranked.length}) : '',
      ]),
    ),
  );
};

/**
 * What the heads cost together, next to the sum of what each costs alone; a button asks for those where they are
 * unknown.
 * @param {View} view
 * @param {Lab} lab
 */
const jointWords = (view, lab) => {
  const {texts} = view;
  const found = jointCost(lab, view.packed, view.variant);
  if (!found) return [];
  const {heads, joint, sum} = found;
  if (sum === null)
    return [
      make(
        'button',
        {type: 'button', class: 'gf-lab-switch', 'data-lab': 'singles', 'aria-disabled': String(lab.ranking)},
        say(texts, lab.ranking ? 'lab.ranking' : 'lab.joint.ask'),
      ),
    ];
  const values = {heads, joint: minus(joint, NATS_DIGITS), sum: minus(sum, NATS_DIGITS)};
  return [make('p', {class: 'gf-lab-joint', 'data-lab': 'joint', tabindex: -1}, say(texts, 'lab.joint', values))];
};

/**
 * What the change costs for the words of the first translation, or a button that asks for it.
 * @param {View} view
 * @param {Lab} lab
 */
const oldWords = ({texts, losses}, lab) => {
  const cost = oldWordsCost(lab, losses);
  if (cost !== null)
    return make('p', {class: 'gf-lab-joint', 'data-lab': 'old', tabindex: -1}, costText(texts, cost, '.old'));
  return make(
    'button',
    {type: 'button', class: 'gf-lab-switch', 'data-lab': 'old-ask', 'aria-disabled': String(lab.scoring)},
    say(texts, lab.scoring ? 'lab.waiting' : 'lab.old.ask'),
  );
};

/**
 * The same words, each token with the change of its log-probability.
 * @param {View} view
 * @param {number[]} losses
 */
const scoredWords = ({texts, variant: {packed}}, losses) => {
  const full = longestBar(losses);
  return packed.predicted_tokens.map((token, step) => {
    const change = losses[step];
    const other = leadsElsewhere(packed, step);
    return make(
      'span',
      {
        class: 'gf-lab-token',
        'data-elsewhere': other ? '' : null,
        title: say(texts, other ? 'lab.token.elsewhere' : 'lab.token', {
          by: signedText(change, NATS_DIGITS),
          other: plainToken(packed.top[step]?.[0]?.[0] ?? '').slice(0, 80),
        }),
      },
      make('span', {class: 'gf-letters'}, plainToken(token).slice(0, 200)),
      changeBar(change, full),
      make('small', {}, signedText(change, 2)),
    );
  });
};

/**
 * The words of the new translation, the new ones marked.
 * @param {ReturnType<typeof wordChange>} change
 */
const markedWords = ({after, added}) =>
  after.flatMap((word, index) => [
    index && /^\s/.test(word.text) ? ' ' : '',
    make(added.includes(word) ? 'mark' : 'span', {}, word.text.trim().slice(0, 400).replace(INVISIBLE, visible)),
  ]);

/**
 * The sentence below the totals. A difference is called a cost only where both totals are of the same words.
 * @param {View} view
 * @param {ReturnType<typeof labOutcome>} out
 * @param {ReturnType<typeof wordChange>} change
 */
const outcomeText = ({texts, packed, variant}, out, {before, after, lost, added}) => {
  if (!haveSameTokens(packed, variant.packed))
    return say(texts, 'lab.outcome.changed', {
      lost: lost.length,
      added: added.length,
      words: before.length,
      after: after.length,
      total: minus(out.after, NATS_DIGITS),
    });
  const elsewhere = isAskedAgain(variant) ? 'lab.outcome.elsewhere' : 'lab.outcome.tokens';
  return inARow([
    costText(texts, out.before - out.after, '.whole', roundingMark(out.before, out.after, NATS_DIGITS)),
    say(texts, elsewhere, {count: out.elsewhere, steps: out.steps}),
  ]);
};

/**
 * Whether the visitor asked for the same words: no translation follows.
 * @param {Variant} variant
 */
const isAskedAgain = ({change: {same}, first}) => Boolean(same) && !first;

/**
 * Return a function that gives the focus to what replaced a focused button.
 * @param {Part} host
 */
const keptFocus = host => {
  const name = focusedNear(host)?.closest('[data-lab="singles"], [data-lab="old-ask"]')?.dataset.lab;
  const next = name === 'singles' ? '[data-lab="joint"], [data-lab="singles"]' : '[data-lab^="old"]';
  return () => {
    if (name) host.querySelector(next)?.focus();
  };
};

/**
 * That the browser computed the second translation; nothing for one of the server.
 * @param {View} view
 */
const placeWords = ({
  texts,
  local,
  variant: {
    packed: {id, milliseconds},
  },
}) =>
  local?.made.has(id)
    ? [make('p', {class: 'gf-hint', 'data-lab': 'here'}, say(texts, 'lab.here', {time: Math.round(milliseconds ?? 0)}))]
    : [];

/**
 * What changed in words, the totals, then the words: for the same words each token's change, else the new translation.
 * @param {View} view
 * @param {Lab} lab
 * @param {Part} host
 */
export const drawOutcome = (view, lab, host) => {
  const {texts, variant} = view;
  const shown = isLabShown(view);
  const waiting = lab.running || lab.dirty;
  host.toggleAttribute('data-waiting', waiting);
  host.setAttribute('aria-busy', String(waiting));
  if (!shown) {
    keepHeight(host, 'none');
    host.replaceChildren(
      make('p', {class: 'gf-hint'}, say(texts, waiting && !lab.problem ? 'lab.waiting' : 'lab.untouched')),
    );
    return;
  }
  keepHeight(host, variant.first ? 'first' : 'whole');
  const {packed} = variant;
  const out = labOutcome(view.packed, packed);
  const change = wordChange(view);
  const isScope = haveSameTokens(view.packed, packed);
  /**
   * @param {string} key
   * @param {string} value
   */
  const number = (key, value) =>
    make('div', {'data-number': key}, make('dt', {}, say(texts, `lab.total.${key}`)), make('dd', {}, value));
  const before = minus(out.before, NATS_DIGITS);
  const after = minus(out.after, NATS_DIGITS);
  const by = changeText(out.before, out.after, NATS_DIGITS);
  const totals = isScope
    ? [number('before', before), number('after', after), number('by', by)]
    : [number('first', before), number('new', after)];
  const words = isScope ? scoredWords(view, out.losses) : markedWords(change);
  const refocus = keptFocus(host);
  host.replaceChildren(
    ...(isAskedAgain(variant) ? [] : [make('p', {class: 'gf-changed', dir: 'auto'}, ...changedWords(view))]),
    ...(isScope ? [] : [oldWords(view, lab)]),
    make('dl', {class: 'gf-lab-totals'}, ...totals),
    make('p', {class: 'gf-hint'}, outcomeText(view, out, change)),
    ...jointWords(view, lab),
    make('p', {class: isScope ? 'gf-lab-tokens' : 'gf-lab-words', dir: 'auto'}, ...(words.length ? words : ['∅'])),
    ...placeWords(view),
  );
  refocus();
};
