// Long inputs: every head is sent as a smaller picture, in which each cell is the largest weight of those it covers;
// the weights of a layer follow when one of its heads is shown.

/** @import {HeadAt, Kind, KindPayload, Middles, Packed} from '../types.js' */

export const MOST_LAYERS = 6; // layers whose weights are kept: 512 x 512 tokens and 8 heads are 2.1 MB each

/**
 * The pictures of a kind's heads: {layers, heads, queries, keys, levels}; smaller than the weights for long inputs.
 * @param {Packed} packed
 * @param {Kind} kind
 */
export const pictures = (packed, kind) => {
  const {
    shape: [layers, heads, queries, keys],
    reduced,
    weights,
  } = packed.kinds[kind];
  const [rows, columns] = reduced ?? [queries, keys];
  return {layers, heads, queries: rows, keys: columns, levels: weights};
};

/**
 * The required number of levels of a kind.
 * @param {KindPayload} kindPayload
 */
export const pictureSize = ({shape: [layers, heads, queries, keys], reduced}) => {
  const [rows, columns] = reduced ?? [queries, keys];
  return layers * heads * rows * columns;
};

/**
 * Whether only the smaller picture of a head is loaded.
 * @param {Packed} packed
 * @param {{kind: Kind, layer: number}} given
 */
export const isStandIn = (packed, {kind, layer}) =>
  Boolean(packed.kinds[kind].reduced) && !packed.layers?.has(`${kind}.${layer}`);

/**
 * Levels [Q * K] of a head of a long input: its layer's, or its small picture's stretched over all tokens.
 * @param {Packed} packed
 * @param {HeadAt} at
 */
export const longHead = (packed, {kind, layer, head}) => {
  const {
    shape: [, heads, queries, keys],
    reduced,
    weights,
  } = packed.kinds[kind];
  const [rows, columns] = reduced ?? [queries, keys];
  const detail = packed.layers?.get(`${kind}.${layer}`);
  const size = queries * keys;
  if (detail) return detail.subarray(head * size, (head + 1) * size);
  const small = weights.subarray((layer * heads + head) * rows * columns);
  const out = new Uint8Array(size);
  const row = cellsOf(queries, rows);
  const column = cellsOf(keys, columns);
  for (let q = 0; q < queries; q++) {
    if (q && row[q] === row[q - 1]) {
      out.copyWithin(q * keys, (q - 1) * keys, q * keys);
      continue;
    }
    for (let k = 0; k < keys; k++) out[q * keys + k] = small[row[q] * columns + column[k]];
  }
  return out;
};

/**
 * The cell that each of n positions goes to.
 * @param {number} n
 * @param {number} cells
 */
const cellsOf = (n, cells) => Int32Array.from({length: n}, (_, i) => Math.floor((i * cells) / n));

/**
 * For each row (or column) of a sheet the middle one of those that share its cell of a smaller picture.
 * @param {number[][]} groups
 * @param {number} n
 * @param {number} cells
 */
export const cellMiddles = (groups, n, cells) => {
  const cell = cellsOf(n, cells);
  const of = groups.map(([first]) => cell[first]);
  const middles = new Int32Array(groups.length);
  for (let from = 0, to = 0; from < of.length; from = to) {
    while (to < of.length && of[to] === of[from]) to++;
    middles.fill((from + to) >> 1, from, to);
  }
  return middles;
};

export const STRONGEST = 3; // cells of a row of a smaller picture that have a line

/**
 * The lines of a sheet that is shown as a smaller picture: one per cell, for the strongest cells of each row, because
 * lines between all tokens of a cell would claim that each of them has the cell's largest weight.
 *
 * Returns the columns of each row's lines; `query` and `key` are results of `cellMiddles`.
 * @param {Float32Array} values
 * @param {Middles} middles
 */
export const standInLines = (values, {query, key}) => {
  const n = key.length;
  const columns = [...new Set(Array.from(key))];
  /**
   * @param {number} q
   * @param {number} k
   */
  const size = (q, k) => Math.abs(values[q * n + k]);
  /** @type {Map<number, number[]>} */
  const found = new Map();
  /** @param {number} q */
  const strongest = q =>
    columns
      .filter(k => size(q, k) > 0)
      .sort((a, b) => size(q, b) - size(q, a))
      .slice(0, STRONGEST);
  for (const q of new Set(Array.from(query))) found.set(q, strongest(q));
  return Array.from(query, q => found.get(q) ?? []);
};

/** @param {KindPayload} kindPayload */
export const layerBytes = ({shape: [, heads, queries, keys]}) => heads * queries * keys;

/** @param {number} bytes */
export const sizeText = bytes => (bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
