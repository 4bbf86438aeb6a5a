// Why attention divides by sqrt(d_k) (3.2.1, footnote 4).

import {range} from '../../components/maths/model/controls.js';
import {counted, entropy, mean, quantile, softmax, variance} from '../../components/maths/model/linear.js';
import {normal, several} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const WIDTHS = [1, 2, 4, 8, 16, 32, 64, 128];
const SAMPLES = 128;
const MOST_KEYS = 16;
const DEAD = 0.01; // queries at each width; a norm of the Jacobian below which next to nothing passes

/** The norm of the Jacobian of softmax, diag(p) - p pᵀ. @param {number[]} p */
const jacobianNorm = p => {
  let squares = 0;
  let cubes = 0;
  for (const one of p) {
    squares += one * one;
    cubes += one * one * one;
  }
  return Math.sqrt(Math.max(0, squares - 2 * cubes + squares ** 2));
};

/** The vectors of the last seed: a moved d_k takes their first components. */
let drawn = {seed: 0, queries: /** @type {Float64Array[]} */ ([]), keys: /** @type {Float64Array[][]} */ ([])};

/**
 * Products of each query with each of its own keys over the first components, [samples][keys][widths].
 * @param {number[]} widths in order
 * @param {number} seed
 */
const productsAt = (widths, seed) => {
  if (drawn.seed !== seed) {
    const draw = normal(seed);
    const widest = WIDTHS[WIDTHS.length - 1];
    const queries = counted(SAMPLES).map(() => several(draw, widest));
    drawn = {seed, queries, keys: queries.map(() => counted(MOST_KEYS).map(() => several(draw, widest)))};
  }
  return drawn.queries.map((query, i) =>
    drawn.keys[i].map(key => {
      let total = 0;
      let from = 0;
      return widths.map(width => {
        for (; from < width; from++) total += query[from] * key[from];
        return total;
      });
    }),
  );
};

/** @type {Lab} */
export const LAB = {
  name: 'softmax',
  group: 'attention',
  order: 1,
  section: '3.2.1',
  see: ['saturation'],
  controls: [
    range('d_k', {low: 1, high: 128, first: facts => facts.d_k}),
    range('keys', {low: 2, high: MOST_KEYS, first: 12}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({d_k, keys, seed}) => {
    const widths = [...new Set([...WIDTHS, d_k])].sort((a, b) => a - b);
    const sums = productsAt(widths, seed);
    const measured = widths.map((width, w) => {
      const scores = sums.map(row => row.slice(0, keys).map(products => products[w]));
      const of = (/** @type {number} */ scale) => {
        const weights = scores.map(row => softmax(row.map(score => score / scale)));
        const norms = weights.map(jacobianNorm);
        return {
          variance: mean(scores.map(row => variance(row, 1))) / scale ** 2,
          largest: mean(weights.map(row => Math.max(...row))),
          entropy: mean(weights.map(entropy)),
          gradient: quantile(norms, 0.5),
          dead: norms.filter(one => one < DEAD).length / SAMPLES,
          row: weights[0],
        };
      };
      return {width, scaled: of(Math.sqrt(width)), unscaled: of(1)};
    });
    return {measured, at: measured.find(one => one.width === d_k)};
  },
  draw: ({measured, at}, {say, values: {d_k, keys}}) => {
    const x = measured.map((/** @type {any} */ one) => one.width);
    const panel = (/** @type {string} */ name, /** @type {any} */ y) =>
      /** @type {any} */ ({
        kind: 'chart',
        title: say(name, {queries: SAMPLES}),
        height: 210,
        x: {label: 'd_k', log: true, ticks: [1, 4, 16, 64]},
        y: {label: '', ...y},
        marks: [{x: d_k, label: ''}],
        series: [
          {name: say('scaled'), x, y: measured.map((/** @type {any} */ one) => one.scaled[name]), hue: 'encoder'},
          {
            name: say('unscaled'),
            x,
            y: measured.map((/** @type {any} */ one) => one.unscaled[name]),
            hue: 'cross',
            dash: true,
          },
        ],
      });
    return {
      figures: [
        {
          kind: 'pair',
          titles: ['', ''],
          left: [panel('largest', {low: 0, high: 1}), panel('variance', {log: true})],
          right: [panel('dead', {low: 0, high: 1}), panel('entropy', {low: 0})],
        },
        {
          kind: 'bars',
          title: say('row', {d_k}),
          labels: counted(keys).map(i => String(i + 1)),
          y: {label: say('weight'), low: 0, high: 1},
          x: {label: say('key')},
          height: 220,
          series: [
            {name: say('scaled'), values: at.scaled.row, hue: 'encoder'},
            {name: say('unscaled'), values: at.unscaled.row, hue: 'cross'},
          ],
        },
      ],
      numbers: {
        queries: SAMPLES,
        variance_scaled: at.scaled.variance,
        variance_unscaled: at.unscaled.variance,
        largest_scaled: at.scaled.largest,
        largest_unscaled: at.unscaled.largest,
        gradient_scaled: at.scaled.gradient,
        gradient_unscaled: at.unscaled.gradient,
      },
    };
  },
};
