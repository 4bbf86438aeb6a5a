// The items of a matrix: the cells, the labels, and the highlight.

import {cssColour, mixed, readableOn} from '../../shared/colours.js';
import {axisLabel, fontOf} from '../../shared/measure.js';
import {cellText, clamp} from '../../shared/numbers.js';
import {columnLabel} from '../../shared/text.js';
import {focusOf} from '../numbers/focus.js';
import {asWritten, strongestOf} from '../numbers/sheet.js';
import {noteItems} from '../widgets/hints.js';

/** @import {Item, Sheet, TextItem} from '../types.js' */
/** @import {MatrixPicture, Standing} from './types.js' */

export const WRITTEN = 34; // pixels of a cell large enough for its number

const LETTERS = 0.27; // of a cell: the size of its number, so that five characters do not touch those next to them

/**
 * Rectangles over the cells without a number; adjacent ones in a row are merged.
 * @param {Sheet} sheet
 * @param {{left: number, top: number, cell: number}} given
 */
export const emptyRects = ({values, keys, queries}, {left, top, cell}) => {
  const n = keys.length;
  const rects = [];
  for (let q = 0; q < queries.length; q++)
    for (let k = 0; k < n; k++) {
      if (!Number.isNaN(values[q * n + k])) continue;
      const from = k;
      while (k + 1 < n && Number.isNaN(values[q * n + k + 1])) k++;
      rects.push(left + from * cell, top + q * cell, (k - from + 1) * cell, cell);
    }
  return rects;
};

/**
 * Position of the first cell, with scrolling.
 * @param {MatrixPicture} matrix
 */
const originOf = ({g: {left, top, cell}, pane: {x, y}}) => ({left: left - x, top: top - y, cell});

/**
 * @param {MatrixPicture} matrix
 * @returns {[number, number, number, number]}
 */
export const cellsClip = ({g: {left, top, width, height}}) => [left, top, width - left, height - top];

/**
 * The numbers in the cells.
 * @param {MatrixPicture} matrix
 * @returns {Item[]}
 */
const numberItems = matrix => {
  const {
    sheet,
    pixels,
    family,
    view: {
      colours: {ink, background},
    },
  } = matrix;
  const {left, top, cell} = originOf(matrix);
  const n = sheet.keys.length;
  const size = clamp(LETTERS * cell, 9, 11);
  return Array.from(sheet.values, (_, i) => i).flatMap(i => {
    const text = cellText(asWritten(sheet, i), strongestOf(sheet, i).value);
    const pixel = pixels[i];
    if (!text) return [];
    const fill = cssColour(readableOn([pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255], [ink, background]));
    return [
      {
        do: 'text',
        x: left + ((i % n) + 0.5) * cell,
        y: top + (Math.floor(i / n) + 0.5) * cell,
        size,
        family,
        text,
        anchor: 'middle',
        fill,
      },
    ];
  });
};

/**
 * @param {MatrixPicture} matrix
 * @returns {Item[]}
 */
export const cellItems = matrix => {
  const {
    view: {colours},
    sheet,
    pixels,
    image,
    family,
  } = matrix;
  const moved = originOf(matrix);
  const {left: x, top: y, cell} = moved;
  const rows = sheet.queries.length;
  const columns = sheet.keys.length;
  const rects = cell >= 5 ? emptyRects(sheet, moved) : [];
  const middle = {x: x + (columns * cell) / 2, y: y + (rows * cell) / 2, room: columns * cell - 8};
  return [
    {do: 'cells', x, y, cell, rows, columns, pixels, image},
    .../** @type {Item[]} */ (rects.length ? [{do: 'hatch', rects, stroke: cssColour(colours.hatch)}] : []),
    ...(cell >= WRITTEN ? numberItems(matrix) : []),
    ...noteItems(sheet, colours, family, middle),
    {
      do: 'rect',
      x: x - 0.5,
      y: y - 0.5,
      width: columns * cell + 1,
      height: rows * cell + 1,
      stroke: cssColour(colours.rule),
    },
  ];
};

/**
 * The highlighted row and column: under the pointer, or of the step.
 * @param {MatrixPicture} matrix
 * @returns {Standing}
 */
