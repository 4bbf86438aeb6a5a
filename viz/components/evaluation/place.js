// Where rows are: a table of any length draws only those in sight. Pure functions, in pixels.

import {clamp} from '../shared/numbers.js';

/** @import {Sizes} from './types.js' */

const BEYOND = 6; // rows drawn above and below those in sight
const NEARLY_ALL = 0.95;

/**
 * The lines that nearly all of some texts need: a longer one is cut in its row.
 * @param {number[][]} columns lengths of the texts, in letters, by column
 * @param {number} letters of a line
 * @param {number} most
 */
export const linesFor = (columns, letters, most) => {
  /** @param {number} lines */
  const suffice = lines =>
    columns.every(all => all.filter(length => length <= letters * lines).length >= NEARLY_ALL * all.length);
  let lines = 1;
  while (lines < most && !suffice(lines)) lines++;
  return lines;
};

/**
 * The upper edge of a row, by its position.
 * @param {Sizes} sizes
 * @param {number} position
 */
export const topOf = ({row, open, detail}, position) => position * row + (open >= 0 && position > open ? detail : 0);

/**
 * The height of a row with its detail.
 * @param {Sizes} sizes
 * @param {number} position
 */
export const heightOf = ({row, open, detail}, position) => row + (position === open ? detail : 0);

/**
 * The height of all rows.
 * @param {Sizes} sizes
 */
export const wholeHeight = sizes => topOf(sizes, sizes.count);

/**
 * The position of the row at a height.
 * @param {Sizes} sizes
 * @param {number} y
 */
export const positionAt = ({count, row, open, detail}, y) => {
  const below = open >= 0 && y >= (open + 1) * row;
  const position = below ? Math.max(open, Math.floor((y - detail) / row)) : Math.floor(y / row);
  return clamp(position, 0, count - 1);
};

/**
 * The rows to draw: from `first` to before `end`.
 * @param {Sizes} sizes
 * @param {number} top scrolled
 * @param {number} height in sight
 */
export const windowOf = (sizes, top, height) => {
  if (!sizes.count) return {first: 0, end: 0};
  return {
    first: Math.max(0, positionAt(sizes, top) - BEYOND),
    end: Math.min(sizes.count, positionAt(sizes, top + height) + 1 + BEYOND),
  };
};

/**
 * How far to scroll so that a row can be seen, its upper edge first.
 * @param {Sizes} sizes
 * @param {number} position
 * @param {number} top scrolled
 * @param {number} height in sight
 */
export const scrolledTo = (sizes, position, top, height) => {
  const start = topOf(sizes, position);
  const end = start + heightOf(sizes, position);
  if (start < top || end - start > height) return start;
  return end > top + height ? end - height : top;
};

/**
 * The position that a key leads to; null for any other key.
 * @param {string} key
 * @param {number} position
 * @param {number} count
 * @param {number} page rows of a page
 */
export const movedPosition = (key, position, count, page) => {
  /** @type {Record<string, number>} */
  const moves = {
    ArrowUp: position - 1,
    ArrowDown: position + 1,
    PageUp: position - page,
    PageDown: position + page,
    Home: 0,
    End: count - 1,
  };
  return key in moves ? clamp(moves[key], 0, count - 1) : null;
};
