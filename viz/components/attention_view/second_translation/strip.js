// The second translation as a separate strip, with the change of each token's log-probability.

import {focusedNear, keepHeight, movedIndex, targetOf} from '../../shared/elements.js';
import {changeText, clamp, probabilityText, signedText} from '../../shared/numbers.js';
import {SPECIAL, inARow, plainToken, say, sayCount} from '../../shared/text.js';
import {haveSameTokens, nearestAligned} from '../numbers/align.js';
import {headsOfKind} from '../store/head_groups.js';
import {SAID_HEADS, headNames, sideName} from '../numbers/heads.js';
import {
  NATS_DIGITS,
  costText,
  logProbDifferences,
  logProbTotal,
  longestBar,
  oldWordsCost,
  whatDiffers,
} from '../numbers/outcome.js';
import {queryTokens} from '../numbers/payload.js';
import {repetition} from '../numbers/words.js';
import {isLabShown, markedStep, stepOn} from '../store/selectors.js';
import {dropVariant} from './request.js';
import {changeBar, changedWords} from '../widgets/word_change.js';
import {followGroup} from '../widgets/controls.js';
import {hideTip, showTip} from '../widgets/hints.js';
import {markTokens, tokenButton, wordsOf} from '../widgets/tokens.js';

/** @import {Part, View} from '../types.js' */

/**
 * Changes of the request: another text, checkpoint or search.
 * @param {View} view
 */
const searchWords = ({
  texts,
  variant: {
    packed,
    change: {text, checkpoint, beam_size, alpha},
  },
}) => {
  const sentences = [];
  if (text) sentences.push(say(texts, 'change.text', {text: String(packed.source).slice(0, 120)}));
  if (checkpoint) sentences.push(say(texts, 'change.checkpoint', {name: packed.checkpoint || String(checkpoint)}));
  if ((beam_size ?? alpha ?? null) !== null)
    sentences.push(say(texts, 'change.search', {beam: packed.decoding?.beam_size, alpha: packed.decoding?.alpha}));
  return sentences;
};

/**
 * Changes of the attention: heads and rows.
 * @param {View} view
 */
const attentionWords = ({
  texts,
  variant: {
    packed,
    change: {off = [], uniform = [], edits = []},
  },
}) => {
  /** @param {string} token */
  const short = token => plainToken(String(token)).slice(0, 40);
  return [
    ...(off.length ? [say(texts, 'change.off', {heads: headNames(texts, off)})] : []),
    ...(uniform.length ? [say(texts, 'change.uniform', {heads: headNames(texts, uniform)})] : []),
    ...edits
      .slice(0, SAID_HEADS)
      .map(({kind, layer, head, query}) =>
        say(texts, 'change.edit', {
          head: headNames(texts, [[kind, layer, head]]),
          token: short(queryTokens(packed, kind, 'predicted')[query] ?? query + 1),
        }),
      ),
  ];
};

/**
 * All changes as sentences.
 * @param {View} view
 */
export const changeWords = view => {
  const {
    texts,
    variant: {
      packed,
      first,
      change: {prefix = [], same, rank, target, systems},
    },
  } = view;
  const sentences = [...searchWords(view), ...attentionWords(view)];
  if (prefix.length)
    sentences.push(
      say(texts, 'change.prefix', {
        tokens: packed.predicted_tokens.slice(0, prefix.length).join('').trim().slice(0, 120),
      }),
    );
  if (target)
    sentences.push(say(texts, systems ? 'change.target.system' : 'change.target', {side: sideName(view, 'variant')}));
  if (same && !first) sentences.push(say(texts, 'change.same'));
  if (rank || (rank === 0 && !sentences.length)) sentences.push(say(texts, 'change.rank', {rank: rank + 1}));
  return sentences.length ? sentences : [say(texts, 'change.other')];
};

/**
 * What to see where the decoder wrote without any cross-attention.
 * @param {View} view
 */
const blindWords = ({
  texts,
  variant: {
    packed,
    first,
    change: {off = [], same},
  },
}) => {
  const cross = off.filter(([kind]) => kind === 'cross').length;
  return cross === headsOfKind(packed, 'cross').length && (!same || first) ? [say(texts, 'change.blind')] : [];
};

/**
 * That the second translation repeats itself, where it does.
 * @param {View} view
 */
const repeatWords = ({texts, variant: {packed}}) => {
  const repeats = repetition(packed.predicted_tokens.filter(token => !SPECIAL.test(token)));
  return repeats ? [say(texts, 'alarm.repeats', repeats)] : [];
};

/**
 * All that is said above the second translation.
 * @param {View} view
 */
export const variantWords = view => [...changeWords(view), ...blindWords(view), ...repeatWords(view)];

/**
 * @param {View} view
 * @param {number} index
 */
const variantTip = (view, index) => {
  const {texts, variant} = view;
  const difference = logProbDifferences(view)[index];
  const p = probabilityText(variant.packed.probabilities[index]);
  if (difference === null) return say(texts, 'variant.tip.new', {p});
  return say(texts, 'variant.tip', {p, difference: signedText(difference, 3)});
};

/**
 * @param {View} view
 * @param {number} index
 * @param {number | null} difference
 * @param {number} full the difference of the longest bar
 */
