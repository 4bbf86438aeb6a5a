// Heads as shapes: one fused projection is h projections, and heads do not slice the embedding (3.2.2).

import {range} from '../../components/maths/model/controls.js';
import {counted, dot} from '../../components/maths/model/linear.js';
import {normal, several} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'heads_as_shapes',
  group: 'attention',
  order: 7,
  section: '3.2.2',
  controls: [
    range('h', {low: 1, high: 16, first: facts => facts.num_heads}),
    range('d_k', {low: 1, high: 128, first: facts => facts.d_k}),
    range('d_model', {low: 8, high: 1024, step: 8, first: facts => facts.d_model}),
    range('head', {low: 1, high: 16, first: 1}),
  ],
  compute: ({h, d_k, d_model, head}) => {
    const draw = normal(3);
    const small = {rows: Math.min(h, 4) * 3, width: 8};
    const x = several(draw, small.width);
    const fused = counted(small.rows).map(() => several(draw, small.width));
    const at = Math.min(head, Math.min(h, 4)) - 1;
    const whole = fused.map(row => dot(row, x));
    const own = fused.slice(3 * at, 3 * at + 3).map(row => dot(row, x));
    // reads a slice alone
    const sliced = fused.slice(3 * at, 3 * at + 3).map(row => dot(row.slice(0, 2), x.slice(2 * at, 2 * at + 2)));
    const width = h * d_k;
    const weights = 3 * d_model * width + width * d_model;
    const biases = 3 * width + d_model;
    return {
      fused,
      x,
      whole,
      own,
      sliced,
      at,
      projections: 3 * h + 1,
      width,
      weights,
      biases,
      error: Math.max(...own.map((one, i) => Math.abs(one - whole[3 * at + i]))),
    };
  },
  draw: (
    {fused, x, whole, own, sliced, at, projections, width, weights, biases, error},
    {say, values: {h, d_k, d_model}},
  ) => ({
    figures: [
      {
        kind: 'table',
        title: say('shapes'),
        head: [say('map'), say('count'), say('shape')],
        rows: [
          [say('query'), h, `[${d_model}, ${d_k}]`],
          [say('key'), h, `[${d_model}, ${d_k}]`],
          [say('value'), h, `[${d_model}, ${d_k}]`],
          [say('output'), 1, `[${width}, ${d_model}]`],
          [say('fused'), 3, `[${d_model}, ${h} · ${d_k}]`],
        ],
      },
      {
        kind: 'matrix',
        title: say('small'),
        values: fused,
        rowTitle: say('rows'),
        columnTitle: say('columns'),
        scale: 'signed',
        written: false,
        height: 240,
        rows: fused.map((/** @type {any} */ _, /** @type {number} */ r) =>
          say('row_of', {head: Math.floor(r / 3) + 1}),
        ),
        outlined: [0, 1, 2].flatMap(r => counted(x.length).map(c => /** @type {[number, number]} */ ([3 * at + r, c]))),
      },
      {
        kind: 'table',
        title: say('numbers', {head: at + 1}),
        head: ['', '1', '2', '3'],
        rows: [
          [say('from_fused'), ...whole.slice(3 * at, 3 * at + 3)],
          [say('from_own'), ...own],
          [say('from_slice'), ...sliced],
        ],
      },
    ],
    numbers: {projections, width, weights, biases, error},
  }),
};
