// How a lab writes its numbers.

import {percentText} from '../../shared/locale.js';

const GROUPS = /\B(?=(\d{3})+(?!\d))/g;

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

/** A share as a percentage. @param {number} share */
export const percent = share => percentText(share, {maximumSignificantDigits: 3});
