// PE(p + k) is a rotation of PE(p) that depends on k alone (3.5).

import {range} from '../../components/maths/model/controls.js';
import {cosine, counted, dot, encodingOf, matmul, norm, transposed} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/**
 * The matrix that takes PE(p) to PE(p + k): a rotation of each pair of dimensions.
 * @param {number} k
 * @param {number} d_model
 */
const rotation = (k, d_model) =>
  counted(d_model).map(row =>
    counted(d_model).map(column => {
      if (Math.floor(row / 2) !== Math.floor(column / 2)) return 0;
      const angle = k / 10000 ** ((2 * Math.floor(row / 2)) / d_model);
      if (row === column) return Math.cos(angle);
      return row % 2 ? -Math.sin(angle) : Math.sin(angle);
    }),
  );

/** @type {Lab} */
export const LAB = {
  name: 'rotation',
  group: 'positions',
  order: 2,
  section: '3.5',
  controls: [
    range('position', {low: 0, high: 200, first: 10}),
    range('offset', {low: -50, high: 50, first: 3}),
    range('d_model', {low: 4, high: 16, step: 2, first: 8}),
  ],
  compute: ({position, offset, d_model}) => {
    const matrix = rotation(offset, d_model);
    const from = encodingOf(position, d_model);
    const to = encodingOf(position + offset, d_model);
    const [rotated] = transposed(matmul(matrix, transposed([from])));
    return {
      matrix,
      from,
      to,
      rotated,
      distance: norm(rotated.map((value, i) => value - to[i])),
      product: dot(from, to),
      cosine: cosine(from, to),
    };
  },
  draw: (
    {matrix, from, to, rotated, distance, product, cosine: alike},
    {say, values: {position, offset, d_model}},
  ) => ({
    figures: [
      {
        kind: 'matrix',
        title: say('matrix', {offset}),
        values: matrix,
        rowTitle: say('to'),
        columnTitle: say('from'),
        scale: 'signed',
        high: 1,
      },
      {
        kind: 'table',
        title: say('table'),
        head: [
          say('dimension'),
          say('before', {position}),
          say('rotated'),
          say('after', {position: position + offset}),
        ],
        rows: counted(d_model).map(i => [i, from[i], rotated[i], to[i]]),
      },
    ],
    numbers: {distance, product, cosine: alike},
    reading: say('reading', {offset, cosine: num(alike, 3)}),
  }),
};
