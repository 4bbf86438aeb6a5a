// The items of the lines view: all lines, and those of the highlighted token with their labels.

import {cssColour, legible, shade, shareOf, sheetColour} from '../../shared/colours.js';
import {axisLabel} from '../../shared/measure.js';
import {numberText} from '../../shared/numbers.js';
import {focusOf} from '../numbers/focus.js';
import {standInLines} from '../numbers/reduced.js';
import {STRIP, columnPlace, columnShift} from './lines_geometry.js';
import {noteItems} from '../widgets/hints.js';

/** @import {Colours, Item, Middles} from '../types.js' */
/** @import {DrawnLayer, LineGroup, LinesPicture} from './types.js' */
/** @import {Sheet, TokenAt} from '../types.js' */
/** @import {Strongest} from './types.js' */

const LEVELS = 24; // lines of equal strength are stroked together: 24 strengths are indistinguishable from more

const FAINTEST = 0.004; // one quantum of the 8-bit weights

/** @type {('query' | 'key')[]} */
const SIDES = ['query', 'key'];

/** @param {number} weight */
const lineStyle = weight => ({line: 0.75 + 3.75 * weight, opacity: 0.06 + 0.94 * Math.pow(weight, 0.8)});

/** @param {number} weight */
const strongStyle = weight => ({line: 1 + 4 * weight, opacity: Math.min(1, 0.12 + 0.95 * Math.pow(weight, 0.7))});

/**
 * The layers of one picture: one head's numbers, or those of several with a colour each.
 * @param {Sheet} sheet
 * @param {Colours} colours
 * @returns {DrawnLayer[]}
 */
export const layersOf = (sheet, colours) => {
  const {overlays} = sheet;
  /** @param {Float32Array} values */
  const lines = values => (sheet.middles ? standInLines(values, sheet.middles) : null);
  return overlays
    ? overlays.map(({values, colour}, i) => ({
        values,
        lines: lines(values),
        colour: () => colour,
        shift: 1.5 * (i - (overlays.length - 1) / 2),
      }))
    : [
        {
          values: sheet.values,
          lines: lines(sheet.values),
          shift: 0,
          colour: share => sheetColour(sheet, colours, share),
        },
      ];
};

/**
 * Whether a line of a smaller picture is drawn from a token in focus: its cell's, at the middle of the other side.
 * @param {Middles} middles
 * @param {number[][]} lines
 * @param {number} q
 * @param {number} k
 * @param {'query' | 'key'} side
 */
const isStandInLine = ({query, key}, lines, q, k, side) =>
  (side === 'query' ? key[k] === k : query[q] === q) && lines[q].includes(key[k]);

/**
 * Every visible line, in groups of one colour and strength: [{layer, level, sign, pairs: [q, k, ...]}].
 * @param {Sheet} sheet
 * @param {DrawnLayer[]} layers
 */
export const lineGroups = (sheet, layers) => {
  const n = sheet.keys.length;
  const share = shareOf(sheet);
  /** @type {LineGroup[]} */
  const groups = [];
  layers.forEach(({values, lines}, layer) => {
    /**
     * @param {number} query
     * @param {number} key
     */
    const add = (query, key) => {
      const value = share(values[query * n + key]);
      const size = Math.abs(value);
      if (!(size >= 2 * FAINTEST)) return; // NaN included
      const level = Math.min(LEVELS, Math.ceil(size * LEVELS));
      const sign = value < 0 ? -1 : 1;
      const group = (groups[(level * layers.length + layer) * 2 + Number(sign < 0)] ??= {
        layer,
        level,
        sign,
        pairs: [],
      });
      group.pairs.push(query, key);
    };
    for (let query = 0; query < sheet.queries.length; query++) {
      if (!lines) for (let key = 0; key < n; key++) add(query, key);
      else if (sheet.middles?.query[query] === query) for (const key of lines[query]) add(query, key);
    }
  });
  return groups.filter(Boolean); // faint ones first
};

