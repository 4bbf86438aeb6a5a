// Saturation, trained both ways: a small attention learns with and without the division by sqrt(d_k).

import {oneOf, range} from '../../components/maths/model/controls.js';
import {counted, dot, mean, quantile} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';
import {normal, several} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */
/** @typedef {'loss' | 'gradient' | 'saturated' | 'correct'} Measure */

const KEYS = 6;
const QUERIES = 6;
const STEPS = 20;

/**
 * Turn scores into weights, in place.
 * @param {Float64Array} scores
 */
const weigh = scores => {
  let most = -Infinity;
  let total = 0;
  for (const score of scores) most = Math.max(most, score);
  for (let k = 0; k < scores.length; k++) total += scores[k] = Math.exp(scores[k] - most);
  for (let k = 0; k < scores.length; k++) scores[k] /= total;
};

/**
 * A loss of weights and, in their place, its gradient at the scores. `weights`: -ln of the own key's weight. `output`:
 * half the squared distance of the output from the own value, where the values are at right angles and of length 1.
 * @param {Float64Array} weights
 * @param {number} own index of the key that the query should find
 * @param {string} loss
 */
const pulled = (weights, own, loss) => {
  if (loss === 'weights') {
    const found = -Math.log(Math.max(weights[own], 1e-30));
    weights[own] -= 1;
    return found;
  }
  let squares = 0;
  let middle = 0;
  for (let k = 0; k < weights.length; k++) {
    const missed = weights[k] - Number(k === own);
    squares += missed ** 2;
    middle += weights[k] * missed;
  }
  for (let k = 0; k < weights.length; k++) weights[k] *= weights[k] - Number(k === own) - middle;
  return squares / 2;
};

/**
 * What a query has now, and a step of it down the gradient.
 * @param {Float64Array} query moved
 * @param {Float64Array[]} keys
 * @param {number} own index of the key that it should find
 * @param {{scale: number, rate: number, loss: string}} given
 */
const stepped = (query, keys, own, {scale, rate, loss}) => {
  const weights = new Float64Array(keys.length);
  const gradient = new Float64Array(query.length);
  for (let k = 0; k < keys.length; k++) weights[k] = scale * dot(query, keys[k]);
  weigh(weights);
  const largest = Math.max(...weights);
  const correct = Number(weights.indexOf(largest) === own);
  const found = pulled(weights, own, loss);
  for (let k = 0; k < keys.length; k++) {
    const key = keys[k];
    const pull = scale * weights[k];
    for (let d = 0; d < key.length; d++) gradient[d] += pull * key[d];
  }
  for (let d = 0; d < query.length; d++) query[d] -= rate * gradient[d];
  return {loss: found, saturated: Number(largest > 0.99), gradient: Math.sqrt(dot(gradient, gradient)), correct};
};

/**
 * Queries move towards their keys, which are fixed, by gradient descent.
 * @param {Float64Array[]} first
 * @param {Float64Array[]} keys
 * @param {{scale: number, rate: number, loss: string}} given `scale` of the scores
 */
const trained = (first, keys, given) => {
  const queries = first.map(one => Float64Array.from(one));
  return counted(STEPS).map(() => {
    const found = queries.map((query, i) => stepped(query, keys, i, given));
    const of = (/** @type {Measure} */ name) => found.map(one => one[name]);
    return {
      loss: mean(of('loss')),
      saturated: mean(of('saturated')),
      gradient: quantile(of('gradient'), 0.5),
      correct: mean(of('correct')),
    };
  });
};

/** @type {Lab} */
export const LAB = {
  name: 'saturation',
  group: 'attention',
  order: 5,
  section: '3.2.1',
  controls: [
    oneOf('learned', ['output', 'weights']),
    range('d_k', {low: 1, high: 128, first: 64}),
    range('rate', {low: 0.01, high: 2, step: 0.01, first: 1}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({d_k, rate, seed, learned: loss}) => {
    const draw = normal(seed);
    const queries = counted(QUERIES).map(() => several(draw, d_k));
    const keys = counted(KEYS).map(() => several(draw, d_k));
    return {
      steps: counted(STEPS),
      scaled: trained(queries, keys, {scale: 1 / Math.sqrt(d_k), rate, loss}),
      unscaled: trained(queries, keys, {scale: 1, rate, loss}),
    };
  },
  draw: ({steps, scaled, unscaled}, {say, values: {learned}}) => {
    const panel = (/** @type {Measure} */ name, /** @type {any} */ y, title = say(name)) =>
      /** @type {any} */ ({
        kind: 'chart',
        title,
        x: {label: say('step')},
        y: {label: '', ...y},
        height: 230,
        series: [
          {name: say('divided'), x: steps, y: scaled.map((/** @type {any} */ one) => one[name]), hue: 'encoder'},
          {
            name: say('plain'),
            x: steps,
            y: unscaled.map((/** @type {any} */ one) => one[name]),
            hue: 'cross',
            dash: true,
          },
        ],
      });
    const [last, other] = [scaled[STEPS - 1], unscaled[STEPS - 1]];
    const share = {low: 0, high: 1};
    const found = (/** @type {any} */ one) => Math.round(QUERIES * one.correct);
    return {
      figures: [
        {
          kind: 'pair',
          titles: ['', ''],
          left: [panel('loss', {low: 0}, say(`loss.${learned}`)), panel('gradient', {log: true})],
          right: [panel('correct', share), panel('saturated', share)],
        },
      ],
      numbers: {
        queries: QUERIES,
        keys: KEYS,
        first_scaled: scaled[0].loss,
        first_unscaled: unscaled[0].loss,
        last_scaled: last.loss,
        last_unscaled: other.loss,
      },
      reading: say('reading', {
        steps: STEPS - 1,
        queries: QUERIES,
        divided: found(last),
        plain: found(other),
        saturated: found({correct: other.saturated}),
        gradient: num(last.gradient, 2),
        other: num(other.gradient, 2),
      }),
    };
  },
};
