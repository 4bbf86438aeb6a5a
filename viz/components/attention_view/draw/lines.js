// One head as lines between tokens: queries on the left, keys on the right. Each column is a window on its tokens: one
// that is short stands still in the middle while a long one passes by.

import {cssColour, legible, shade, shareOf, sheetColour} from '../../shared/colours.js';
import {axisLabel, fontOf, tokenFamily, widthOf} from '../../shared/measure.js';
import {clamp, numberText} from '../../shared/numbers.js';
import {axisToken} from '../../shared/text.js';
import {focusOf, pinned} from '../model/focus.js';
import {standInLines} from '../model/reduced.js';
import {paneIn} from './pane.js';

/** @import {Colours, Column, DrawnLayer, Facing, Figure, Item, LineGroup, Middles, Scene, Sheet, Strongest, TokenAt} from '../types.js' */

const LEVELS = 24;      // lines of equal strength are stroked together: 24 strengths, and steps between are not seen

const FAINTEST = 0.004; // one quantum of the 8-bit weights

const TALL = 640;       // pixels in sight without scrolling: 40 tokens at the least distance

const LOOSEST = 36;     // pixels between tokens at most

/** @type {('query' | 'key')[]} */
const SIDES = ['query', 'key'];
const STRIP = 10;       // width of the bar beside a column that does not fit

/**
 * Pixel geometry of the two columns of tokens.
 * @param {string[]} queries
 * @param {string[]} keys
 * @param {number} width
 * @param {string} font
 */
const linesGeometry = (queries, keys, width, font) => {
  const most = Math.max(queries.length, keys.length), narrow = width < 480;
  const pitch = clamp(Math.floor(TALL / most), narrow ? 20 : 16, 32), size = pitch >= 20 ? 14 : 12;
  const whole = most * pitch, height = Math.min(whole, TALL);
  const family = font, number = narrow ? 46 : 56, labelFont = fontOf({size, family});
  /** @param {string[]} tokens */
  const column = tokens => {
    const step = tokens.length * pitch > height ? pitch : Math.min(height / tokens.length, LOOSEST);
    return {n: tokens.length, step, length: tokens.length * step, long: tokens.length * step > height + 1};
  };
  const query = column(queries), key = column(keys);
  /** @param {string[]} tokens */
  const widest = tokens => tokens.reduce((most, token) =>
    Math.max(most, widthOf(axisToken(token).text.slice(0, 60), labelFont)), 0) + 20;
  const strips = [query, key].map(({long}) => long ? STRIP + 4 : 0), room = width - 2 * number - strips[0] - strips[1];
  const cap = Math.max(40, (room - Math.max(72, 0.3 * width)) / 2);
  const left = Math.min(widest(queries), cap), right = Math.min(widest(keys), cap);
  const band = Math.max(40, Math.min(room - left - right - 24, 520));
  const from = strips[0] + number + left + 10, to = from + band;
  return {width, height, whole, pitch, size, family, from, to, left, right, query, key};
};

/**
 * Where a column stands while the whole is scrolled to `share` of its way: what it is moved up by.
 * @param {Column} column
 * @param {number} height
 * @param {number} share
 */
const columnShift = ({length}, height, share) => length > height ? share * (length - height) : (length - height) / 2;

/**
 * @param {Column} column
 * @param {number} shift
 */
const columnPlace = (column, shift) => (/** @type {number} */ index) => (index + 0.5) * column.step - shift;

/** @param {number} weight */
const lineStyle = weight => ({line: 0.75 + 3.75 * weight, opacity: 0.06 + 0.94 * Math.pow(weight, 0.8)});

/** @param {number} weight */
const strongStyle = weight => ({line: 1 + 4 * weight, opacity: Math.min(1, 0.12 + 0.95 * Math.pow(weight, 0.7))});