const variantToken = (view, index, difference, full) => {
  const {
    texts,
    variant: {packed},
  } = view;
  const values = {step: index + 1, told: variantTip(view, index)};
  const button = tokenButton(texts, 'variant.token', values, packed.predicted_tokens[index], packed.languages[1]);
  Object.assign(button.dataset, {step: index, changed: difference === null});
  button.append(changeBar(difference, full));
  return button;
};

/**
 * What a change of heads costs for the words of the first translation, where these are others and the cost is known.
 * @param {View} view
 * @param {boolean} same
 */
const oldWordsText = (view, same) => {
  const {texts, lab, losses} = view;
  const cost = !same && isLabShown(view) ? oldWordsCost(lab, losses) : null;
  return cost === null ? [] : [costText(texts, cost, '.old')];
};

/**
 * The bar above the second translation, and the second translation as a separate strip.
 * @param {View} view
 */
const drawVariant = view => {
  const {texts, variant} = view;
  const host = view.part('variant');
  const hadFocus = host.contains(focusedNear(host));
  host.hidden = !variant;
  if (!variant) {
    keepHeight(host, 'none');
    if (hadFocus) view.part('words').querySelector('[tabindex="0"]')?.focus(); // what had it is hidden now
    return;
  }
  keepHeight(host, variant.first ? 'first' : 'whole');
  host.toggleAttribute('data-here', Boolean(view.local?.made.has(variant.packed.id)));
  for (const side of ['base', 'variant']) {
    const name = sideName(view, side);
    Object.assign(view.find(`[data-group="side"] [data-option="${side}"]`), {textContent: name, title: name});
  }
  view.part('change').textContent = inARow(variantWords(view));
  const tokens = variant.packed.predicted_tokens;
  const differences = logProbDifferences(view);
  const full = longestBar(differences);
  view
    .part('variant-words')
    .replaceChildren(...wordsOf(tokens, index => variantToken(view, index, differences[index], full)));
  const before = logProbTotal(view.packed);
  const after = logProbTotal(variant.packed);
  const apart = whatDiffers(view);
  const same = haveSameTokens(view.packed, variant.packed);
  const scope = apart ?? (same ? 'same' : null);
  view.part('changed').replaceChildren(...changedWords(view));
  view.part('variant-total').textContent = inARow([
    say(texts, same ? 'variant.same_tokens' : 'variant.other_tokens', {
      count: differences.filter(d => d === null).length,
    }),
    say(texts, scope ? `variant.total.${scope}` : 'variant.total', {
      difference: changeText(before, after, NATS_DIGITS),
      full: sayCount(texts, 'variant.nats', full),
      before: signedText(before, NATS_DIGITS),
      after: signedText(after, NATS_DIGITS),
    }),
    ...oldWordsText(view, same),
  ]);
  for (const button of view.part('words').querySelectorAll('[data-step]'))
    button.dataset.changed = String(variant.steps.forward[+button.dataset.step] < 0);
};

/**
 * Draw what is above the focus without moving it: at the top of a page no browser keeps it in its place.
 * @param {View} view
 */
const drawInPlace = view => {
  const kept = focusedNear(view.root);
  const host = view.part('variant');
  const isBelow =
    kept &&
    view.root.contains(kept) &&
    !host.contains(kept) &&
    host.compareDocumentPosition(kept) & Node.DOCUMENT_POSITION_FOLLOWING;
  const top = isBelow && !window.scrollY ? kept.getBoundingClientRect().top : null;
  drawVariant(view);
  if (top !== null && kept?.isConnected) window.scrollBy(0, kept.getBoundingClientRect().top - top);
};

/** @param {View} view */
const markVariant = view => {
  if (!view.variant) return;
  markTokens(view.part('variant-words'), stepOn(view, 'variant'), markedStep(view, 'variant'), view.choice.grow);
};

/** @param {View} view */
export const wireVariant = view => {
  view.show(({lab, losses}) => [lab.shown, oldWordsCost(lab, losses)], drawInPlace);
  view.show(({choice: {step, side, grow}}) => [step, side, grow], markVariant);
  followGroup(view, 'side');
  const words = view.part('variant-words');
  /** @param {Event} event */
  const at = event => targetOf(event).closest('[data-step]');
  view.part('drop').addEventListener('click', () => dropVariant(view));
  /** @param {number} step */
  const show = step => {
    const {side} = view.choice;
    if (side === 'base') view.change({side: 'variant', step, pin: null});
    else if (side === 'variant') view.change({step, pin: null});
    else
      view.change({
        step: clamp(nearestAligned(view.variant.steps.back, step), 0, view.packed.predicted_tokens.length - 1),
        pin: null,
      });
  };
  words.addEventListener('click', event => at(event) && show(+at(event).dataset.step));
  words.addEventListener('keydown', event => {
    const count = view.variant.packed.predicted_tokens.length;
    const now = +(at(event)?.dataset.step ?? 0);
    const step = movedIndex(event.key, now, count);
    if (step === null) return;
    event.preventDefault();
    show(step);
    words.querySelector(`[data-step="${step}"]`).focus();
  });
  /** @param {Part | null} node */
  const tell = node => {
    if (node) showTip(view, node, variantTip(view, +node.dataset.step));
  };
  words.addEventListener('pointerover', event => tell(at(event)));
  words.addEventListener('pointerleave', () => hideTip(view));
  words.addEventListener('focusin', event => tell(targetOf(event).matches(':focus-visible') ? at(event) : null));
  words.addEventListener('focusout', () => hideTip(view));
};
