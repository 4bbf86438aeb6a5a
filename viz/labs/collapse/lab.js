// Q = K = V: attention of vectors to themselves, without projections (3.2.1).

import {range, toggle} from '../../components/maths/model/controls.js';
import {counted, cosine, dot, mean, norm, softmax} from '../../components/maths/model/linear.js';
import {normal, several} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'collapse',
  group: 'attention',
  order: 10,
  section: '3.2.1',
  controls: [
    range('width', {low: 1, high: 96, first: 64}),
    range('size', {low: 0.1, high: 3, step: 0.1, first: 1}),
    range('count', {low: 2, high: 16, first: 8}),
    toggle('projected'),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({width, size, count, projected, seed}) => {
    const draw = normal(seed);
    const vectors = counted(count).map(() => several(draw, width).map(value => size * value));
    const project = () => {
      const matrix = counted(width).map(() => several(draw, width));
      return vectors.map(one => Float64Array.from(matrix, row => dot(row, one) / Math.sqrt(width)));
    };
    const queries = projected ? project() : vectors;
    const keys = projected ? project() : vectors;
    const weights = queries.map(query => softmax(keys.map(key => dot(query, key) / Math.sqrt(width))));
    const outputs = weights.map(row =>
      Float64Array.from({length: width}, (_, d) => row.reduce((total, weight, k) => total + weight * vectors[k][d], 0)),
    );
    return {
      weights,
      diagonal: mean(weights.map((row, i) => row[i])),
      length: mean(vectors.map(norm)),
      alike: mean(outputs.map((one, i) => cosine(one, vectors[i]))),
    };
  },
  draw: ({weights, diagonal, length, alike}, {say, values: {projected}}) => {
    const names = weights.map((/** @type {any} */ _, /** @type {number} */ i) => String(i + 1));
    return {
      figures: [
        {
          kind: 'matrix',
          title: say(projected ? 'with' : 'without'),
          values: weights,
          rows: names,
          columns: names,
          rowTitle: say('query'),
          columnTitle: say('key'),
        },
      ],
      numbers: {diagonal, uniform: 1 / weights.length, length, alike},
    };
  },
};
