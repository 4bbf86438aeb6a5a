// Softmax of a row, its temperature and Jacobian; the naive exponential that overflows (3.2.1).

import {entry, range} from '../../components/maths/model/controls.js';
import {entropy, softmax, sum} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

const MOST = 10; // scores

/** @param {string} text */
const numbersIn = text =>
  text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(Number)
    .filter(Number.isFinite)
    .slice(0, MOST);

/**
 * Softmax in single precision without subtracting the largest score first.
 * @param {number[]} scores
 */
const naive = scores => {
  const powers = scores.map(one => Math.fround(Math.exp(Math.fround(one))));
  const total = powers.reduce((a, b) => Math.fround(a + b), 0);
  return powers.map(power => Math.fround(power / total));
};

/** @type {Lab} */
export const LAB = {
  name: 'temperature',
  group: 'attention',
  order: 6,
  section: '3.2.1',
  controls: [
    entry('scores', '2, 1, 0.5, -1, -3'),
    range('temperature', {low: 0.05, high: 10, step: 0.05, first: 1}),
    range('offset', {low: 0, high: 200, first: 0}),
  ],
  compute: ({scores: text, temperature, offset}) => {
    const typed = numbersIn(text);
    const scores = typed.length ? typed : [0];
    const scaled = scores.map(one => (one + offset) / temperature);
    const weights = softmax(scaled);
    const jacobian = weights.map((p, i) => weights.map((q, j) => ((i === j ? p : 0) - p * q) / temperature));
    return {
      scores,
      weights,
      naive: naive(scaled),
      jacobian,
      entropy: entropy(weights),
      norm: Math.sqrt(sum(jacobian.flat().map(one => one * one))),
    };
  },
  draw: ({scores, weights, naive: rough, jacobian, entropy: spread, norm}, {say}) => {
    const names = scores.map((/** @type {number} */ one) => String(one).replace('-', '−'));
    return {
      figures: [
        {
          kind: 'bars',
          title: say('chart'),
          labels: names,
          x: {label: say('score')},
          y: {label: say('weight'), low: 0, high: 1},
          height: 260,
          series: [
            {name: say('stable'), values: weights, hue: 'encoder'},
            {name: say('naive'), values: rough, hue: 'cross'},
          ],
        },
        {
          kind: 'matrix',
          title: say('jacobian'),
          values: jacobian,
          rows: names,
          columns: names,
          rowTitle: say('of_weight'),
          columnTitle: say('by_score'),
          scale: 'signed',
        },
      ],
      numbers: {largest: Math.max(...weights), entropy: spread, norm, naive_sum: sum(rough)},
    };
  },
};
