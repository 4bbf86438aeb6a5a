// What a change of the attention did to a translation.

import {KINDS} from '../../shared/kinds.js';
import {SPECIAL} from '../../shared/text.js';
import {alignTokens} from './align.js';
import {wordGroups} from './words.js';

/** @import {Importance, Packed, Variant} from '../types.js' */

/** @param {number} p */
export const logOf = p => Math.log(Math.max(p, 1e-30)); // a probability that was rounded to 0 still has some logarithm

/**
 * Log-probability of each token of the variant minus that of its counterpart; null where it has none.
 * @param {{packed: Packed, variant: Variant}} given
 */
export const logProbDifferences = ({packed, variant}) => Array.from(variant.steps.back, (base, i) =>
  base < 0 ? null : logOf(variant.packed.probabilities[i]) - logOf(packed.probabilities[base]));

/** @param {Packed} packed */
export const logProbTotal = packed => packed.probabilities.reduce((sum, p) => sum + logOf(p), 0);

export const DIFFERENCE_FULL = 1; // nats: a bar as long as half a token, a probability e times as large or as small

/**
 * Every head that is on with its loss, the largest first.
 * @param {Importance} importance
 */
export const rankedHeads = importance => KINDS.flatMap(kind => importance[kind].flatMap((row, layer) =>
  row.map((loss, head) => ({kind, layer, head, loss: /** @type {number} */ (loss)})))).filter(({loss}) => loss !== null)
  .sort((a, b) => b.loss - a.loss);

/**
 * The words as they are written, a space before those that have one; none for special tokens.
 * @param {Packed} packed
 */
const labWords = packed => wordGroups(packed.predicted_tokens).map(group =>
  group.map(index => packed.predicted_tokens[index]).join('')).filter(word => !SPECIAL.test(word.trim()));

/**
 * Whether the most probable token of a step is another than the one that stands there.
 * @param {Packed} packed
 * @param {number} step
 */
export const leadsElsewhere = ({predicted_ids: ids, top_ids: top}, step) => top?.[step]?.length > 0
  && top[step][0] !== ids[step];

/**
 * What came of it: both totals in nats; words without a counterpart, and steps that now lead elsewhere.
 * @param {Packed} base
 * @param {Packed} variant
 */
export const labOutcome = (base, variant) => {
  const before = labWords(base), after = labWords(variant);
  const {forward, back} = alignTokens(before.map(word => word.trim()), after.map(word => word.trim()));
  const lost = forward.filter(index => index < 0).length, added = back.filter(index => index < 0).length;
  const elsewhere = variant.top.filter((_, step) => leadsElsewhere(variant, step)).length;
  return {
    before: logProbTotal(base), after: logProbTotal(variant), words: after, back, base: before, lost, added,
    elsewhere, steps: variant.predicted_tokens.length,
    losses: variant.probabilities.map((p, step) => logOf(p) - logOf(base.probabilities[step] ?? 1)),
  };
};
