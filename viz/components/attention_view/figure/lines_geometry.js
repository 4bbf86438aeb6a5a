// Positions of the two columns of the lines, and hit testing.

import {fontOf, widthOf} from '../../shared/measure.js';
import {clamp} from '../../shared/numbers.js';
import {axisToken} from '../../shared/text.js';

/** @import {Column, LinesGeometry} from './types.js' */

const TALL = 640; // pixels visible without scrolling: 40 tokens at the least distance

export const EASY = 256; // pixels for a sentence of usual length, which leave room for the rest of the first screen

const LOOSEST = 36; // pixels between tokens at most

const NARROWEST = 40; // pixels of a column
export const STRIP = 10; // width of the bar next to a column that does not fit

/**
 * The distance and the type of the tokens of a sentence.
 * @param {number} most
 * @param {boolean} narrow
 * @param {number} easy pixels for a sentence of usual length
 */
const near = (most, narrow, easy) => {
  const usual = narrow ? 20 : 18;
  const least = Math.max(narrow ? 20 : 16, Math.floor(TALL / most));
  const pitch = clamp(Math.floor(easy / most), Math.min(usual, least), 32);
  return {pitch, size: clamp(pitch - 5, 12, 14)};
};

/**
 * The same on a stage.
 * @param {number} most
 * @param {number} stage
 */
const afar = (most, stage) => {
  const pitch = clamp(Math.floor(stage / most), 18, 56);
  return {pitch, size: clamp(Math.floor(0.6 * pitch), 12, 26)};
};

/**
 * Widths of two columns that want `left` and `right` pixels of `room`: what one does not need, the other may take.
 * @param {number} left
 * @param {number} right
 * @param {number} room
 * @returns {[number, number]}
 */
export const columnWidths = (left, right, room) => {
  const half = Math.max(NARROWEST, room / 2);
  return [Math.min(left, Math.max(half, room - right)), Math.min(right, Math.max(half, room - left))];
};

/**
 * Pixel geometry of the two columns of tokens.
 * @param {string[]} queries
 * @param {string[]} keys
 * @param {number} width
 * @param {string} family
 * @param {number} [stage] pixels that a figure across the screen may be tall, in type to be read from afar; else 0
 * @param {number} [easy] pixels for a sentence of usual length
 * @returns {LinesGeometry}
 */
export const linesGeometry = (queries, keys, width, family, stage = 0, easy = EASY) => {
  const most = Math.max(queries.length, keys.length);
  const narrow = width < 480;
  const {pitch, size} = stage ? afar(most, stage) : near(most, narrow, easy);
  const usual = narrow ? 46 : 56;
  const whole = most * pitch;
  const height = Math.min(whole, stage || TALL);
  const number = stage ? 4 * size : usual;
  const labelFont = fontOf({size, family});
  /** @param {string[]} tokens */
  const column = tokens => {
    const step = tokens.length * pitch > height ? pitch : Math.min(height / tokens.length, stage ? pitch : LOOSEST);
    return {n: tokens.length, step, length: tokens.length * step, long: tokens.length * step > height + 1};
  };
  const query = column(queries);
  const key = column(keys);
  /** @param {string[]} tokens */
  const widest = tokens =>
    tokens.reduce((most, token) => Math.max(most, widthOf(axisToken(token).text.slice(0, 60), labelFont)), 0) + 20;
  const strips = [query, key].map(({long}) => (long ? STRIP + 4 : 0));
  const room = width - 2 * number - strips[0] - strips[1];
  const [left, right] = columnWidths(widest(queries), widest(keys), room - Math.max(72, (narrow ? 0.2 : 0.3) * width));
  const band = Math.max(40, Math.min(room - left - right - 24, stage ? 1200 : 520));
  const from = strips[0] + number + left + 10;
  const to = from + band;
  return {width, height, whole, pitch, size, family, from, to, left, right, query, key};
};

/**
 * Upward shift of a column when the whole is scrolled to `share` of its way.
 * @param {Column} column
 * @param {number} height
 * @param {number} share
 */
export const columnShift = ({length}, height, share) =>
  length > height ? share * (length - height) : (length - height) / 2;

/**
 * @param {Column} column
 * @param {number} shift
 */
export const columnPlace = (column, shift) => (/** @type {number} */ index) => (index + 0.5) * column.step - shift;

/**
 * The side of a place: left of `from`, right of `to`, or neither.
 * @param {number} x
 * @param {number} from
 * @param {number} to
 * @returns {'query' | 'key' | null}
 */
export const sideAt = (x, from, to) => {
  if (x < from) return 'query';
  return x > to ? 'key' : null;
};
