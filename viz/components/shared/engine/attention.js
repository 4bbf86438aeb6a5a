// Scaled dot-product attention in several heads (3.2): Q queries, K keys, H heads, E d_k, V d_v.

import {matrix, rowOf, softmax} from './matrix.js';

/** @import {Matrix, Site} from './types.js' */

/**
 * softmax(Q K^T / sqrt(d_k)) V in every head, Eq. 1: query [Q, H * E], keys [K, H * E], values [K, H * V] -> [Q, H * V].
 * @param {Matrix} query
 * @param {Matrix} keys
 * @param {Matrix} values
 * @param {Site} site
 */
export const attend = (query, keys, values, site) => {
  const {heads} = site, output = matrix(query.rows, values.width), width = query.width / heads;
  const scale = site.scaled ? 1 / Math.sqrt(width) : 1;
  for (let q = 0; q < query.rows; q++) {
    for (let head = 0; head < heads; head++) {
      const own = rowOf(query, q).subarray(head * width, (head + 1) * width);
      const weights = softmax(scores(own, keys, head * width, site.visible(q), scale));
      site.probe?.(site.kind, site.layer, head, site.position(q), weights);
      mix(rowOf(output, q), weights, values, head * values.width / heads, values.width / heads);
    }
  }
  return output;
};

/**
 * One query's scores: its scaled dot products with the keys of its head.
 * @param {Float32Array} query
 * @param {Matrix} keys
 * @param {number} first column of the head
 * @param {number} count
 * @param {number} scale
 */
const scores = (query, {data, width}, first, count, scale) => {
  const found = new Float32Array(count);
  for (let k = 0; k < count; k++) {
    const at = k * width + first;
    let dot = 0;
    for (let i = 0; i < query.length; i++) dot += query[i] * data[at + i];
    found[k] = dot * scale;
  }
  return found;
};

/**
 * Add the weighted mean of a head's values to its columns of the output.
 * @param {Float32Array} output
 * @param {Float32Array} weights
 * @param {Matrix} values
 * @param {number} first column of the head
 * @param {number} columns
 */
const mix = (output, weights, {data, width}, first, columns) => {
  for (let k = 0; k < weights.length; k++) {
    const weight = weights[k], at = k * width;
    if (weight) for (let i = first; i < first + columns; i++) output[i] += weight * data[at + i];
  }
};
