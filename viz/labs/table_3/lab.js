// Heads at constant cost: rows (A) of Table 3.

import {range} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

const HEADS = [1, 2, 4, 8, 16, 32];

/**
 * Parameters with biases and multiplications of one attention over n tokens.
 * @param {{h: number, d_k: number, d_model: number, n: number}} given
 */
const costOf = ({h, d_k, d_model, n}) => {
  const width = h * d_k;
  return {
    h,
    d_k,
    parameters: 3 * (d_model * width + width) + width * d_model + d_model,
    multiplications: 4 * n * d_model * width + 2 * n * n * width,
    weights: h * n * n,
  };
};

/** @type {Lab} */
export const LAB = {
  name: 'table_3',
  group: 'cost',
  order: 9,
  section: '6.2',
  controls: [
    range('d_model', {low: 32, high: 1024, step: 32, first: facts => facts.d_model}),
    range('n', {low: 1, high: 512, first: facts => facts.source.length || 25}),
    range('h', {low: 1, high: 32, first: facts => facts.num_heads}),
  ],
  compute: ({d_model, n, h}) => ({
    rows: HEADS.filter(one => d_model % one === 0).map(one => costOf({h: one, d_k: d_model / one, d_model, n})),
    own: costOf({h, d_k: Math.max(1, Math.floor(d_model / h)), d_model, n}),
  }),
  draw: ({rows, own}, {say}) => ({
    figures: [
      {
        kind: 'table',
        title: say('table'),
        head: ['h', 'd_k', say('parameters'), say('multiplications'), say('weights')],
        rows: rows.map((/** @type {any} */ one) => [one.h, one.d_k, one.parameters, one.multiplications, one.weights]),
        strong: rows.flatMap((/** @type {any} */ one, /** @type {number} */ i) =>
          one.h === own.h ? counted(5).map(c => [i, c]) : [],
        ),
      },
      {
        kind: 'chart',
        title: say('chart'),
        x: {label: 'h', log: true, ticks: rows.map((/** @type {any} */ one) => one.h)},
        y: {label: '', log: true},
        height: 280,
        series: ['d_k', 'parameters', 'multiplications', 'weights'].map((name, i) => ({
          name: name === 'd_k' ? 'd_k' : say(name),
          x: rows.map((/** @type {any} */ one) => one.h),
          y: rows.map((/** @type {any} */ one) => one[name]),
          hue: i,
        })),
      },
    ],
    numbers: {d_k: own.d_k, parameters: own.parameters, multiplications: own.multiplications, weights: own.weights},
  }),
};
