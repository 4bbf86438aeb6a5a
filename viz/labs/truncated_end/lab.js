// A common mistake: truncation cuts off the end symbol.

import {range} from '../../components/maths/model/controls.js';
import {counted, sum} from '../../components/maths/model/linear.js';
import {percent} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'truncated_end',
  group: 'mistakes',
  order: 23,
  section: '',
  controls: [
    range('limit', {
      low: 2,
      high: facts => Math.max(2, facts.source.length),
      first: facts => Math.max(2, facts.source.length - 2),
    }),
  ],
  ask: ({limit}) => ({limit}),
  compute: (_, __, {wrong, right}) => ({wrong, right}),
  draw: ({wrong, right}, {say}) => {
    const tokens = (/** @type {any} */ {source, target, weights}) =>
      /** @type {any} */ ([
        {
          kind: 'tokens',
          title: say('source'),
          tokens: source.map((/** @type {string} */ text) => ({
            text,
            hue: 'encoder',
            share: text === '</s>' ? 0.5 : 0,
          })),
        },
        {
          kind: 'tokens',
          title: say('target'),
          tokens: target.map((/** @type {string} */ text, /** @type {number} */ t) => ({
            text,
            share: weights[t],
            hue: 'decoder',
            note: percent(weights[t]),
          })),
        },
      ]);
    const longest = Math.max(wrong.ends.length, right.ends.length);
    return {
      figures: [
        {kind: 'pair', left: tokens(wrong), right: tokens(right)},
        {
          kind: 'chart',
          title: say('ends'),
          x: {label: say('step'), ticks: counted(longest).map(i => i + 1)},
          y: {label: say('probability'), low: 0, high: 1},
          height: 240,
          series: [
            {name: say('without'), x: counted(wrong.ends.length).map(i => i + 1), y: wrong.ends, hue: 'cross'},
            {name: say('with'), x: counted(right.ends.length).map(i => i + 1), y: right.ends, hue: 'decoder'},
          ],
        },
      ],
      numbers: {
        log_wrong: sum(wrong.weights.map(Math.log)),
        log_right: sum(right.weights.map(Math.log)),
        length_wrong: wrong.target.length,
        length_right: right.target.length,
      },
    };
  },
};
