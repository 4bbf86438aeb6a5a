// Fused attention against the explicit one: time, memory and difference (3.2.1).

import {toggle} from '../../components/maths/model/controls.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'fused_attention',
  group: 'cost',
  order: 3,
  section: '3.2.1',
  controls: [toggle('causal'), toggle('logarithmic', true)],
  ask: ({causal}) => ({causal}),
  again: true,
  compute: (_, __, answer) => answer,
  draw: ({tokens, explicit, fused, bytes, difference, shape}, {say, values: {logarithmic: log}}) => {
    const x = {label: say('tokens'), log, ticks: tokens};
    const last = tokens.length - 1;
    return {
      figures: [
        {
          kind: 'chart',
          title: say('time', {shape}),
          x,
          y: {label: say('ms'), log, ...(log ? {} : {low: 0})},
          height: 280,
          series: [
            {name: say('explicit'), x: tokens, y: explicit, hue: 'cross'},
            {name: say('fused'), x: tokens, y: fused, hue: 'decoder'},
          ],
        },
        {
          kind: 'table',
          title: say('table'),
          head: ['n', say('explicit'), say('fused'), say('bytes'), say('difference')],
          rows: tokens.map((/** @type {number} */ n, /** @type {number} */ i) => [
            n,
            explicit[i],
            fused[i],
            bytes[i] / 1024,
            difference[i],
          ]),
        },
      ],
      numbers: {ratio: explicit[last] / fused[last], memory: bytes[last] / 1024, difference: Math.max(...difference)},
    };
  },
};
