// Axes: the place of a number, and the ticks that a reader expects.

import {num} from '../model/numbers.js';

/** @import {Axis} from '../types.js' */

const STEPS = [1, 2, 2.5, 5, 10];
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LONG = 1e7; // from here on powers of ten are written as powers

/**
 * Round numbers that cover a span.
 * @param {number} low
 * @param {number} high
 * @param {number} count about so many
 * @param {boolean} isWhole whether only whole numbers are meant
 */
const roundTicks = (low, high, count, isWhole) => {
  const span = high - low || 1;
  const power = 10 ** Math.floor(Math.log10(span / count));
  const found = power * (STEPS.find(one => one * power * count >= span && !(isWhole && (one * power) % 1)) ?? 10);
  const ticks = [];
  const step = isWhole ? Math.max(1, found) : found;
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++)
    ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
};

/**
 * Powers of ten; of a short span also 2 and 5 of each, or the ticks of a linear axis where there would be less than
 * two.
 * @param {number} low
 * @param {number} high
 * @param {number} count
 */
const powerTicks = (low, high, count) => {
  const from = Math.floor(Math.log10(low));
  const to = Math.ceil(Math.log10(high));
  const span = Math.log10(high / low);
  const every = Math.max(1, Math.ceil(span / count));
  const parts = span <= 2 && 3 * span <= count + 1 ? [1, 2, 5] : [1];
  const ticks = [];
  for (let power = Math.floor(from / every) * every; power <= to; power += every)
    for (const part of parts) ticks.push(Number((part * 10 ** power).toPrecision(12)));
  const found = ticks.filter(tick => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
  return found.length < 2 ? roundTicks(low, high, count, false) : found;
};

/**
 * @param {number[][]} lists
 * @param {boolean} positive
 */
const extent = (lists, positive) => {
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists)
    for (let i = 0; i < list.length; i++) {
      const value = list[i];
      if (!Number.isFinite(value) || (positive && value <= 0)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return low > high ? [positive ? 1 : 0, positive ? 10 : 1] : [low, high];
};

/**
 * The ends of an axis: those it names, else those of the numbers with a little room.
 * @param {Axis} axis
 * @param {ArrayLike<number>[]} lists
 * @param {boolean} roomy whether there is room beyond the numbers
 */
export const endsOf = ({low, high, log = false}, lists, roomy) => {
  const [least, most] = extent(/** @type {number[][]} */ (lists), log);
  const found = roomy ? roomyEnds(least, most, log) : [least, most];
  const from = low ?? found[0];
  const to = high ?? found[1];
  if (to > from) return {low: from, high: to, log};
  return log ? {low: from / 3, high: from * 3, log} : {low: from - 0.5, high: from + 0.5, log};
};

/**
 * @param {number} least
 * @param {number} most
 * @param {boolean} log
 */
const roomyEnds = (least, most, log) => {
  if (log) return [least / 1.15, most * 1.15];
  const room = 0.05 * (most - least || Math.abs(most) || 1);
  const from = least >= 0 && least <= 0.5 * most ? 0 : least - room; // from zero, unless that would flatten the curve
  return [from, most + room];
};

/**
 * The place of a number between two pixels.
 * @param {{low: number, high: number, log: boolean}} ends
 * @param {number} from
 * @param {number} to
 */
export const placeOn = ({low, high, log}, from, to) => {
  if (!log) return (/** @type {number} */ value) => from + ((value - low) / (high - low)) * (to - from);
  const least = Math.log(low);
  const span = Math.log(high) - least || 1;
  return (/** @type {number} */ value) => (value > 0 ? from + ((Math.log(value) - least) / span) * (to - from) : NaN);
};

/** A power of ten. @param {number} value */
const powerText = value => {
  const exponent = String(Math.round(Math.log10(value)));
  return `10${Array.from(exponent, digit => (digit === '-' ? '⁻' : SUPERSCRIPTS[Number(digit)])).join('')}`;
};

/** A number without zeros at its end. @param {number} value */
const plainText = value => {
  const text = Math.abs(value) < 1e-3 && Math.abs(value) >= 1e-5 ? value.toFixed(7).replace('-', '−') : num(value, 3);
  return text.replace(/(\.\d*?)0+(?=e|$)/, '$1').replace(/\.(?=e|$)/, '');
};

/**
 * Ticks with their texts.
 * @param {Axis} axis
 * @param {{low: number, high: number, log: boolean}} ends
 * @param {number} count
 * @param {boolean} [isWhole] whether the numbers at the axis are whole
 * @returns {{value: number, text: string}[]}
 */
export const ticksOf = ({ticks, names}, ends, count, isWhole = false) => {
  const {low, high, log} = ends;
  const values = ticks ?? (log ? powerTicks(low, high, count) : roundTicks(low, high, count, isWhole));
  const isLong =
    log && !ticks && values.every(value => Number.isInteger(Math.log10(value))) && (high >= LONG || low < 1e-4);
  return values
    .filter(value => value >= low - 1e-12 && value <= high + 1e-12)
    .filter(value => !names || names[value] !== undefined)
    .map(value => ({value, text: names?.[value] ?? (isLong ? powerText(value) : plainText(value))}));
};
