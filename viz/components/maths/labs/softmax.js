// Why attention divides by sqrt(d_k) (3.2.1, footnote 4).

import {range} from '../model/controls.js';
import {counted, dot, entropy, mean, quantile, softmax, variance} from '../model/linear.js';
import {normal, several} from '../model/random.js';

/** @import {Lab} from '../types.js' */

const WIDTHS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];
const SAMPLES = 24, DEAD = 0.01; // queries at each width; a norm of the Jacobian below which next to nothing passes

/** The norm of the Jacobian of softmax, diag(p) - p pᵀ. @param {number[]} p */
const jacobianNorm = p => {
  const power = (/** @type {number} */ n) => p.reduce((total, one) => total + one ** n, 0), squares = power(2);
  return Math.sqrt(Math.max(0, squares - 2 * power(3) + squares ** 2));
};

/** @type {Lab} */
export const LAB = {
  name: 'softmax',
  group: 'attention',
  order: 1,
  section: '3.2.1',
  controls: [
    range('d_k', {low: 1, high: 512, first: facts => facts.d_k}),
    range('keys', {low: 2, high: 32, first: 12}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({d_k, keys, seed}) => {
    const draw = normal(seed), widths = [...new Set([...WIDTHS, d_k])].sort((a, b) => a - b), widest = widths[widths.length - 1];
    const queries = counted(SAMPLES).map(() => several(draw, widest));
    const own = queries.map(() => counted(keys).map(() => several(draw, widest))); // each query has its own keys
    const measured = widths.map(width => {
      const scores = queries.map((query, i) => own[i].map(key => dot(query.subarray(0, width), key)));
      const of = (/** @type {number} */ scale) => {
        const weights = scores.map(row => softmax(row.map(score => score / scale))), norms = weights.map(jacobianNorm);
        return {variance: mean(scores.map(row => variance(row, 1))) / scale ** 2, largest: mean(weights.map(row => Math.max(...row))),
          entropy: mean(weights.map(entropy)), gradient: quantile(norms, 0.5), dead: norms.filter(one => one < DEAD).length / SAMPLES, row: weights[0]};
      };
      return {width, scaled: of(Math.sqrt(width)), unscaled: of(1)};
    });
    return {measured, at: measured.find(one => one.width === d_k)};
  },
  draw: ({measured, at}, {say, values: {d_k, keys}}) => {
    const x = measured.map((/** @type {any} */ one) => one.width);
    const panel = (/** @type {string} */ name, /** @type {any} */ y) => /** @type {any} */ ({kind: 'chart', title: say(name), height: 210,
      x: {label: 'd_k', log: true, ticks: [1, 4, 16, 64, 256]}, y: {label: '', ...y}, marks: [{x: d_k, label: ''}], series: [
        {name: say('scaled'), x, y: measured.map((/** @type {any} */ one) => one.scaled[name]), hue: 'encoder'},
        {name: say('unscaled'), x, y: measured.map((/** @type {any} */ one) => one.unscaled[name]), hue: 'cross', dash: true},
      ]});
    return {
      figures: [
        {kind: 'bars', title: say('row', {d_k}), labels: counted(keys).map(i => String(i + 1)), y: {label: say('weight'), low: 0, high: 1}, x: {label: say('key')}, height: 220, series: [
          {name: say('scaled'), values: at.scaled.row, hue: 'encoder'}, {name: say('unscaled'), values: at.unscaled.row, hue: 'cross'}]},
        {kind: 'pair', titles: ['', ''], left: [panel('variance', {log: true}), panel('entropy', {low: 0})], right: [panel('largest', {low: 0, high: 1}), panel('dead', {low: 0, high: 1})]},
      ],
      numbers: {variance_scaled: at.scaled.variance, variance_unscaled: at.unscaled.variance, largest_scaled: at.scaled.largest, largest_unscaled: at.unscaled.largest,
        gradient_scaled: at.scaled.gradient, gradient_unscaled: at.unscaled.gradient},
    };
  },
};
