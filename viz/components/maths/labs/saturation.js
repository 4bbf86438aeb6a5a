// Saturation, trained both ways: a small attention learns with and without the division by sqrt(d_k).

import {range} from '../model/controls.js';
import {counted, dot, mean, softmax} from '../model/linear.js';
import {normal, several} from '../model/random.js';

/** @import {Lab} from '../types.js' */

const KEYS = 6, QUERIES = 6, STEPS = 20;

/**
 * Weights of one query, its loss, and a step of the query down the gradient.
 * @param {Float64Array} query moved
 * @param {Float64Array[]} keys
 * @param {number} own index of the key that it should find
 * @param {{scale: number, rate: number}} given
 */
const stepped = (query, keys, own, {scale, rate}) => {
  const weights = softmax(keys.map(key => scale * dot(query, key))), largest = Math.max(...weights), gradient = new Float64Array(query.length);
  for (let k = 0; k < keys.length; k++) {
    const key = keys[k], pull = scale * (weights[k] - Number(k === own));
    for (let d = 0; d < key.length; d++) gradient[d] += pull * key[d];
  }
  for (let d = 0; d < query.length; d++) query[d] -= rate * gradient[d];
  return {loss: -Math.log(Math.max(weights[own], 1e-30)), saturated: Number(largest > 0.99), gradient: Math.sqrt(dot(gradient, gradient)), correct: Number(weights.indexOf(largest) === own)};
};

/**
 * Queries move towards their targets among fixed keys by gradient descent on the cross-entropy of the weights.
 * @param {Float64Array[]} first
 * @param {Float64Array[]} keys
 * @param {{scale: number, rate: number}} given `scale` of the scores
 */
const trained = (first, keys, given) => {
  const queries = first.map(one => Float64Array.from(one));
  return counted(STEPS).map(() => {
    const found = queries.map((query, i) => stepped(query, keys, i, given));
    const of = (/** @type {'loss' | 'saturated' | 'gradient' | 'correct'} */ name) => mean(found.map(one => one[name]));
    return {loss: of('loss'), saturated: of('saturated'), gradient: of('gradient'), correct: of('correct')};
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
    return {steps: counted(STEPS), scaled: trained(queries, keys, {scale: 1 / Math.sqrt(d_k), rate}), unscaled: trained(queries, keys, {scale: 1, rate})};
  },
  draw: ({steps, scaled, unscaled}, {say}) => {
    const panel = (/** @type {string} */ name, /** @type {any} */ y) => /** @type {any} */ ({kind: 'chart', title: say(name), x: {label: say('step')}, y: {label: '', ...y}, height: 230, series: [
      {name: say('divided'), x: steps, y: scaled.map((/** @type {any} */ one) => one[name]), hue: 'encoder'}, {name: say('plain'), x: steps, y: unscaled.map((/** @type {any} */ one) => one[name]), hue: 'cross', dash: true}]});
    const [last, other] = [scaled[STEPS - 1], unscaled[STEPS - 1]];
    return {
      figures: [{kind: 'pair', titles: ['', ''], left: [panel('loss', {low: 0}), panel('gradient', {low: 0})], right: [panel('saturated', {low: 0, high: 1}), panel('correct', {low: 0, high: 1})]}],
      numbers: {queries: QUERIES, keys: KEYS, first_scaled: scaled[0].loss, first_unscaled: unscaled[0].loss, last_scaled: last.loss, last_unscaled: other.loss},
    };
  },
};