/**
 * The side on which a place lies: left of `from`, right of `to`, or neither.
 * @param {number} x
 * @param {number} from
 * @param {number} to
 * @returns {'query' | 'key' | null}
 */
const sideAt = (x, from, to) => {
  if (x < from) return 'query';
  return x > to ? 'key' : null;
};

/**
 * Of some wordings, from long to short, the longest that has room.
 * @param {string[]} wordings
 * @param {number} room
 * @param {string} font
 */
export const noteWithin = (wordings, room, font) =>
  wordings.find(text => widthOf(text, font) <= room) ?? wordings[wordings.length - 1];

/**
 * What is drawn in one picture: one head's numbers, or those of several with a colour each.
 * @param {Sheet} sheet
 * @param {Colours} colours
 * @returns {DrawnLayer[]}
 */
const layersOf = (sheet, colours) => {
  const {overlays} = sheet;
  /** @param {Float32Array} values */
  const lines = values => sheet.middles ? standInLines(values, sheet.middles) : null;
  return overlays
    ? overlays.map(({values, colour}, i) => ({values, lines: lines(values), colour: () => colour,
      shift: 1.5 * (i - (overlays.length - 1) / 2)}))
    : [{values: sheet.values, lines: lines(sheet.values), shift: 0,
      colour: share => sheetColour(sheet, colours, share)}];
};

/**
 * Whether a line of a stand-in is drawn from a token in focus: its cell's, at the middle of the other side.
 * @param {Middles} middles
 * @param {number[][]} lines
 * @param {number} q
 * @param {number} k
 * @param {'query' | 'key'} side
 */
const isStandInLine = ({query, key}, lines, q, k, side) =>
  (side === 'query' ? key[k] === k : query[q] === q) && lines[q].includes(key[k]);

/**
 * Every line that can be seen, in groups of one colour and strength: [{layer, level, sign, pairs: [q, k, ...]}].
 * @param {Sheet} sheet
 * @param {DrawnLayer[]} layers
 */