export const standingOf = ({view: {choice}, sheet}) => {
  const focus = focusOf(choice, sheet);
  const at = choice.cell;
  if (at) return {query: at.query, key: at.key};
  return {query: focus?.side === 'query' ? focus.index : null, key: focus?.side === 'key' ? focus.index : null};
};

/**
 * The label of a row or column, if it fits or is highlighted.
 * @param {MatrixPicture} matrix
 * @param {Standing} at
 * @param {'query' | 'key'} side
 * @param {number} i
 * @param {Pick<TextItem, 'x' | 'y' | 'anchor' | 'turn'>} place
 * @returns {Item[]}
 */
const labelItem = (matrix, at, side, i, place) => {
  const {
    view: {colours},
    sheet,
    g: {every, size, left, tall},
    pins,
    family,
  } = matrix;
  const now = at[side];
  const isKept = i === now || pins[side].has(i);
  const token = (side === 'query' ? sheet.queries : sheet.keys)[i];
  if (i % every && !isKept) return [];
  if (every > 1 && !isKept && now !== null && Math.abs(i - now) < every) return []; // keep space for the one in focus
  const {text, blank} = axisLabel(token, side === 'query' ? left - 16 : tall, fontOf({size, family}));
  return [
    {
      do: 'text',
      text,
      blank,
      soft: cssColour(colours.faint),
      size,
      family,
      weight: isKept ? 700 : 400,
      title: token,
      fill: cssColour(isKept ? colours.hueTexts[sheet.kind] : colours.ink),
      ...place,
    },
  ];
};

/**
 * @param {MatrixPicture} matrix
 * @param {Standing} at
 */
const labelItems = (matrix, at) => {
  const {g, sheet} = matrix;
  const {left, top, cell} = originOf(matrix);
  const rows = sheet.queries.flatMap((_, i) => {
    const y = top + (i + 0.5) * cell;
    return y > g.top - 2 && y < g.height ? labelItem(matrix, at, 'query', i, {x: g.left - 8, y, anchor: 'end'}) : [];
  });
  return [
    ...rows,
    ...sheet.keys.flatMap((_, i) => {
      const x = left + (i + 0.5) * cell;
      const turn = g.upright ? -90 : -45;
      return x > g.left - 2 && x < g.width
        ? labelItem(matrix, at, 'key', i, {x, y: g.top - 8, ...columnLabel(sheet.keys[i], {anchor: 'start', turn})})
        : [];
    }),
  ];
};

/**
 * Frames around the pinned or highlighted rows and columns, and around the cell.
 * @param {MatrixPicture} matrix
 * @param {Standing} at
 */
const frameItems = (matrix, at) => {
  const {
    view: {colours},
    sheet,
    pins,
  } = matrix;
  const {left, top, cell} = originOf(matrix);
  const edge = Math.max(cell, 3);
  const wide = sheet.keys.length * cell;
  const high = sheet.queries.length * cell;
  const hue = cssColour(colours.hueTexts[sheet.kind]);
  const soft = cssColour(mixed(colours.background, colours.ink, 0.5));
  /** @type {Item[]} */
  const items = [];
  /**
   * @param {number} q
   * @param {string} stroke
   */
  const row = (q, stroke) =>
    items.push({do: 'rect', x: left - 0.5, y: top + q * cell - 0.5, width: wide + 1, height: edge + 1, stroke});
  /**
   * @param {number} k
   * @param {string} stroke
   */
  const column = (k, stroke) =>
    items.push({do: 'rect', x: left + k * cell - 0.5, y: top - 0.5, width: edge + 1, height: high + 1, stroke});
  for (const q of pins.query) row(q, hue);
  for (const k of pins.key) column(k, hue);
  if (at.query !== null) row(at.query, soft);
  if (at.key !== null) column(at.key, soft);
  if (at.query !== null && at.key !== null)
    items.push({
      do: 'rect',
      x: left + at.key * cell,
      y: top + at.query * cell,
      width: edge,
      height: edge,
      stroke: cssColour(colours.ink),
      line: 2,
    });
  return items;
};

/**
 * @param {MatrixPicture} matrix
 * @returns {Item[]}
 */
export const markedItems = matrix => {
  const {
    g: {left, top, width, height},
  } = matrix;
  const at = standingOf(matrix);
  return [
    {do: 'group', clip: [left - 2, top - 2, width - left + 2, height - top + 2], items: frameItems(matrix, at)},
    ...labelItems(matrix, at),
  ];
};
