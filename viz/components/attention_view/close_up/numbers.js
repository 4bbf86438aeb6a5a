// The numbers of one query in the close-up.

import {clamp} from '../../shared/numbers.js';
import {stepOn} from '../store/selectors.js';

/** @import {CloseUpPlace, CloseUpReply} from './types.js' */
/** @import {Choice, View} from '../types.js' */

// The head and query of the close-up.

/**
 * The hovered or pinned row and column of a sheet; -1 for none.
 * @param {Choice} choice
 */
const pointedAt = ({cell, pin}) =>
  cell ?? {query: pin?.side === 'query' ? pin.index : -1, key: pin?.side === 'key' ? pin.index : -1};

/**
 * The highlighted query: that of the cell, else the pinned query, else the step's; and its key, if any.
 * @param {View} view
 */
export const closeUpPlace = view => {
  const {choice, sheets} = view;
  const {kind, cell, pin} = choice;
  const at = pointedAt(choice);
  const sheet = sheets[(cell ?? pin)?.sheet ?? 0] ?? sheets[0];
  const side = sheet.side === 'variant' ? 'variant' : 'base';
  const packed = side === 'variant' ? view.variant.packed : view.packed;
  const [layers, heads, queries] = packed.kinds[kind].shape;
  const alone = kind === 'encoder' ? (view.panels.closeUp?.query ?? 0) : stepOn(view, side);
  return {
    packed,
    side,
    sheet,
    kind,
    layer: Math.min(choice.layer, layers - 1),
    head: Math.min(choice.head, heads - 1),
    query: clamp(sheet.rows[at.query]?.[0] ?? alone, 0, queries - 1),
    key: sheet.columns[at.key]?.[0] ?? null,
  };
};

/** @param {CloseUpPlace} closeUpPlace */
export const closeUpName = ({packed, kind, layer, head, query}) => `${packed.id}|${kind}.${layer}.${head}.${query}`;

/**
 * A number with this many decimals, but at most the six significant digits received. Scores need three of them: with
 * these softmax gives the weight to its three digits.
 * @param {number | null} value
 * @param {number} [decimals]
 */
export const closeUpNumber = (value, decimals = 3) => {
  if (value === null) return '–';
  const whole = Math.max(1, Math.floor(Math.log10(Math.abs(value) || 1)) + 1);
  return value.toFixed(clamp(6 - whole, 0, decimals)).replace('-', '−');
};

/**
 * The terms of softmax for one key: numerator and sum, both divided by e to the largest score, which cancels.
 * @param {{mask: boolean[]}} given
 * @param {number[]} scores
 * @param {number} key
 */
export const closeUpShare = ({mask}, scores, key) => {
  const most = Math.max(...scores.filter((_, i) => mask[i]));
  /** @param {number} i */
  const power = i => (mask[i] ? Math.exp(scores[i] - most) : 0);
  return {power: power(key), sum: scores.reduce((sum, _, i) => sum + power(i), 0), keys: mask.filter(Boolean).length};
};

/**
 * The score that this model passes to softmax.
 * @param {CloseUpReply} reply
 */
export const closeUpScores = reply => (reply.model_scales === false ? reply.dot : reply.scaled);

/** @param {{weights: number[]}} given */
export const closeUpLargest = ({weights}) =>
  weights.reduce((best, weight, i) => (weight > weights[best] ? i : best), 0);

/** @param {number[]} numbers */
const closeUpMost = numbers => numbers.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);

/**
 * The largest absolute value of the query and all keys: one scale for every strip.
 * @param {CloseUpReply} reply
 */
export const closeUpVectorMost = reply => closeUpMost([reply.query, ...reply.keys].map(closeUpMost));
