// The numbers behind the small pictures of all heads.

import {KINDS} from '../../shared/kinds.js';
import {clamp} from '../../shared/numbers.js';
import {WEIGHTS, areShares, lensOf} from '../numbers/lenses.js';
import {headWithin} from '../numbers/payload.js';
import {pictures} from '../numbers/reduced.js';

/** @import {HeadAt, Kind, Packed} from '../types.js' */
/** @import {PictureNumbers} from './types.js' */

/**
 * The numbers of a kind's pictures: {layers, heads, queries, keys, value: (head number, cell) => number, low, high,
 * signed}; null if the lens is undefined for the kind.
 * @param {Packed} packed
 * @param {string} lens
 * @param {Kind} kind
 * @returns {PictureNumbers | null}
 */
export const pictureNumbers = (packed, lens, kind) => {
  /**
   * @param {number} low
   * @param {number} high
   * @param {boolean} signed
   */
  const range = (low, high, signed) => ({low, high, signed});
  if (lens === WEIGHTS) {
    const own = pictures(packed, kind);
    const size = own.queries * own.keys;
    return {...own, value: (at, cell) => own.levels[at * size + cell] / 255, ...range(0, 1, false)};
  }
  const part = packed.lensValues.get(lens)?.kinds?.[kind];
  if (!part) return null;
  const [layers, heads, queries, keys] = part.shape;
  const size = queries * keys;
  const {levels, low, high} = part;
  const step = (high - low) / 255;
  /** @param {number} cell */
  const masked = cell => kind === 'decoder' && cell % keys > Math.floor(cell / keys);
  /**
   * @param {number} at
   * @param {number} cell
   */
  const value = (at, cell) => (masked(cell) ? NaN : low + levels[at * size + cell] * step);
  if (areShares(packed, lens)) return {layers, heads, queries, keys, value, ...range(0, 1, false)};
  const most = Math.max(Math.abs(low), Math.abs(high)) || 1;
  return {
    layers,
    heads,
    queries,
    keys,
    value,
    ...(lensOf(packed, lens).signed ? range(-most, most, true) : range(Math.min(0, low), high, false)),
  };
};

/**
 * The second of two pictures minus the first, on the rows and columns of the first; NaN without a counterpart.
 * @param {PictureNumbers} base
 * @param {PictureNumbers} other
 * @param {ArrayLike<number>} byRow
 * @param {ArrayLike<number>} byColumn
 */
export const pictureDifference = (base, other, byRow, byColumn) => {
  const {layers, heads, queries, keys} = base;
  const most = Math.max(base.high, other.high) - Math.min(base.low, other.low);
  /**
   * @param {number} at
   * @param {number} cell
   */
  const value = (at, cell) => {
    const layer = Math.floor(at / heads);
    const head = at % heads;
    const row = byRow[Math.floor(cell / keys)];
    const column = byColumn[cell % keys];
    if (layer >= other.layers || head >= other.heads || row < 0 || column < 0) return NaN;
    return other.value(layer * other.heads + head, row * other.keys + column) - base.value(at, cell);
  };
  return {layers, heads, queries, keys, value, low: -most, high: most, signed: true};
};

const LEAST_SHARE = 0.02; // of the range of the numbers: smaller changes are those of 8 bits

/**
 * The largest change in differences, as the full colour of all their pictures; a least one where all are smaller.
 * @param {PictureNumbers[]} differences
 * @returns {{full: number, areSmall: boolean}}
 */
export const largestChange = differences => {
  const least = LEAST_SHARE * Math.max(0, ...differences.map(({high}) => high));
  let most = least;
  for (const {layers, heads, queries, keys, value} of differences)
    for (let at = 0; at < layers * heads; at++)
      for (let cell = 0; cell < queries * keys; cell++) {
        const size = Math.abs(value(at, cell));
        if (size > most) most = size;
      }
  return {full: most, areSmall: most === least};
};

/**
 * Where an arrow key leads from one head: through the three kinds as they lie, one below the other or side by side.
 * @param {Packed} packed
 * @param {HeadAt} at
 * @param {string} key
 * @param {boolean} [isAcross]
 */
export const walked = (packed, {kind, layer, head}, key, isAcross = false) => {
  const [layers, heads] = packed.kinds[kind].shape;
  const order = KINDS.indexOf(kind);
  const last = KINDS.length - 1;
  /** @type {Record<string, number>} */
  const along = {ArrowLeft: head - 1, ArrowRight: head + 1, Home: 0, End: heads - 1};
  /** @type {Record<string, number>} */
  const down = {ArrowUp: layer - 1, ArrowDown: layer + 1};
  /** @type {Record<string, number>} */
  const kinds = {PageUp: order - 1, PageDown: order + 1};
  const moved = (/** @type {number} */ to) => headWithin(packed.kinds[KINDS[to]].shape, {kind: KINDS[to], layer, head});
  if (key in kinds) return moved(clamp(kinds[key], 0, last));
  if (key in along) {
    const column = order * heads + along[key];
    const to = Math.floor(column / heads);
    if (!isAcross || to < 0 || to > last) return {kind, layer, head: clamp(along[key], 0, heads - 1)};
    return {...moved(to), head: column % heads};
  }
  if (!(key in down)) return null;
  const row = down[key];
  const to = order + (row < 0 ? -1 : Number(row >= layers));
  if (isAcross || to === order || to < 0 || to > last) return {kind, layer: clamp(row, 0, layers - 1), head};
  return {kind: KINDS[to], layer: row < 0 ? packed.kinds[KINDS[to]].shape[0] - 1 : 0, head};
};
