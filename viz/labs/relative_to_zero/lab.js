// Relative to position 0 is absolute (3.5).

import {range} from '../../components/maths/model/controls.js';
import {counted, productAt} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'relative_to_zero',
  group: 'positions',
  order: 4,
  section: '3.5',
  controls: [
    range('length', {low: 5, high: 200, first: 60}),
    range('position', {low: 0, high: 199, first: 12}),
    range('d_model', {low: 4, high: 512, step: 2, first: facts => facts.d_model}),
  ],
  compute: ({length, position, d_model}) => {
    const at = Math.min(position, length - 1);
    const positions = counted(length);
    const toZero = positions.map(p => productAt(p, d_model));
    const near = positions
      .filter(p => p !== at)
      .sort((a, b) => Math.abs(toZero[a] - toZero[at]) - Math.abs(toZero[b] - toZero[at]))[0];
    return {
      positions,
      toZero,
      toOwn: positions.map(p => productAt(p - at, d_model)),
      at,
      near,
      gap: Math.abs(toZero[near] - toZero[at]),
    };
  },
  draw: ({positions, toZero, toOwn, at, near, gap}, {say}) => ({
    figures: [
      {
        kind: 'chart',
        title: say('chart'),
        x: {label: say('position_axis')},
        y: {label: say('product')},
        height: 340,
        marks: [{x: at, label: say('own', {at})}],
        levels: [{y: toZero[at], label: say('level')}],
        series: [
          {name: say('to_zero'), x: positions, y: toZero, hue: 'encoder'},
          {name: say('to_own'), x: positions, y: toOwn, hue: 'faint', dash: true},
        ],
      },
    ],
    numbers: {product: toZero[at], near, gap},
    reading: say('reading', {at, near}),
  }),
};
