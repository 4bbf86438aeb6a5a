// Gradients through fresh sub-layers with and without the residual connection (3.1).

import {oneOf, range} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'skip_gradients',
  group: 'layer',
  order: 4,
  section: '3.1',
  controls: [
    range('count', {low: 1, high: 36, first: facts => Math.min(36, 2 * facts.num_layers)}),
    oneOf('norm', ['none', 'post', 'pre'], 'none'),
    oneOf('kind', ['both', 'attention', 'feed_forward']),
    range('seed', {low: 1, high: 99, first: 1}),
  ],
  ask: ({count, norm, kind, seed}) => ({count, norm, kind, seed}),
  compute: (_, __, answer) => answer,
  draw: ({skip, plain, width, hidden}, {say, values: {count}}) => {
    const x = counted(count + 1);
    const middle = Math.floor(count / 2);
    const axis = {label: say('place'), low: 0, high: count};
    const both = (/** @type {string} */ key) => [
      {name: say('skip'), x, y: skip[key], hue: /** @type {const} */ ('encoder')},
      {name: say('plain'), x, y: plain[key], hue: /** @type {const} */ ('cross'), dash: true},
    ];
    return {
      figures: [
        {
          kind: 'chart',
          title: say('norms'),
          x: axis,
          y: {label: say('norm'), log: true},
          height: 300,
          series: both('norms'),
          levels: [{y: 1, label: ''}],
        },
        {
          kind: 'chart',
          title: say('cosines'),
          x: axis,
          y: {label: say('cosine'), low: -0.2, high: 1},
          height: 240,
          series: both('cosines'),
        },
      ],
      numbers: {
        skip: skip.norms[0],
        plain: plain.norms[0],
        skip_cosine: skip.cosines[0],
        plain_cosine: plain.cosines[0],
        middle_skip: skip.cosines[middle],
        middle_plain: plain.cosines[middle],
        width,
        hidden,
      },
      reading: say('reading', {count, skip: num(skip.norms[0], 3), plain: num(plain.norms[0], 3)}),
    };
  },
};