/**
 * The upward shift of each column.
 * @param {LinesPicture} lines
 */
export const shiftsOf = ({g, share}) => ({
  query: columnShift(g.query, g.height, share),
  key: columnShift(g.key, g.height, share),
});

/** @param {LinesPicture} lines */
export const placesOf = lines => {
  const {g} = lines;
  const {query, key} = shiftsOf(lines);
  return {query: columnPlace(g.query, query), key: columnPlace(g.key, key)};
};

/**
 * @param {LinesPicture} lines
 * @param {number} y
 */
const isSeen = ({g}, y) => y > -g.pitch && y < g.height + g.pitch;

/**
 * Every line, in groups of one colour and strength.
 * @param {LinesPicture} lines
 * @returns {Item[]}
 */
export const lineItems = lines => {
  const {g, groups, layers} = lines;
  const place = placesOf(lines);
  const long = g.query.long || g.key.long;
  return groups.map(({layer, level, sign, pairs}) => {
    const ends = [];
    const {shift, colour} = layers[layer];
    for (let i = 0; i < pairs.length; i += 2) {
      const a = place.query(pairs[i]);
      const b = place.key(pairs[i + 1]);
      if (!long || isSeen(lines, a) || isSeen(lines, b)) ends.push(a + shift, b + shift);
    }
    return {do: 'curves', from: g.from, to: g.to, ends, stroke: cssColour(colour(sign)), ...lineStyle(level / LEVELS)};
  });
};

/**
 * The lines of the token in focus, and the strongest line to each token of the other side.
 * @param {LinesPicture} lines
 * @param {TokenAt} focus
 */
export const focusLines = (lines, {side, index}) => {
  const {g, sheet, layers} = lines;
  const place = placesOf(lines);
  const scale = shareOf(sheet);
  const n = sheet.keys.length;
  /** @type {Item[]} */
  const items = [];
  /** @type {Map<number, Strongest>} */
  const strongest = new Map();
  const others = side === 'query' ? n : sheet.queries.length;
  for (const {values, lines: standIns, colour: colourOf, shift} of layers)
    for (let i = 0; i < others; i++) {
      const [q, k] = side === 'query' ? [index, i] : [i, index];
      const value = values[q * n + k];
      const weight = scale(value);
      const size = Math.abs(weight);
      const colour = colourOf(Math.sign(weight));
      if (!(size >= FAINTEST)) continue; // NaN included
      if (standIns && sheet.middles && !isStandInLine(sheet.middles, standIns, q, k, side)) continue;
      items.push({
        do: 'curves',
        from: g.from,
        to: g.to,
        ends: [place.query(q) + shift, place.key(k) + shift],
        stroke: cssColour(colour),
        ...strongStyle(size),
      });
      if (size >= (strongest.get(i)?.size ?? 0.01)) strongest.set(i, {size, value, colour});
    }
  return {items, strongest};
};

/**
 * The style of a token's label: in focus, connected to the focus, or other.
 * @param {LinesPicture} lines
 * @param {TokenAt | null} focus
 * @param {TokenAt} at
 * @param {Strongest | undefined} found
 */
const labelStyle = ({view: {colours}, sheet}, focus, at, found) => {
  const isFar = Boolean(focus) && focus?.side !== at.side;
  const isOn = focus?.side === at.side && focus.index === at.index;
  const isDim = Boolean(focus) && (isFar ? !(found && found.size >= 0.05) : !isOn);
  const plain = isDim ? colours.soft : colours.ink;
  return {weight: isOn ? 700 : 400, fill: cssColour(isOn ? colours.hueTexts[sheet.kind] : plain)};
};

/**
 * The labels of one side, with the weights of the token in focus next to those of the other side.
 * @param {LinesPicture} lines
 * @param {TokenAt | null} focus
 * @param {Map<number, Strongest>} strongest
 * @param {'query' | 'key'} side
 * @returns {Item[]}
 */
