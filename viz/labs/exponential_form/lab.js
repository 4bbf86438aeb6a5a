// The exponential form of the positional encoding's frequencies gives the same numbers (3.5).

import {range} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'exponential_form',
  group: 'positions',
  order: 12,
  section: '3.5',
  controls: [
    range('d_model', {low: 4, high: 2048, step: 2, first: facts => facts.d_model}),
    range('position', {low: 1, high: 5000, first: 100}),
  ],
  compute: ({d_model, position}) => {
    const pairs = counted(d_model / 2);
    const round = Math.fround;
    const power = pairs.map(i => 1 / 10000 ** ((2 * i) / d_model));
    const exponential = pairs.map(i => Math.exp(2 * i * (-Math.log(10000) / d_model)));
    const power32 = pairs.map(i => round(1 / round(10000 ** round((2 * i) / d_model))));
    const exponential32 = pairs.map(i => round(Math.exp(round(2 * i * round(-Math.log(10000) / d_model)))));
    const apart = (/** @type {number[]} */ a, /** @type {number[]} */ b) =>
      Math.max(...a.map((value, i) => Math.abs(value - b[i]) / b[i]));
    const apartSines = pairs.map(i =>
      Math.abs(Math.sin(round(position * exponential32[i])) - Math.sin(round(position * power32[i]))),
    );
    return {
      pairs,
      power,
      exponential,
      largest: 10000 ** ((d_model - 2) / d_model),
      double: apart(exponential, power),
      single: apart(exponential32, power32),
      encoding: Math.max(...apartSines),
    };
  },
  draw: ({pairs, power, exponential, largest, double, single, encoding}, {say}) => ({
    figures: [
      {
        kind: 'chart',
        title: say('chart'),
        x: {label: say('pair')},
        y: {label: say('frequency'), log: true},
        height: 300,
        series: [
          {name: say('power'), x: pairs, y: power, hue: 'faint', line: 6},
          {name: say('exponential'), x: pairs, y: exponential, hue: 'encoder'},
        ],
      },
    ],
    numbers: {double, single, encoding, largest},
  }),
};
