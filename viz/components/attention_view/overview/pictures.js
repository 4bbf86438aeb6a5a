// The small pictures of all heads: their pixels and positions.

import {packedColour, rampOf, shareOf} from '../../shared/colours.js';
import {KINDS} from '../../shared/kinds.js';
import {pixelCanvas} from '../../shared/scene.js';
import {alignTokens} from '../numbers/align.js';
import {rowsFor} from '../numbers/choices.js';
import {WEIGHTS} from '../numbers/lenses.js';
import {keyTokens, queryTokens} from '../numbers/payload.js';
import {largestChange, pictureDifference, pictureNumbers} from './picture_numbers.js';
import {pictures} from '../numbers/reduced.js';
import {shownPacked} from '../store/selectors.js';

/** @import {Item, Kind, Packed, Variant, View} from '../types.js' */
/** @import {PictureNumbers, Pictures} from './types.js' */

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
export const kindsShown = view => (view.choice.kinds === 'one' ? [view.choice.kind] : KINDS);

/**
 * Position of a head's picture on the canvas of its kind.
 * @param {View['drawn']['tile']} tile
 * @param {number} layer
 * @param {number} head
 */
export const tilePlace = ({size, gap}, layer, head) => ({x: head * (size + gap), y: layer * (size + gap)});

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