const labelItems = (lines, focus, strongest, side) => {
  const {
    view: {colours},
    g,
    sheet,
    font,
  } = lines;
  const place = placesOf(lines)[side];
  const left = side === 'query';
  const x = left ? g.from - 8 : g.to + 8;
  const anchor = left ? 'end' : 'start';
  const room = left ? g.left : g.right;
  const isColoured = Boolean(sheet.overlays) || sheet.signed;
  const isFar = Boolean(focus) && focus?.side !== side;
  return (left ? sheet.queries : sheet.keys).flatMap((token, index) => {
    const y = place(index);
    const found = isFar ? strongest.get(index) : undefined;
    if (!isSeen(lines, y)) return [];
    const label = axisLabel(token, room, font);
    /** @type {Item[]} */
    const items = [
      {
        do: 'text',
        x,
        y,
        text: label.text,
        blank: label.blank,
        soft: cssColour(colours.faint),
        size: g.size,
        family: g.family,
        anchor,
        title: token,
        ...labelStyle(lines, focus, {side, index}, found),
      },
    ];
    if (found)
      items.push({
        do: 'text',
        x: x + (left ? -1 : 1) * (label.width + 8),
        y,
        text: numberText(sheet, found.value),
        size: Math.max(12, g.size - 4),
        family: g.family,
        anchor,
        fill: cssColour(isColoured ? legible(colours, found.colour) : colours.hueTexts[sheet.kind]),
      });
    return items;
  });
};

/**
 * The bar next to a column that does not fit: the weights of the token in focus, and the visible part.
 * @param {LinesPicture} lines
 * @param {TokenAt | null} focus
 * @param {Map<number, Strongest>} strongest
 * @param {'query' | 'key'} side
 * @returns {Item[]}
 */
const stripItems = (lines, focus, strongest, side) => {
  const {
    view: {colours},
    g,
  } = lines;
  const column = g[side];
  if (!column.long) return [];
  const x = side === 'query' ? 0 : g.width - STRIP;
  const shift = shiftsOf(lines)[side];
  const unit = g.height / column.n;
  const ticks = focus && focus.side !== side ? [...strongest] : [];
  /** @type {Item[]} */
  const items = [{do: 'rect', x, y: 0, width: STRIP, height: g.height, fill: cssColour(colours.tint)}];
  for (const [i, {size, colour}] of ticks)
    items.push({
      do: 'rect',
      x,
      y: i * unit,
      width: STRIP,
      height: Math.max(2, unit),
      fill: cssColour(shade(colours.tint, colour, Math.max(0.12, size))),
    });
  if (focus?.side === side)
    items.push({
      do: 'rect',
      x,
      y: focus.index * unit - 0.5,
      width: STRIP,
      height: Math.max(2, unit),
      fill: cssColour(colours.ink),
    });
  items.push({
    do: 'rect',
    x: x + 0.5,
    y: (shift / column.length) * g.height + 0.5,
    width: STRIP - 1,
    height: (g.height * g.height) / column.length - 1,
    stroke: cssColour(colours.soft),
  });
  return items;
};

/**
 * The items that follow the pointer: the lines of the highlighted token, the weights of the other side, all labels.
 * @param {LinesPicture} lines
 * @returns {Item[]}
 */
export const markedItems = lines => {
  const {view, g, sheet} = lines;
  const focus = focusOf(view.choice, sheet);
  const {items, strongest} = focus ? focusLines(lines, focus) : {items: [], strongest: new Map()};
  const middle = {x: (g.from + g.to) / 2, y: g.height / 2, room: g.to - g.from - 8};
  return [
    ...items,
    ...noteItems(sheet, view.colours, g.family, middle),
    ...SIDES.flatMap(side => labelItems(lines, focus, strongest, side)),
    ...SIDES.flatMap(side => stripItems(lines, focus, strongest, side)),
  ];
};
