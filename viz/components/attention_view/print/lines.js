// One head as lines, laid out for print: every token has a line of text. Lengths are in points.

import {cssColour} from '../../shared/colours.js';
import {PRINT_FAMILY, printLabel, printLines} from '../../shared/print_text.js';
import {focusOf} from '../numbers/focus.js';
import {columnPlace, columnShift} from '../figure/lines_geometry.js';
import {focusLines, layersOf, lineGroups, lineItems} from '../figure/lines_items.js';

/** @import {Column, LinesGeometry, LinesPicture} from '../figure/types.js' */
/** @import {Item, Sheet, TokenAt} from '../types.js' */
/** @import {PrintPanel, PrintPart, PrintRoom, PrintStyle} from './types.js' */

const PITCH = 1.3;
const LOOSEST = 2.2; // ems between tokens

const SCREEN = 13; // the type beside which the page's lines have their thickness

/**
 * @param {number} n
 * @param {number} height
 * @param {number} size
 * @returns {Column}
 */
const columnOf = (n, height, size) => {
  const step = Math.min(height / n, LOOSEST * size);
  return {n, step, length: n * step, long: false};
};

/**
 * @param {Sheet} sheet
 * @param {PrintRoom} room
 * @param {number} size
 * @returns {LinesGeometry}
 */
const geometryOf = ({queries, keys}, {band, left, right}, size) => {
  const pitch = PITCH * size;
  const height = pitch * Math.max(queries.length, keys.length);
  return {
    width: band,
    height,
    whole: height,
    pitch,
    size,
    family: PRINT_FAMILY,
    from: 0,
    to: band,
    left,
    right,
    query: columnOf(queries.length, height, size),
    key: columnOf(keys.length, height, size),
  };
};

/**
 * A token with the bar of a token that begins a word.
 * @param {string} token
 * @param {{x: number, y: number, room: number, end: boolean, weight?: number, fill: string}} place
 * @param {PrintStyle} style
 * @returns {Item[]}
 */
export const tokenItems = (token, {x, y, room, end, weight = 400, fill}, {size, colours}) => {
  const {text, mark, width, own} = printLabel(token, room, size, weight);
  const start = end ? x - width : x;
  /** @type {Item[]} */
  const items = mark
    ? [{do: 'rect', x: start, y: y + 0.4 * size, width: mark, height: 0.07 * size, fill: cssColour(colours.faint)}]
    : [];
  return [
    ...items,
    {
      do: 'text',
      x: end ? x : x + width - own,
      y,
      text,
      size,
      family: PRINT_FAMILY,
      weight,
      anchor: end ? 'end' : 'start',
      title: token,
      fill,
    },
  ];
};

/**
 * @param {LinesPicture} lines
 * @param {PrintRoom} room
 * @param {PrintStyle} style
 * @param {TokenAt | null} focus
 * @returns {Item[]}
 */
const labelItems = ({g, sheet}, {left, right}, style, focus) => {
  const {size, colours} = style;
  const pad = 0.5 * size;
  /** @param {'query' | 'key'} side */
  const one = side => {
    const isLeft = side === 'query';
    const room = isLeft ? left : right;
    const column = g[side];
    if (!room) return [];
    const place = columnPlace(column, columnShift(column, g.height, 0));
    return (isLeft ? sheet.queries : sheet.keys).flatMap((token, i) => {
      const isOn = focus?.side === side && focus.index === i;
      return tokenItems(
        token,
        {
          x: isLeft ? -pad : g.to + pad,
          y: place(i),
          room: room - pad,
          end: isLeft,
          weight: isOn ? 700 : 400,
          fill: cssColour(isOn ? colours.hueTexts[sheet.kind] : colours.ink),
        },
        style,
      );
    });
  };
  return [...one('query'), ...one('key')];
};

/**
 * Why a panel is empty, in its middle.
 * @param {Sheet} sheet
 * @param {{x: number, y: number, room: number}} place
 * @param {PrintStyle} style
 * @returns {Item[]}
 */
export const printNote = ({note}, {x, y, room}, {size, colours}) => {
  const lines = note ? printLines(note[note.length - 1], room, size) : [];
  return lines.map((text, i) => ({
    do: 'text',
    x,
    y: y + (i - (lines.length - 1) / 2) * 1.25 * size,
    text,
    size,
    family: PRINT_FAMILY,
    anchor: 'middle',
    fill: cssColour(colours.soft),
  }));
};

/**
 * @param {PrintPanel} panel
 * @param {PrintRoom} room
 * @param {PrintStyle} style
 * @returns {PrintPart}
 */
export const linesPart = ({sheet, choice}, room, style) => {
  const {size, colours, marked} = style;
  const thin = size / SCREEN;
  const g = geometryOf(sheet, room, size);
  const layers = layersOf(sheet, colours).map(layer => ({...layer, shift: layer.shift * thin}));
  const lines = /** @type {LinesPicture} */ (
    /** @type {unknown} */ ({g, sheet, layers, groups: lineGroups(sheet, layers), share: 0})
  );
  const focus = marked ? focusOf({...choice, hover: null}, sheet) : null;
  /** @param {Item[]} items */
  const thinner = items => items.map(item => (item.do === 'curves' ? {...item, line: item.line * thin} : item));
  const own = focus ? focusLines(lines, focus).items : [];
  /** @type {Item[]} */
  const all = own.length
    ? [{do: 'group', clip: null, opacity: 0.2, items: thinner(lineItems(lines))}, ...thinner(own)]
    : thinner(lineItems(lines));
  return {
    height: g.height,
    items: [
      ...all,
      ...printNote(sheet, {x: room.band / 2, y: g.height / 2, room: room.band - size}, style),
      ...labelItems(lines, room, style, focus),
    ],
  };
};
