// The effect of a change of attention on a translation, and its cost for the words of the first one.

import {KINDS} from '../../shared/kinds.js';
import {clamp} from '../../shared/numbers.js';
import {SPECIAL, say} from '../../shared/text.js';
import {headOfName} from './heads.js';
import {headCost} from './losses.js';
import {labRequest} from './second_request.js';

/** @import {Importance, Lab, Losses, Packed, Texts, Variant} from '../types.js' */
/** @import {ScoredToken} from '../compare/types.js' */

// The cost of a change for the words of the first translation, next to a new translation. Pure functions.

/** @param {Lab} lab */
export const oldWordsRequest = lab => labRequest({...lab, mode: 'same'});

/** @param {Lab} lab */
export const oldWordsKey = lab => JSON.stringify(oldWordsRequest(lab));

/**
 * The cost in nats, where an earlier answer holds it: the same change scored again, or for one head that is off the
 * ranking or the losses of the first translation; null where it is not known.
 * @param {Lab} lab
 * @param {Map<string, Losses | null>} losses
 */
export const oldWordsCost = (lab, losses) => {
  const scored = lab.scored.get(oldWordsKey(lab));
  if (scored !== undefined) return scored;
  const [[name, state] = ['', '']] = lab.gates;
  if (lab.gates.size !== 1 || state !== 'off' || lab.edits.size) return null;
  const at = headOfName(name);
  const ranked = lab.rankings.get(lab.packed.id)?.[at.kind][at.layer][at.head] ?? null;
  if (ranked !== null) return ranked;
  const known = losses.get(`${lab.packed.id} ${at.kind}`);
  return known ? (headCost(known, at, null)?.cost ?? null) : null;
};

/** @param {number} p */
export const logOf = p => Math.log(Math.max(p, 1e-30)); // bounds the logarithm of a probability rounded to 0

/**
 * Log-probability of each token of the variant minus that of its counterpart; null without one.
 * @param {{packed: Packed, variant: Variant}} given
 */
export const logProbDifferences = ({packed, variant}) =>
  Array.from(variant.steps.back, (base, i) =>
    base < 0 ? null : logOf(variant.packed.probabilities[i]) - logOf(packed.probabilities[base]),
  );

/** @param {Packed} packed */
export const logProbTotal = packed => packed.probabilities.reduce((sum, p) => sum + logOf(p), 0);

/**
 * Why the totals of two translations are not compared: their models or their sentences differ; null where they are.
 * @param {{packed: Packed, variant: Variant}} given
 * @returns {'models' | 'sentences' | null}
 */
export const whatDiffers = ({packed, variant}) => {
  if (packed.checkpoint !== variant.packed.checkpoint) return 'models';
  return packed.source === variant.packed.source ? null : 'sentences';
};

/** Decimals of log-probabilities of a whole translation and of their changes, in nats. */
export const NATS_DIGITS = 3;

/**
 * What a change is worth, with one sign everywhere: it costs log-probability, or it gains some.
 * @param {Texts} texts
 * @param {number} loss in nats
 * @param {string} [where]
 * @param {string} [mark] before the number
 */
export const costText = (texts, loss, where = '', mark = '') =>
  say(texts, `lab.${loss < 0 ? 'gains' : 'costs'}${where}`, {nats: `${mark}${Math.abs(loss).toFixed(NATS_DIGITS)}`});

export const DIFFERENCE_FULL = 1; // nats: a bar as long as half a token, a probability e times as large or as small
const LEAST_FULL = 0.01; // nats: below that, bars are short because hardly anything changed

/**
 * The change in nats of the longest bar: the largest one, rounded up to 1, 2 or 5 times a power of ten.
 * @param {(number | null)[]} differences
 */
export const longestBar = differences => {
  const largest = clamp(Math.max(0, ...differences.map(one => Math.abs(one ?? 0))), LEAST_FULL, DIFFERENCE_FULL);
  const power = 10 ** Math.floor(Math.log10(largest) + 1e-9);
  const step = [1, 2, 5, 10].find(one => one * power >= largest * (1 - 1e-9)) ?? 10;
  return Number((step * power).toPrecision(1));
};

export const LEAST_LOSS = 0.005; // nats: less is written as 0

/**
 * Every head that is on with its loss, largest first.
 * @param {Importance} importance
 */
export const rankedHeads = importance =>
  KINDS.flatMap(kind =>
    importance[kind].flatMap((row, layer) =>
      row.map((loss, head) => ({kind, layer, head, loss: /** @type {number} */ (loss)})),
    ),
  )
    .filter(({loss}) => loss !== null)
    .sort((a, b) => b.loss - a.loss);

/**
 * Whether the most probable token of a step differs from the given one.
 * @param {Packed} packed
 * @param {number} step
 */
export const leadsElsewhere = ({predicted_ids: ids, top_ids: top}, step) =>
  top?.[step]?.length > 0 && top[step][0] !== ids[step];

/**
 * Whether no translation can hold a token: padding and the start symbol.
 * @param {string} token
 */
export const isNeverTaken = token => SPECIAL.test(token) && token !== '</s>';

/**
 * Each token of a translation that was given: probability, rank among all tokens, and the most likely token where it is
 * another one.
 * @param {Packed} packed
 * @returns {ScoredToken[]}
 */
export const scoredTokens = packed =>
  (packed.ranks ?? []).map((rank, step) => {
    const [other, otherP] = leadsElsewhere(packed, step) ? packed.top[step][0] : [null, 0];
    return {token: packed.predicted_tokens[step], p: packed.probabilities[step], rank, other, otherP};
  });

/**
 * The outcome: both totals in nats, the difference of each step, and steps with another most probable token.
 * @param {Packed} base
 * @param {Packed} variant
 */
export const labOutcome = (base, variant) => {
  const elsewhere = variant.top.filter((_, step) => leadsElsewhere(variant, step)).length;
  return {
    before: logProbTotal(base),
    after: logProbTotal(variant),
    elsewhere,
    steps: variant.predicted_tokens.length,
    losses: variant.probabilities.map((p, step) => logOf(p) - logOf(base.probabilities[step] ?? 1)),
  };
};
