// Scaled dot-product attention in several heads (3.2): Q queries, K keys, H heads, E d_k, V d_v.

import {matrix, softmax} from './matrix.js';

/** @import {Matrix, Site} from './types.js' */

/**
 * softmax(Q K^T / sqrt(d_k)) V in every head, Eq. 1: query [Q, H * E], keys [K, H * E], values [K, H * V] -> [Q, H *
 * V].
 * @param {Matrix} query
 * @param {Matrix} keys
 * @param {Matrix} values
 * @param {Site} site
 */
export const attend = (query, keys, values, site) => {
  const output = matrix(query.rows, values.width);
  for (let q = 0; q < query.rows; q++) attendRow(query, q, keys, values, site, output);
  return output;
};

/**
 * The attention of one query in every head, written to its row of the output.
 * @param {Matrix} query
 * @param {number} q
 * @param {Matrix} keys
 * @param {Matrix} values
 * @param {Site} site
 * @param {Matrix} output of zeros
 */
export const attendRow = (query, q, keys, values, site, output) => {
  const {heads, probe} = site;
  const width = query.width / heads;
  const columns = values.width / heads;
  const scale = site.scaled ? 1 / Math.sqrt(width) : 1;
  const weights = new Float32Array(site.visible(q));
  for (let head = 0; head < heads; head++) {
    score(weights, query.data, q * query.width + head * width, width, keys, head * width, scale);
    softmax(weights);
    if (probe) probe(site.kind, site.layer, head, site.position(q), weights);
    mix(output.data, q * output.width + head * columns, columns, weights, values, head * columns);
  }
};

/**
 * One query's scores: its scaled dot products with the keys of its head.
 * @param {Float32Array} scores
 * @param {Float32Array} query
 * @param {number} own place of the query's first number
 * @param {number} width
 * @param {Matrix} keys
 * @param {number} first column of the head
 * @param {number} scale
 */
const score = (scores, query, own, width, {data, width: step}, first, scale) => {
  for (let k = 0, at = first; k < scores.length; k++, at += step) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let i = 0; // four sums, none of which waits for another
    for (; i + 3 < width; i += 4) {
      a += query[own + i] * data[at + i];
      b += query[own + i + 1] * data[at + i + 1];
      c += query[own + i + 2] * data[at + i + 2];
      d += query[own + i + 3] * data[at + i + 3];
    }
    for (; i < width; i++) a += query[own + i] * data[at + i];
    scores[k] = (a + b + c + d) * scale;
  }
};

/**
 * Write the weighted mean of a head's values to its columns of the output.
 * @param {Float32Array} output
 * @param {number} own place of the first column
 * @param {number} columns
 * @param {Float32Array} weights
 * @param {Matrix} values
 * @param {number} first column of the head
 */
const mix = (output, own, columns, weights, {data, width: step}, first) => {
  let i = 0;
  for (; i + 3 < columns; i += 4) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let k = 0, at = first + i; k < weights.length; k++, at += step) {
      const weight = weights[k];
      a += weight * data[at];
      b += weight * data[at + 1];
      c += weight * data[at + 2];
      d += weight * data[at + 3];
    }
    output[own + i] = a;
    output[own + i + 1] = b;
    output[own + i + 2] = c;
    output[own + i + 3] = d;
  }
  for (; i < columns; i++)
    for (let k = 0, at = first + i; k < weights.length; k++, at += step) output[own + i] += weights[k] * data[at];
};