const lineGroups = (sheet, layers) => {
  const n = sheet.keys.length, share = shareOf(sheet);
  /** @type {LineGroup[]} */
  const groups = [];
  layers.forEach(({values, lines}, layer) => {
    /**
     * @param {number} query
     * @param {number} key
     */
    const add = (query, key) => {
      const value = share(values[query * n + key]), size = Math.abs(value);
      if (!(size >= 2 * FAINTEST)) return; // NaN included
      const level = Math.min(LEVELS, Math.ceil(size * LEVELS)), sign = value < 0 ? -1 : 1;
      const group = groups[(level * layers.length + layer) * 2 + Number(sign < 0)] ??= {layer, level, sign, pairs: []};
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
 * @param {Facing} view
 * @param {HTMLElement} host
 * @param {Sheet} first
 * @returns {Figure}
 */
export const linesFigure = (view, host, first) => {
  const {queries, keys} = first, {colours} = view, g = linesGeometry(queries, keys, view.figureWidth,
    tokenFamily(view));
  const font = fontOf(g), pane = paneIn(host, 'gf-lines');
  let sheet = first;
  /** @type {any[]} */
  let layers = [];
  /** @type {LineGroup[]} */
  let groups = [];
  let share = 0, settled = '';
  pane.size(g.width, g.height, g.width, g.whole);

  const shifts = () => ({query: columnShift(g.query, g.height, share), key: columnShift(g.key, g.height, share)});
  const places = () => {
    const {query, key} = shifts();
    return {query: columnPlace(g.query, query), key: columnPlace(g.key, key)};
  };
  /** @param {number} y */
  const seen = y => y > -g.pitch && y < g.height + g.pitch;

  /** @returns {Item[]} */
  const allLines = () => {
    const place = places(), long = g.query.long || g.key.long;
    return groups.map(({layer, level, sign, pairs}) => {
      const ends = [], {shift, colour} = layers[layer];
      for (let i = 0; i < pairs.length; i += 2) {
        const a = place.query(pairs[i]), b = place.key(pairs[i + 1]);
        if (!long || seen(a) || seen(b)) ends.push(a + shift, b + shift);
      }
      return {do: 'curves', from: g.from, to: g.to, ends, stroke: cssColour(colour(sign)),
        ...lineStyle(level / LEVELS)};
    });
  };

  /** Of the token that stands out: its lines, the weights beside the other side, every label. */
  /** @returns {Item[]} */
  const marked = () => {
    const focus = focusOf(view.choice, sheet), place = places(), n = keys.length, scale = shareOf(sheet);
    /** @type {Item[]} */
    const items = [];
    const query = focus?.side === 'query';
    /** @param {number} i */
    const cell = i => query ? (focus?.index ?? 0) * n + i : i * n + (focus?.index ?? 0);
    const across = query ? 'key' : 'query', other = focus ? across : null, strongest = new Map();
    if (focus) layers.forEach(({values, lines, colour, shift}) => {
      for (let i = 0; i < (query ? n : queries.length); i++) {
        const value = values[cell(i)], weight = scale(value), size = Math.abs(weight);
        if (!(size >= FAINTEST)) continue;
        const [q, k] = query ? [focus.index, i] : [i, focus.index], stroke = cssColour(colour(Math.sign(weight)));
        if (lines && sheet.middles && !isStandInLine(sheet.middles, lines, q, k, focus.side)) continue;
        items.push({do: 'curves', from: g.from, to: g.to, ends: [place.query(q) + shift, place.key(k) + shift], stroke,
          ...strongStyle(size)});
        if (size >= (strongest.get(i)?.size ?? 0.01)) strongest.set(i,
          {size, value, colour: colour(Math.sign(weight))});
      }
    });
    const overlaid = Boolean(sheet.overlays) || sheet.signed;
    if (sheet.note) items.push({do: 'text', x: (g.from + g.to) / 2, y: g.height / 2,
      text: noteWithin(sheet.note, g.to - g.from - 8, fontOf({size: 13, family: g.family})), size: 13,
      family: g.family, anchor: 'middle', fill: cssColour(colours.soft)});
    for (const side of SIDES) {
      const tokens = side === 'query' ? queries : keys, left = side === 'query';
      const x = left ? g.from - 8 : g.to + 8, anchor = left ? 'end' : 'start', room = left ? g.left : g.right;
      tokens.forEach((token, i) => {
        const y = place[side](i);
        if (!seen(y)) return;
        const label = axisLabel(token, room, font), far = side === other, found = far ? strongest.get(i) : null;
        const on = focus?.side === side && focus.index === i, dim = focus && (far ? !(found?.size >= 0.05) : !on);
        const plain = dim ? colours.soft : colours.ink, fill = cssColour(on ? colours.hueTexts[sheet.kind] : plain);
        items.push({do: 'text', x, y, text: label.text, blank: label.blank, soft: cssColour(colours.faint),
          size: g.size,
          family: g.family, weight: on ? 700 : 400, fill, anchor, title: token});
        if (found) items.push({do: 'text', x: x + (left ? -1 : 1) * (label.width + 8), y,
          text: numberText(sheet, found.value), size: 12,
          family: g.family, anchor, fill: cssColour(overlaid ? legible(colours, found.colour)
            : colours.hueTexts[sheet.kind])});
      });
    }
    return [...items, ...stripItems(focus, strongest)];
  };

  /**
   * Beside a column that does not fit: where the weight of the token in focus lies, and which part is in sight.
   * @param {TokenAt | null} focus
   * @param {Map<number, Strongest>} strongest
   * @returns {Item[]}
   */
  const stripItems = (focus, strongest) => SIDES.flatMap(side => {
    const column = g[side];
    if (!column.long) return [];
    const x = side === 'query' ? 0 : g.width - STRIP, shift = shifts()[side], unit = g.height / column.n;
    /** @type {Item[]} */
    const items = [];
    items.push({do: 'rect', x, y: 0, width: STRIP, height: g.height, fill: cssColour(colours.tint)});
    const ticks = focus && focus.side !== side ? [...strongest] : [];
    for (const [i, {size, colour}] of ticks) items.push({do: 'rect', x, y: i * unit, width: STRIP,
      height: Math.max(2, unit),
      fill: cssColour(shade(colours.tint, colour, Math.max(0.12, size)))});
    if (focus?.side === side) items.push({do: 'rect', x, y: focus.index * unit - 0.5, width: STRIP,
      height: Math.max(2, unit), fill: cssColour(colours.ink)});
    items.push({do: 'rect', x: x + 0.5, y: shift / column.length * g.height + 0.5, width: STRIP - 1,
      height: g.height * g.height / column.length - 1, stroke: cssColour(colours.soft)});
    return items;
  });

  const drawBase = () => pane.write(allLines());
  /** @param {Sheet} next */
  const draw = next => {
    sheet = next;
    layers = layersOf(sheet, colours);
    groups = lineGroups(sheet, layers);
    drawBase();
  };
  const drawTop = () => {
    pane.curves.style.opacity = String(focusOf(view.choice, sheet) ? 0.2 : 1);
    pane.paint(pane.top, marked());
  };
  const mark = () => {
    const {pin, step, kind} = view.choice, now = JSON.stringify([pin, kind === 'encoder' ? null : step]);
    if (now !== settled && !view.choice.hover) reveal(focusOf(view.choice, sheet));
    settled = now;
    drawTop();
  };
  /** @param {number} next */
  const scrollTo = next => {
    share = clamp(next, 0, 1);
    pane.scrollTo(0, share * (g.whole - g.height));
  };
  /**
   * Scroll so that a token is in sight.
   * @param {TokenAt | null} focus
   */
  const reveal = focus => {
    if (!focus || !g[focus.side].long) return;
    const column = g[focus.side];
    const y = places()[focus.side](focus.index);
    if (y > 24 && y < g.height - 24) return;
    scrollTo(((focus.index + 0.5) * column.step - g.height / 2) / (column.length - g.height));
    drawBase();
  };

  /**
   * @param {MouseEvent} event
   * @returns {TokenAt | null}
   */
  const tokenAt = event => {
    const {x, y} = pane.at(event), side = sideAt(x, g.from, g.to);
    if (!side) return null;
    const index = Math.floor((y + shifts()[side]) / g[side].step);
    return index >= 0 && index < g[side].n ? {side, index} : null;
  };
  /**
   * A click on a bar goes there.
   * @param {MouseEvent} event
   */
  const stripAt = event => {
    const {x, y} = pane.at(event), side = sideAt(x, STRIP, g.width - STRIP);
    return side && g[side].long ? {column: g[side], y} : null;
  };
  pane.listen({
    move: event => view.change({hover: stripAt(event) ? null : tokenAt(event)}),
    leave: () => view.change({hover: null}),
    click: event => {
      const strip = stripAt(event);
      if (!strip) { view.change(pinned(view.choice, tokenAt(event), sheet)); return; }
      const {column, y} = strip;
      scrollTo((y / g.height * column.length - g.height / 2) / (column.length - g.height));
      drawBase();
      drawTop();
    },
    scroll: () => {
      share = g.whole > g.height ? clamp(pane.y / (g.whole - g.height), 0, 1) : 0;
      drawBase();
      drawTop();
    },
  });

  /** @returns {Scene} */
  const scene = () => ({width: g.width, height: g.height,
    items: [{do: 'group', clip: [0, 0, g.width, g.height], items: [
    {do: 'group', clip: null, opacity: focusOf(view.choice, sheet) ? 0.2 : 1, items: allLines()}, ...marked()]}]});
  return {draw, mark, scene, reveal, axes: {from: g.from - 8, to: g.to + 8}};
};
