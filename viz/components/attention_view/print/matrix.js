// One head as a matrix, laid out for print. Lengths are in points.

import {cssColour, readableOn} from '../../shared/colours.js';
import {cellText, rounded} from '../../shared/numbers.js';
import {PRINT_FAMILY, printWidth} from '../../shared/print_text.js';
import {columnLabel} from '../../shared/text.js';
import {focusOf} from '../numbers/focus.js';
import {asWritten, strongestOf} from '../numbers/sheet.js';
import {matrixPixels} from '../figure/matrix_geometry.js';
import {emptyRects} from '../figure/matrix_items.js';
import {printNote, tokenItems} from './lines.js';

/** @import {Item, Sheet} from '../types.js' */
/** @import {PrintPanel, PrintPart, PrintRoom, PrintStyle} from './types.js' */

const LARGEST = 2.6; // ems of a cell: a number of three characters fits

const LINE = 1.15; // ems that a label needs

/**
 * @param {Sheet} sheet
 * @param {number} band
 * @param {number} size
 */
export const printCell = ({keys}, band, size) => Math.min(band / keys.length, LARGEST * size);

/**
 * One token in this many is written.
 * @param {number} cell
 * @param {number} size
 */
export const printEvery = (cell, size) => Math.ceil((LINE * size) / cell);

/**
 * The numbers in the cells, if every one of them fits.
 * @param {Sheet} sheet
 * @param {Uint32Array} pixels
 * @param {number} cell
 * @param {PrintStyle} style
 * @returns {Item[]}
 */
const numberItems = (sheet, pixels, cell, {size, colours: {ink, background}}) => {
  const n = sheet.keys.length;
  const texts = Array.from(sheet.values, (_, i) => cellText(asWritten(sheet, i), strongestOf(sheet, i).value));
  if (texts.some(text => printWidth(text, size) > cell - 0.2 * size)) return [];
  return texts.flatMap((text, i) => {
    const pixel = pixels[i];
    const fill = cssColour(readableOn([pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255], [ink, background]));
    return text
      ? [
          {
            do: 'text',
            x: ((i % n) + 0.5) * cell,
            y: (Math.floor(i / n) + 0.5) * cell,
            size,
            family: PRINT_FAMILY,
            text,
            anchor: 'middle',
            fill,
          },
        ]
      : [];
  });
};

/**
 * @param {Sheet} sheet
 * @param {number} cell
 * @param {PrintRoom} room
 * @param {PrintStyle} style
 * @param {number | null} row in focus
 */
const labelItems = ({queries, keys, kind}, cell, {left, above}, style, row) => {
  const {size, colours} = style;
  const pad = 0.4 * size;
  const every = printEvery(cell, size);
  const ink = cssColour(colours.ink);
  /** @param {number} i */
  const isSeen = i => i % every === 0;
  const rows = left
    ? queries.flatMap((token, i) =>
        isSeen(i) || i === row
          ? tokenItems(
              token,
              {
                x: -pad,
                y: (i + 0.5) * cell,
                room: left - pad,
                end: true,
                weight: i === row ? 700 : 400,
                fill: i === row ? cssColour(colours.hueTexts[kind]) : ink,
              },
              style,
            )
          : [],
      )
    : [];
  /** @type {Item[]} */
  const columns = above
    ? keys.flatMap((token, i) => (isSeen(i) ? upright(token, (i + 0.5) * cell, -pad, above - pad, style) : []))
    : [];
  return [...rows, ...columns];
};

/**
 * A label that reads upwards, its bar turned with it.
 * @param {string} token
 * @param {number} x
 * @param {number} y
 * @param {number} room
 * @param {PrintStyle} style
 * @returns {Item[]}
 */
const upright = (token, x, y, room, style) =>
  tokenItems(token, {x: 0, y: 0, room, end: false, fill: cssColour(style.colours.ink)}, style).map(item => {
    if (item.do === 'rect')
      return {...item, x: x + item.y, y: y - item.x - item.width, width: item.height, height: item.width};
    return item.do === 'text' ? {...item, x, y: y - item.x, ...columnLabel(token, {turn: -90})} : item;
  });

/**
 * @param {PrintPanel} panel
 * @param {PrintRoom} room
 * @param {PrintStyle} style
 * @returns {PrintPart}
 */
export const matrixPart = ({sheet, choice}, room, style) => {
  const {size, colours, marked} = style;
  const cell = printCell(sheet, room.band, size);
  const pixels = matrixPixels(sheet, colours);
  const rows = sheet.queries.length;
  const columns = sheet.keys.length;
  const width = columns * cell;
  const height = rows * cell;
  const rects = emptyRects(sheet, {left: 0, top: 0, cell}).map(rounded);
  const focus = marked ? focusOf({...choice, hover: null}, sheet) : null;
  const row = focus?.side === 'query' ? focus.index : null;
  /** @type {Item[]} */
  const items = [{do: 'cells', x: 0, y: 0, cell, rows, columns, pixels}];
  if (rects.length) items.push({do: 'hatch', rects, stroke: cssColour(colours.hatch)});
  items.push(
    ...numberItems(sheet, pixels, cell, style),
    ...printNote(sheet, {x: width / 2, y: height / 2, room: width}, style),
    {do: 'rect', x: 0, y: 0, width, height, stroke: cssColour(colours.rule), line: 0.5},
  );
  if (row !== null)
    items.push({do: 'rect', x: 0, y: row * cell, width, height: cell, stroke: cssColour(colours.ink), line: 0.75});
  return {height, items: [...items, ...labelItems(sheet, cell, room, style, row)]};
};
