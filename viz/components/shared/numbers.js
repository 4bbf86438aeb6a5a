// Formatting of numbers. Pure functions.

/** @import {Scale} from './types.js' */

/**
 * @param {number} value
 * @param {number} low
 * @param {number} high
 */
export const clamp = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));

/** @param {number} value */
export const rounded = value => Math.round(value * 100) / 100;

/**
 * A number with a true minus sign, without one before zero.
 * @param {number} value
 * @param {number} digits
 */
export const minus = (value, digits) => {
  const text = Math.abs(value).toFixed(digits);
  return value < 0 && Number(text) ? `−${text}` : text;
};

/**
 * The same with a plus sign for positive numbers.
 * @param {number} value
 * @param {number} digits
 */
export const signedText = (value, digits) => `${Number(value.toFixed(digits)) > 0 ? '+' : ''}${minus(value, digits)}`;

/**
 * "≈" for a rounded difference that is not the difference of the two rounded numbers next to it; else nothing.
 * @param {number} before
 * @param {number} after
 * @param {number} digits
 * @param {number} [by]
 */
export const roundingMark = (before, after, digits, by = after - before) => {
  /** @param {number} value */
  const units = value => Math.round(Number(value.toFixed(digits)) * 10 ** digits);
  return units(after) - units(before) === units(by) ? '' : '≈';
};

/**
 * A difference with its sign, next to the two rounded numbers that it is of.
 * @param {number} before
 * @param {number} after
 * @param {number} digits
 * @param {number} [by]
 */
export const changeText = (before, after, digits, by = after - before) =>
  `${roundingMark(before, after, digits, by)}${signedText(by, digits)}`;

const FIGURES = 3;
const LEAST = 0.0001; // significant digits that a reader needs; what is less than this is said to be so

/**
 * Decimals that show a number to three significant digits.
 * @param {number} value
 */
export const decimalsOf = value => clamp(FIGURES - 1 - Math.floor(Math.log10(Math.abs(value) || 1)), 0, 6);

/**
 * A number to three significant digits, or that it is nearly 0.
 * @param {number} value
 */
export const shortText = value => {
  if (value === 0) return '0';
  if (Math.abs(value) < LEAST) return value < 0 ? `>−${LEAST}` : `<${LEAST}`;
  return minus(value, decimalsOf(Number(value.toPrecision(FIGURES))));
};

export const SHARE_DECIMALS = 3; // of a probability or another share of 1
const LEAST_SHARE = 10 ** -SHARE_DECIMALS;

/**
 * A probability, or another share of 1; what would be written as 0 or as 1 without being it is said to be nearly so.
 * @param {number} p
 */
export const probabilityText = p => {
  if (p === 0) return '0';
  if (p > 0 && p < LEAST_SHARE / 2) return `<${LEAST_SHARE}`;
  return p < 1 && p >= 1 - LEAST_SHARE / 2 ? `>${1 - LEAST_SHARE}` : p.toFixed(SHARE_DECIMALS);
};

/**
 * A probability before and after a change: two that are both nearly 0 are told apart.
 * @param {number} before
 * @param {number} after
 */
export const probabilityChange = (before, after) => {
  const isTiny = Math.max(before, after) < LEAST_SHARE / 2;
  const [first, second] = [before, after].map(p => (isTiny ? powerText(p, 1) : probabilityText(p)));
  return {before: first, after: second};
};

/**
 * A number of a sheet: a share, or to three significant digits, or ≈ to the two decimals that 8 bits hold; signed ones
 * carry their sign.
 * @param {Scale & {exact: boolean, shares?: boolean, side?: string}} scale
 * @param {number} value
 */
export const numberText = ({exact, shares, signed, side, low, high}, value) => {
  if (exact && shares && !signed) return probabilityText(value);
  if (exact) return `${signed && value >= LEAST ? '+' : ''}${shortText(value)}`;
  const held = high - low > 2 && side !== 'difference' ? 1 : 2;
  return `≈${signed && value > 0 ? '+' : ''}${minus(value, held)}`;
};

/**
 * An end of a scale: to two significant digits, as many as a scale needs.
 * @param {number} value
 */
export const scaleEnd = value =>
  Math.abs(value) >= 10 ? minus(value, 0) : `${value < 0 ? '−' : ''}${Number(Math.abs(value).toPrecision(2))}`;

const CHARACTERS = 5; // that the smallest cell with a number holds

/**
 * A number as it is written in its cell: exact to two decimals, or ≈ to those that 8 bits hold, as far as there is
 * room; a 0 before the point goes first.
 * A share of less than 0.005 is not written; any other number is, because a blank cell would seem to be masked.
 * @param {Scale & {exact: boolean, shares: boolean, side?: string}} sheet
 * @param {number} value
 */
export const cellText = ({exact, shares, low, high, side}, value) => {
  if (Number.isNaN(value) || (shares && Math.abs(value) < 0.005)) return '';
  const held = high - low > 2 && side !== 'difference' ? 1 : 2;
  /** @param {number} digits */
  const written = digits => `${exact ? '' : '≈'}${minus(value, digits)}`;
  const whole = written(exact ? 2 : held);
  return [whole, whole.replace('0.', '.'), written(1)].find(text => text.length <= CHARACTERS) ?? written(0);
};

/**
 * @param {number} value
 * @param {boolean} exact
 */
export const weightText = (value, exact) => (exact ? probabilityText(value) : `≈${value.toFixed(2)}`);

/**
 * @param {number} value
 * @param {number} digits
 */
export const powerText = (value, digits) => (value === 0 ? '0' : value.toExponential(digits));

const STEPS = [1, 2, 2.5, 5, 10]; // of the ticks of an axis, times a power of ten

/**
 * Round numbers that cover a span.
 * @param {number} low
 * @param {number} high
 * @param {number} count about so many
 * @param {boolean} isWhole whether only whole numbers are meant
 */
export const roundTicks = (low, high, count, isWhole) => {
  const span = high - low || 1;
  const power = 10 ** Math.floor(Math.log10(span / count));
  const found = power * (STEPS.find(one => one * power * count >= span && !(isWhole && (one * power) % 1)) ?? 10);
  const ticks = [];
  const step = isWhole ? Math.max(1, found) : found;
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++)
    ticks.push(Number((i * step).toPrecision(12)));
  return ticks;
};
