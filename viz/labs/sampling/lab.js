// Sampling with temperature, top-k and top-p from the model's own distribution.

import {pick, range} from '../../components/maths/model/controls.js';
import {counted, entropy, softmax, sum} from '../../components/maths/model/linear.js';
import {uniform} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const SHOWN = 11;
const DRAWS = 20; // bars beside that of all others

/**
 * The weights that are sampled from, in the order of the model's own, and the share of the mass that they had before.
 * Temperature comes first, then top-k, then top-p of what top-k kept.
 * @param {number[]} logits sorted, largest first
 * @param {{temperature: number, top_k: number, top_p: number}} given
 */
const kept = (logits, {temperature, top_k, top_p}) => {
  const weights = softmax(logits.map(one => one / temperature));
  const count = top_k || weights.length;
  const most = top_p * sum(weights.slice(0, count));
  let before = 0;
  const cut = weights.map((weight, i) => {
    const isKept = i < count && (top_p === 1 || before < most);
    before += weight;
    return isKept ? weight : 0;
  });
  const mass = sum(cut);
  return {mass, weights: cut.map(weight => weight / mass)};
};

/**
 * Draws of indices; a number that rounding leaves over belongs to the last weight above 0.
 * @param {number[]} weights
 * @param {number} seed
 */
const drawsOf = (weights, seed) => {
  const draw = uniform(seed);
  const last = weights.findLastIndex(weight => weight > 0);
  return counted(DRAWS).map(() => {
    let left = draw();
    const found = weights.findIndex(weight => (left -= weight) < 0);
    return found < 0 ? last : found;
  });
};

/** The first values and the sum of all others. @param {number[]} values */
const withRest = values => [...values.slice(0, SHOWN), sum(values.slice(SHOWN))];

/** @type {Lab} */
export const LAB = {
  name: 'sampling',
  group: 'data',
  order: 4,
  section: '',
  controls: [
    pick('step', facts => facts.target),
    range('temperature', {low: 0.1, high: 5, step: 0.1, first: 1}),
    range('top_k', {low: 0, high: 200, first: 0}),
    range('top_p', {low: 0.05, high: 1, step: 0.01, first: 1}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  ask: ({step}) => ({step}),
  compute: ({temperature, top_k, top_p, seed}, _, {tokens, logits}) => {
    const plain = softmax(logits);
    const {weights, mass} = kept(logits, {temperature, top_k, top_p});
    return {
      tokens,
      plain,
      weights,
      mass,
      drawn: drawsOf(weights, seed),
      left: weights.filter(weight => weight > 0).length,
    };
  },
  draw: ({tokens, plain, weights, mass, drawn, left}, {say}) => ({
    figures: [
      {
        kind: 'bars',
        title: say('chart'),
        labels: [...tokens.slice(0, SHOWN), say('others')],
        y: {label: say('probability'), low: 0, high: 1},
        height: 300,
        series: [
          {name: say('model'), values: withRest(plain), hue: 'faint'},
          {name: say('sampled'), values: withRest(weights), hue: 'decoder'},
        ],
      },
      {
        kind: 'tokens',
        title: say('draws'),
        tokens: drawn.map((/** @type {number} */ i) => ({text: tokens[i] ?? '…', share: i ? 0 : 0.3, hue: 'decoder'})),
      },
    ],
    numbers: {entropy_model: entropy(plain), entropy: entropy(weights), left, mass, first: weights[0]},
  }),
};
