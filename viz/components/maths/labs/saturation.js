// Saturation, trained both ways: a small attention learns with and without the division by sqrt(d_k).

import {range} from '../model/controls.js';
import {counted, dot, mean, softmax} from '../model/linear.js';
import {normal, several} from '../model/random.js';

/** @import {Lab} from '../types.js' */

const KEYS = 6, QUERIES = 6, STEPS = 20;

/**
 * Queries move towards their targets among fixed keys by gradient descent on the cross-entropy of the weights.
 * @param {Float64Array[]} first
 * @param {Float64Array[]} keys
 * @param {number} scale of the scores
 * @param {number} rate
 */
const trained = (first, keys, scale, rate) => {
  let queries = first.map(one => Float64Array.from(one));
  return counted(STEPS).map(() => {
    const weights = queries.map(query => softmax(keys.map(key => scale * dot(query, key))));
    const loss = mean(weights.map((row, i) => -Math.log(Math.max(row[i], 1e-30)))), saturated = mean(weights.map(row => Number(Math.max(...row) > 0.99)));
    const gradients = weights.map((row, i) => {
      const gradient = new Float64Array(keys[0].length);
      row.forEach((p, k) => { const pull = scale * (p - Number(k === i)), key = keys[k]; for (let d = 0; d < gradient.length; d++) gradient[d] += pull * key[d]; });
      return gradient;
    });
    queries = queries.map((query, i) => { for (let d = 0; d < query.length; d++) query[d] -= rate * gradients[i][d]; return query; });
    return {loss, saturated, gradient: mean(gradients.map(one => Math.sqrt(dot(one, one)))), correct: mean(weights.map((row, i) => Number(row.indexOf(Math.max(...row)) === i)))};
  });
};

/** @type {Lab} */
export const LAB = {
  name: 'saturation',
  group: 'attention',
  order: 5,
  section: '3.2.1',
  controls: [range('d_k', {low: 1, high: 128, first: facts => facts.d_k}), range('rate', {low: 0.01, high: 2, step: 0.01, first: 0.2}), range('seed', {low: 1, high: 999, first: 1})],
  compute: ({d_k, rate, seed}) => {
    const draw = normal(seed), queries = counted(QUERIES).map(() => several(draw, d_k)), keys = counted(KEYS).map(() => several(draw, d_k));
    return {steps: counted(STEPS), scaled: trained(queries, keys, 1 / Math.sqrt(d_k), rate), unscaled: trained(queries, keys, 1, rate)};
  },
  draw: ({steps, scaled, unscaled}, {say}) => {
    const panel = (/** @type {string} */ name, /** @type {any} */ y) => /** @type {any} */ ({kind: 'chart', title: say(name), x: {label: say('step')}, y: {label: '', ...y}, height: 230, series: [
      {name: say('divided'), x: steps, y: scaled.map((/** @type {any} */ one) => one[name]), hue: 'encoder'}, {name: say('plain'), x: steps, y: unscaled.map((/** @type {any} */ one) => one[name]), hue: 'cross', dash: true}]});
    const [last, other] = [scaled[STEPS - 1], unscaled[STEPS - 1]];
    return {
      figures: [{kind: 'pair', titles: ['', ''], left: [panel('loss', {low: 0}), panel('gradient', {low: 0})], right: [panel('saturated', {low: 0, high: 1}), panel('correct', {low: 0, high: 1})]}],
      numbers: {first_scaled: scaled[0].loss, first_unscaled: unscaled[0].loss, last_scaled: last.loss, last_unscaled: other.loss},
    };
  },
};
