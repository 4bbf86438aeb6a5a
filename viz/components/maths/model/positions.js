// The sinusoidal encoding (3.5).

import {counted} from './linear.js';

/**
 * Radians per token of each pair of dimensions.
 * @param {number} d_model
 * @param {number} [base]
 */
export const frequencies = (d_model, base = 10000) => counted(Math.floor(d_model / 2)).map(i => base ** (-2 * i / d_model));

/**
 * The encoding of one position, d_model wide: a sine and a cosine for each frequency.
 * @param {number} pos
 * @param {number} d_model
 * @param {number} [base]
 */
export const encodingOf = (pos, d_model, base = 10000) => frequencies(d_model, base).flatMap(rate => [Math.sin(pos * rate), Math.cos(pos * rate)]);

/**
 * The product of the encodings of two positions: a sum of cosines of their distance.
 * @param {number} distance
 * @param {number} d_model
 * @param {number} [base]
 */
export const productAt = (distance, d_model, base = 10000) => frequencies(d_model, base).reduce((total, rate) => total + Math.cos(distance * rate), 0);
