// Table 1: operations, sequential operations and path length of four kinds of layers, for any n, d, r and k (4).

import {range} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

const POINTS = 60;
const LONGEST = 10000;

/** @typedef {{operations: number, sequential: number, path: number}} Costs */
/** @type {Record<string, (given: {n: number, d: number, r: number, k: number}) => Costs>} */
const KINDS_OF_LAYER = {
  attention: ({n, d}) => ({operations: n * n * d, sequential: 1, path: 1}),
  recurrent: ({n, d}) => ({operations: n * d * d, sequential: n, path: n}),
  convolution: ({n, d, k}) => ({
    operations: k * n * d * d,
    sequential: 1,
    path: k > 1 ? Math.max(1, Math.log(n) / Math.log(k)) : n,
  }),
  restricted: ({n, d, r}) => ({operations: Math.min(r, n) * n * d, sequential: 1, path: Math.max(1, n / r)}),
};

/** @type {Lab} */
export const LAB = {
  name: 'complexity',
  group: 'cost',
  order: 1,
  section: '4',
  controls: [
    range('n', {low: 1, high: 5000, first: facts => facts.source.length || 25}),
    range('d', {low: 8, high: 2048, step: 8, first: facts => facts.d_model}),
    range('r', {low: 1, high: 512, first: 32}),
    range('k', {low: 1, high: 15, first: 3}),
  ],
  compute: values => {
    const names = Object.keys(KINDS_OF_LAYER);
    const lengths = counted(POINTS).map(i => LONGEST ** (i / (POINTS - 1)));
    return {
      names,
      lengths,
      curves: names.map(name => lengths.map(n => KINDS_OF_LAYER[name]({...values, n}).operations)),
      rows: names.map(name => KINDS_OF_LAYER[name](values)),
    };
  },
  draw: ({names, lengths, curves, rows}, {say, values: {n, d}}) => ({
    figures: [
      {
        kind: 'chart',
        title: say('chart'),
        x: {label: say('tokens'), log: true},
        y: {label: say('operations'), log: true},
        height: 340,
        marks: [
          {x: n, label: 'n'},
          {x: d, label: 'n = d'},
        ],
        series: names.map((/** @type {string} */ name, /** @type {number} */ i) => ({
          name: say(name),
          x: lengths,
          y: curves[i],
          hue: i,
          dash: i > 1,
        })),
      },
      {
        kind: 'table',
        title: say('table'),
        head: [say('layer'), say('operations'), say('sequential'), say('path')],
        rows: names.map((/** @type {string} */ name, /** @type {number} */ i) => [
          say(name),
          rows[i].operations,
          rows[i].sequential,
          rows[i].path,
        ]),
      },
    ],
    numbers: {ratio: rows[0].operations / rows[1].operations, crossing: d},
    reading: say(n < d ? 'reading.less' : 'reading.more'),
  }),
};
