// Measured times of layers of each kind of Table 1 (4).

import {toggle} from '../../components/maths/model/controls.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'layer_times',
  group: 'cost',
  order: 2,
  section: '4',
  controls: [toggle('logarithmic', true)],
  ask: () => ({}),
  again: true,
  compute: (_, __, answer) => answer,
  draw: ({tokens, times}, {say, values: {logarithmic: log}}) => {
    const names = Object.keys(times);
    const last = tokens.length - 1;
    return {
      figures: [
        {
          kind: 'chart',
          title: say('chart'),
          x: {label: say('tokens'), log, ticks: tokens},
          y: {label: say('ms'), log, ...(log ? {} : {low: 0})},
          height: 340,
          series: names.map((name, i) => ({
            name: say(name),
            x: tokens,
            y: times[name],
            hue: i,
            dash: name === 'layer',
          })),
        },
        {
          kind: 'table',
          title: say('table'),
          head: ['n', ...names.map(name => say(name))],
          rows: tokens.map((/** @type {number} */ n, /** @type {number} */ i) => [
            n,
            ...names.map(name => num(times[name][i], 3)),
          ]),
        },
      ],
      numbers: {
        attention: times.attention[last],
        recurrent: times.recurrent[last],
        ratio: times.recurrent[last] / times.attention[last],
      },
    };
  },
};
