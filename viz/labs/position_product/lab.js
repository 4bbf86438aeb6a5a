// PE(p) · PE(p + k) against k (3.5).

import {range} from '../../components/maths/model/controls.js';
import {counted, dot, encodingOf, productAt} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'position_product',
  group: 'positions',
  order: 3,
  section: '3.5',
  controls: [
    range('position', {low: 0, high: 200, first: 40}),
    range('reach', {low: 5, high: 60, first: 50}),
    range('d_model', {low: 4, high: 512, step: 2, first: facts => facts.d_model}),
  ],
  compute: ({position, reach, d_model}) => {
    const offsets = counted(2 * reach + 1).map(i => i - reach);
    const own = encodingOf(position, d_model);
    return {
      offsets,
      products: offsets.map(k => dot(own, encodingOf(position + k, d_model))),
      rule: offsets.map(k => productAt(k, d_model)),
      length: dot(own, own),
    };
  },
  draw: ({offsets, products, rule, length}, {say}) => ({
    figures: [
      {
        kind: 'chart',
        title: say('chart'),
        x: {label: say('offset')},
        y: {label: say('product')},
        height: 340,
        marks: [{x: 0, label: ''}],
        series: [
          {name: say('measured'), x: offsets, y: products, hue: 'encoder'},
          {name: say('rule'), x: offsets, y: rule, hue: 'cross', dash: true},
        ],
      },
    ],
    numbers: {
      length,
      next: products[(offsets.length + 1) / 2],
      error: Math.max(...products.map((/** @type {number} */ one, /** @type {number} */ i) => Math.abs(one - rule[i]))),
    },
  }),
};
