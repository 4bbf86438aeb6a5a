// The small pictures of all heads: their pixels and positions.

import {alignTokens} from '../../shared/align.js';
import {packedColour, rampOf, shareOf} from '../../shared/colours.js';
import {KINDS} from '../../shared/kinds.js';
import {clamp} from '../../shared/numbers.js';
import {pixelCanvas} from '../../shared/scene.js';
import {rowsFor} from '../numbers/choices.js';
import {WEIGHTS, areShares, lensOf} from '../numbers/lenses.js';
import {headWithin, keyTokens, kindsOf, queryTokens} from '../numbers/payload.js';
import {pictures} from '../numbers/reduced.js';
import {roleOf} from '../numbers/roles.js';
import {shownPacked} from '../store/selectors.js';

/** @import {HeadAt, Item, Kind, Packed, Variant, View} from '../types.js' */
/** @import {PictureNumbers, Pictures} from './types.js' */

// The numbers behind the small pictures of all heads.

/**
 * The numbers of a kind's pictures: {layers, heads, queries, keys, value: (head number, cell) => number, low, high,
 * signed}; null if the lens is undefined for the kind.
 * @param {Packed} packed
 * @param {string} lens
 * @param {Kind} kind
 * @returns {PictureNumbers | null}
 */
const pictureNumbers = (packed, lens, kind) => {
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
 * Where an arrow key leads from one head: through the kinds as they lie, one below the other or side by side.
 * @param {Packed} packed
 * @param {HeadAt} at
 * @param {string} key
 * @param {boolean} [isAcross]
 */
export const walked = (packed, {kind, layer, head}, key, isAcross = false) => {
  const [layers, heads] = packed.kinds[kind].shape;
  const there = kindsOf(packed);
  const order = there.indexOf(kind);
  const last = there.length - 1;
  /** @type {Record<string, number>} */
  const along = {ArrowLeft: head - 1, ArrowRight: head + 1, Home: 0, End: heads - 1};
  /** @type {Record<string, number>} */
  const down = {ArrowUp: layer - 1, ArrowDown: layer + 1};
  /** @type {Record<string, number>} */
  const kinds = {PageUp: order - 1, PageDown: order + 1};
  const moved = (/** @type {number} */ to) => headWithin(packed.kinds[there[to]].shape, {kind: there[to], layer, head});
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
  return {...moved(to), layer: row < 0 ? packed.kinds[there[to]].shape[0] - 1 : 0};
};

/**
 * The row and column of the other translation's pictures that correspond to those of this one.
 * @param {View} view
 * @param {Kind} kind
 */
const pictureAlignment = (view, kind) => {
  const {packed, variant, choice} = view;
  const rows = rowsFor(choice, kind);
  const one = pictures(packed, kind);
  const two = pictures(variant.packed, kind);
  const reduced = packed.kinds[kind].reduced || variant.packed.kinds[kind].reduced;
  if (reduced) {
    // cells of smaller pictures cover several tokens: only equal sizes can be compared
    const alike = one.queries === two.queries && one.keys === two.keys;
    /** @param {number} n */
    const along = n => Array.from({length: n}, (_, i) => (alike ? i : -1));
    return {rows: along(one.queries), columns: along(one.keys)};
  }
  /** @param {(of: Packed) => string[]} list */
  const aligned = list => alignTokens(list(packed), list(variant.packed)).forward;
  return {rows: aligned(of => queryTokens(of, kind, rows)), columns: aligned(of => keyTokens(of, kind))};
};

/**
 * The changes of a kind's numbers; null while one of the two has none.
 * @param {View} view
 * @param {Kind} kind
 */
const differenceOf = (view, kind) => {
  const {
    packed,
    variant,
    choice: {lens},
  } = view;
  const own = pictureNumbers(packed, lens, kind);
  const other = pictureNumbers(variant.packed, lens, kind);
  if (!own || !other) return null;
  const {rows, columns} = pictureAlignment(view, kind);
  return pictureDifference(own, other, rows, columns);
};

/** @type {WeakMap<Variant, {of: string, full: number, areSmall: boolean}>} */
const fullChanges = new WeakMap();

/**
 * The same without the heads that are switched off: all of their weights are lost, which would set the scale of the
 * others.
 * @param {View} view
 * @param {Kind} kind
 */
const differenceOfOn = (view, kind) => {
  const found = differenceOf(view, kind);
  const {off = []} = view.variant.change;
  const gone = new Set(off.filter(([of]) => of === kind).map(([, layer, head]) => layer * (found?.heads ?? 0) + head));
  return (
    found && {
      ...found,
      value: (/** @type {number} */ at, /** @type {number} */ cell) => (gone.has(at) ? NaN : found.value(at, cell)),
    }
  );
};

/**
 * The change of the full colour: the largest one of all heads of all kinds that are on; and whether all are smaller.
 * @param {View} view
 * @returns {{full: number, areSmall: boolean}}
 */
export const fullChange = view => {
  const {
    packed,
    variant,
    choice: {lens, rows},
  } = view;
  const known = fullChanges.get(variant);
  const of = [packed.id, lens, rows, packed.lensValues.has(lens), variant.packed.lensValues.has(lens)].join('|');
  if (known?.of === of) return known;
  const found = largestChange(KINDS.map(kind => differenceOfOn(view, kind)).filter(one => one !== null));
  fullChanges.set(variant, {of, ...found});
  return found;
};

/**
 * The changes of a kind's numbers on the scale of all kinds.
 * @param {View} view
 * @param {Kind} kind
 * @returns {PictureNumbers | null}
 */
const scaledDifference = (view, kind) => {
  const found = differenceOf(view, kind);
  const {full} = fullChange(view);
  return found && {...found, low: -full, high: full};
};

/**
 * The coloured numbers of a kind's pictures: (head number, cell) => packed pixel.
 * @param {View} view
 * @param {Kind} kind
 * @returns {Pictures}
 */
export const overviewSource = (view, kind) => {
  const {
    colours,
    choice: {lens, side},
  } = view;
  const packed = shownPacked(view);
  const compared = view.variant && side === 'difference';
  const nothing = packedColour(colours.nothing);
  const source = compared ? scaledDifference(view, kind) : pictureNumbers(packed, lens, kind);
  if (!source) return {...pictures(packed, kind), colour: () => nothing, nothing: true};
  if (!compared && lens === WEIGHTS) {
    const size = source.queries * source.keys;
    const ramp = colours.ramps[kind];
    const {levels} = pictures(packed, kind);
    return {...source, colour: (at, cell) => ramp[levels[at * size + cell]]};
  }
  const share = shareOf(source);
  const more = source.signed ? rampOf(colours.background, colours.more) : colours.ramps[kind];
  const less = rampOf(colours.background, colours.less);
  return {
    ...source,
    colour: (at, cell) => {
      const level = share(source.value(at, cell));
      return Number.isNaN(level) ? nothing : (level < 0 ? less : more)[Math.round(Math.abs(level) * 255)];
    },
  };
};

/**
 * All pictures of a kind in one, a pixel per cell: a row of pictures per layer.
 * @param {Pictures} pictures
 */
export const tiledPictures = ({layers, heads, queries, keys, colour}) => {
  const wide = heads * keys;
  const pixels = new Uint32Array(wide * layers * queries);
  for (let layer = 0; layer < layers; layer++)
    for (let head = 0; head < heads; head++) {
      const at = layer * heads + head;
      const start = layer * queries * wide + head * keys;
      for (let query = 0, cell = 0; query < queries; query++)
        for (let key = 0; key < keys; key++, cell++) pixels[start + query * wide + key] = colour(at, cell);
    }
  return pixelCanvas(pixels, wide, layers * queries);
};

/** @param {View} view */
export const kindsShown = view => (view.choice.kinds === 'one' ? [view.choice.kind] : kindsOf(shownPacked(view)));

/**
 * The role of a head by its weights; none where the pictures show something else, or the means of heads.
 * @param {View} view
 * @param {HeadAt} at
 */
export const roleAt = (view, at) => {
  const {lens, side} = view.choice;
  return lens === WEIGHTS && side !== 'difference' ? roleOf(shownPacked(view), at, view.sampledRoles) : null;
};

/**
 * Position of a head's picture on the canvas of its kind.
 * @param {View['drawn']['tile']} tile
 * @param {number} layer
 * @param {number} head
 */
export const tilePlace = ({size, gap, under}, layer, head) => ({
  x: head * (size + gap),
  y: layer * (size + gap + under),
});

/**
 * @param {View} view
 * @param {Pictures} source
 * @param {HTMLCanvasElement} image
 * @param {number} [left]
 * @param {number} [top]
 */
export const pictureItems = (view, source, image, left = 0, top = 0) => {
  const {size} = view.drawn.tile;
  const {layers, heads, queries, keys} = source;
  /** @type {Item[]} */
  const items = [];
  const smooth = Math.max(queries, keys) > size * (devicePixelRatio || 1);
  for (let layer = 0; layer < layers; layer++)
    for (let head = 0; head < heads; head++) {
      const {x, y} = tilePlace(view.drawn.tile, layer, head);
      items.push({
        do: 'tile',
        x: left + x,
        y: top + y,
        size,
        image,
        smooth,
        part: [head * keys, layer * queries, keys, queries],
      });
    }
  return items;
};
