// Two translations side by side: their aligned tokens, and the distance of each head's weights.

import {alignTokens} from '../numbers/align.js';
import {keyTokens, quantisedHead, queryTokens} from '../numbers/payload.js';

/** @import {Alignment, Choice, Kind, Packed} from '../types.js' */

/**
 * Columns of two aligned outputs: [base index, variant index], -1 where there is none. Tokens between two pairs share
 * columns without being counterparts: {base, variant, pair: false}.
 * @param {Alignment} alignment
 */
export const compareColumns = ({forward, back}) => {
  /** @type {{base: number, variant: number, pair: boolean}[]} */
  const columns = [];
  /**
   * @param {number} i
   * @param {number} iEnd
   * @param {number} j
   * @param {number} jEnd
   */
  const flush = (i, iEnd, j, jEnd) => {
    for (let n = 0; n < Math.max(iEnd - i, jEnd - j); n++)
      columns.push({base: i + n < iEnd ? i + n : -1, variant: j + n < jEnd ? j + n : -1, pair: false});
  };
  let i = 0;
  let j = 0;
  forward.forEach((there, here) => {
    if (there < 0) return;
    flush(i, here, j, there);
    columns.push({base: here, variant: there, pair: true});
    [i, j] = [here + 1, there + 1];
  });
  flush(i, forward.length, j, back.length);
  return columns;
};

/** @param {Alignment} alignment */
const alignedPairs = ({forward}) =>
  Array.from(forward, (there, here) => [here, there]).filter(([, there]) => there >= 0);

/**
 * Corresponding rows and columns of a kind's attention, and the cells that neither model masks.
 * @param {Packed} base
 * @param {Packed} variant
 * @param {Kind} kind
 * @param {Choice['rows']} rows
 */
export const comparedCells = (base, variant, kind, rows) => {
  /** @param {Packed} packed */
  const tokens = packed => [queryTokens(packed, kind, rows), keyTokens(packed, kind)];
  const [[queries, keys], [otherQueries, otherKeys]] = [tokens(base), tokens(variant)];
  const cells = [];
  const byQuery = alignedPairs(alignTokens(queries, otherQueries));
  const byKey = alignedPairs(alignTokens(keys, otherKeys));
  for (const [q, p] of byQuery)
    for (const [k, l] of byKey)
      if (kind !== 'decoder' || (k <= q && l <= p)) cells.push([q * keys.length + k, p * otherKeys.length + l]);
  /**
   * @param {string[]} all
   * @param {number[][]} pairs
   * @param {number} end
   */
  const missing = (all, pairs, end) => all.filter((_, i) => !pairs.some(pair => pair[end] === i));
  return {
    cells,
    byQuery,
    byKey,
    queries,
    keys,
    left: {
      queries: missing(queries, byQuery, 0),
      keys: missing(keys, byKey, 0),
      otherQueries: missing(otherQueries, byQuery, 1),
      otherKeys: missing(otherKeys, byKey, 1),
    },
  };
};

/**
 * A mean difference to the two digits that 8 bits hold (1/255 = 0.004).
 * @param {number} value
 */
export const meanDifferenceText = value => {
  if (value === 0) return '0';
  return value < 0.005 ? '<0.01' : `≈${value.toFixed(2)}`;
};

/**
 * Mean absolute difference of the weights of each head over the cells that correspond: [layers][heads] of the larger
 * model; NaN if one of the two lacks the head, or no cell corresponds.
 * @param {Packed} base
 * @param {Packed} variant
 * @param {Kind} kind
 * @param {number[][]} cells
 */
export const headDifferences = (base, variant, kind, cells) => {
  const shapes = [base, variant].map(({kinds}) => kinds[kind].shape);
  /** @param {number} axis */
  const both = axis => shapes.map(shape => shape[axis]);
  const [layers, heads] = [both(0), both(1)];
  /** @param {number} n */
  const range = n => Array.from({length: n}, (_, i) => i);
  /**
   * @param {number} layer
   * @param {number} head
   */
  const differenceOf = (layer, head) => {
    if (layer >= Math.min(...layers) || head >= Math.min(...heads) || !cells.length) return NaN;
    const one = quantisedHead(base, {kind, layer, head});
    const two = quantisedHead(variant, {kind, layer, head});
    return cells.reduce((sum, [a, b]) => sum + Math.abs(one[a] - two[b]), 0) / cells.length / 255;
  };
  return range(Math.max(...layers)).map(layer => range(Math.max(...heads)).map(head => differenceOf(layer, head)));
};
