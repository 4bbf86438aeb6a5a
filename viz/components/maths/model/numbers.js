// How a lab writes its numbers.

import {percentText} from '../../shared/locale.js';

/** @import {Facts} from '../types.js' */

// The tokens at the axes of an attention.

/** What the decoder reads: the start symbol first. @param {Facts} facts */
export const readTokens = ({target}) => ['<s>', ...target.slice(0, -1)];

/**
 * Queries and keys of an attention kind.
 * @param {Facts} facts
 * @param {string} kind
 */
export const axesOf = (facts, kind) => {
  const read = readTokens(facts);
  return {queries: kind === 'encoder' ? facts.source : read, keys: kind === 'decoder' ? read : facts.source};
};

const GROUPS = /\B(?=(\d{3})+(?!\d))/g;

export const FIGURES = 3; // significant digits that a reader needs; arithmetic to be done by hand has more

export const LOSS_DECIMALS = 3;

/**
 * A number with so many significant digits, a true minus sign, groups of thousands, and powers of ten far from 1.
 * @param {number} value
 * @param {number} [digits]
 */
export const num = (value, digits = 4) => {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size === 0) return '0';
  if (Number.isInteger(value) && size < 1e12) return sign + String(size).replace(GROUPS, ',');
  if (size < 1e-3 || size >= 1e9) {
    const [mantissa, power] = size.toExponential(digits - 1).split('e');
    return `${sign}${mantissa}e${power.replace('+', '').replace('-', '−')}`;
  }
  const places = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  const [whole, part] = size.toFixed(places).split('.');
  return sign + whole.replace(GROUPS, ',') + (part ? `.${part}` : '');
};

/**
 * A factor of a written product: a negative one stands in brackets.
 * @param {number} value
 * @param {number} [digits]
 */
export const factor = (value, digits = 3) => (value < 0 ? `(${num(value, digits)})` : num(value, digits));

/** A share as a percentage. @param {number} share */
export const percent = share => percentText(share, {maximumSignificantDigits: 3});
