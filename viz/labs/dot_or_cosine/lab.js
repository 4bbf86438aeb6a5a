// Dot product against cosine, and additive against dot-product attention (3.2.1).

import {range} from '../../components/maths/model/controls.js';
import {cosine, counted, dot, entropy, mean, softmax, variance} from '../../components/maths/model/linear.js';
import {normal, several} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const SAMPLES = 12;

/** @type {Lab} */
export const LAB = {
  name: 'dot_or_cosine',
  group: 'attention',
  order: 8,
  section: '3.2.1',
  controls: [
    range('d_k', {low: 1, high: 128, first: facts => facts.d_k}),
    range('keys', {low: 2, high: 16, first: 8}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({d_k, keys, seed}) => {
    const draw = normal(seed);
    const hidden = d_k; // the additive network is as wide as the keys
    const v = several(draw, hidden).map(value => value / Math.sqrt(hidden));
    const samples = counted(SAMPLES).map(() => ({
      query: several(draw, d_k),
      keys: counted(keys).map(() => several(draw, d_k)),
    }));
    /** @type {Record<string, (query: Float64Array, key: Float64Array) => number>} */
    const kinds = {
      scaled: (query, key) => dot(query, key) / Math.sqrt(d_k),
      plain: dot,
      cosine,
      additive: (query, key) => query.reduce((total, value, i) => total + v[i] * Math.tanh(value + key[i]), 0),
    };
    return Object.entries(kinds).map(([name, score]) => {
      const rows = samples.map(({query, keys: all}) => all.map(key => score(query, key)));
      const weights = rows.map(softmax);
      return {
        name,
        row: weights[0],
        variance: mean(rows.map(row => variance(row, 1))),
        largest: mean(weights.map(row => Math.max(...row))),
        entropy: mean(weights.map(entropy)),
      };
    });
  },
  draw: (measured, {say, values: {d_k, keys}}) => ({
    figures: [
      {
        kind: 'bars',
        title: say('row'),
        labels: counted(keys).map(i => String(i + 1)),
        x: {label: say('key')},
        y: {label: say('weight'), low: 0, high: 1},
        height: 260,
        series: measured.map((/** @type {any} */ {name, row}, /** @type {number} */ i) => ({
          name: say(name),
          values: row,
          hue: i,
        })),
      },
      {
        kind: 'table',
        title: say('table'),
        head: ['', say('variance'), say('largest'), say('entropy')],
        rows: measured.map((/** @type {any} */ one) => [say(one.name), one.variance, one.largest, one.entropy]),
      },
    ],
    numbers: {uniform: Math.log(keys), dot_operations: 2 * d_k, additive_operations: 4 * d_k},
  }),
};
