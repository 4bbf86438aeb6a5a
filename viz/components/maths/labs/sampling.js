// Sampling with temperature, top-k and top-p from the model's own distribution.

import {pick, range} from '../model/controls.js';
import {counted, entropy, softmax, sum} from '../model/linear.js';
import {uniform} from '../model/random.js';

/** @import {Lab} from '../types.js' */

const SHOWN = 12, DRAWS = 20;

/**
 * The weights that are sampled from, in the order of the model's own.
 * @param {number[]} logits sorted, largest first
 * @param {{temperature: number, top_k: number, top_p: number}} given
 */
const kept = (logits, {temperature, top_k, top_p}) => {
  const weights = softmax(logits.map(one => one / temperature));
  let mass = 0;
  const cut = weights.map((weight, i) => { const isKept = i < top_k && mass < top_p; mass += weight; return isKept ? weight : 0; });
  const total = sum(cut);
  return cut.map(weight => weight / total);
};

/** @type {Lab} */
export const LAB = {
  name: 'sampling',
  group: 'data',
  order: 4,
  section: '',
  controls: [
    pick('step', facts => facts.target),
    range('temperature', {low: 0.1, high: 5, step: 0.1, first: 1}),
    range('top_k', {low: 1, high: 200, first: 200}),
    range('top_p', {low: 0.05, high: 1, step: 0.01, first: 1}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  ask: ({step}) => ({step}),
  compute: ({temperature, top_k, top_p, seed}, _, {tokens, logits}) => {
    const plain = softmax(logits), weights = kept(logits, {temperature, top_k, top_p}), draw = uniform(seed);
    const drawn = counted(DRAWS).map(() => {
      let left = draw();
      const found = weights.findIndex(weight => (left -= weight) < 0);
      return tokens[found] ?? '…';
    });
    return {tokens, plain, weights, drawn, left: weights.filter(weight => weight > 0).length};
  },
  draw: ({tokens, plain, weights, drawn, left}, {say}) => ({
    figures: [
      {kind: 'bars', title: say('chart'), labels: tokens.slice(0, SHOWN), y: {label: say('probability'), low: 0, high: 1}, height: 300, series: [
        {name: say('model'), values: plain.slice(0, SHOWN), hue: 'faint'}, {name: say('sampled'), values: weights.slice(0, SHOWN), hue: 'decoder'}]},
      {kind: 'tokens', title: say('draws'), tokens: drawn.map((/** @type {string} */ text) => ({text, share: text === tokens[0] ? 0.3 : 0, hue: 'decoder'}))},
    ],
    numbers: {entropy_model: entropy(plain), entropy: entropy(weights), left, first: weights[0]},
  }),
};
