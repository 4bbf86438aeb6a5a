// What the other heads of a kind do in the same row. Pure functions.

/** @import {Kind, Packed} from '../types.js' */

/**
 * How many heads of a kind attend most to one key in a row, for the key that most heads choose; among equals the key of
 * the head that is shown. Heads that are off attend to nothing. Null for a long input, whose weights are not all here.
 * @param {Pick<Packed, 'kinds'>} packed
 * @param {Kind} kind
 * @param {number} query
 * @param {number} own key that the head shown attends to most
 */
export const commonKey = ({kinds}, kind, query, own) => {
  const {
    shape: [layers, heads, queries, keys],
    weights,
    reduced,
  } = kinds[kind];
  if (reduced) return null;
  const counts = new Array(keys).fill(0);
  for (let head = 0; head < layers * heads; head++) {
    const row = weights.subarray((head * queries + query) * keys, (head * queries + query + 1) * keys);
    const most = Math.max(...row);
    if (most) counts[row[own] === most ? own : row.indexOf(most)]++;
  }
  const key = counts.reduce((best, count, one) => (count > counts[best] ? one : best), own);
  return {key, count: counts[key], heads: layers * heads};
};
