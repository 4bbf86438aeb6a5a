// The sinusoidal encoding (3.5).

import {counted} from './linear.js';

/**
 * Radians per token of each pair of dimensions.
 * @param {number} d_model
 * @param {number} [base]
 */
export const frequencies = (d_model, base = 10000) => {
  if (known.d_model !== d_model || known.base !== base)
    known = {d_model, base, rates: counted(Math.floor(d_model / 2)).map(i => base ** ((-2 * i) / d_model))};
  return known.rates;
};

/** The last frequencies: most are asked for again at the next position. */
let known = {d_model: 0, base: 0, rates: /** @type {number[]} */ ([])};

/**
 * The encoding of one position, d_model wide: a sine and a cosine for each frequency.
 * @param {number} pos
 * @param {number} d_model
 * @param {number} [base]
 */
export const encodingOf = (pos, d_model, base = 10000) => {
  const rates = frequencies(d_model, base);
  const found = new Array(2 * rates.length);
  for (let i = 0; i < rates.length; i++) {
    found[2 * i] = Math.sin(pos * rates[i]);
    found[2 * i + 1] = Math.cos(pos * rates[i]);
  }
  return /** @type {number[]} */ (found);
};

/**
 * The product of the encodings of two positions: a sum of cosines of their distance.
 * @param {number} distance
 * @param {number} d_model
 * @param {number} [base]
 */
export const productAt = (distance, d_model, base = 10000) => {
  const rates = frequencies(d_model, base);
  let total = 0;
  for (let i = 0; i < rates.length; i++) total += Math.cos(distance * rates[i]);
  return total;
};
