// Positions beyond those trained (3.5).

import {oneOf} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'beyond_training',
  group: 'positions',
  order: 9,
  section: '3.5',
  controls: [oneOf('side', ['both', 'source', 'target'])],
  ask: ({side}) => ({side}),
  compute: (_, __, answer) => answer,
  draw: ({offsets, logs}, {say}) => {
    const perplexity = logs.map((/** @type {number} */ one) => Math.exp(-one));
    const last = offsets.length - 1;
    return {
      figures: [
        {
          kind: 'chart',
          title: say('chart'),
          x: {label: say('offset'), ticks: counted(offsets.length), names: offsets.map(String), low: 0, high: last},
          y: {label: say('perplexity'), log: true},
          height: 340,
          series: [{name: '', x: counted(offsets.length), y: perplexity, hue: 'encoder'}],
        },
        {
          kind: 'table',
          title: '',
          head: [say('offset'), say('logs'), say('perplexity')],
          rows: offsets.map((/** @type {number} */ one, /** @type {number} */ i) => [one, logs[i], perplexity[i]]),
        },
      ],
      numbers: {here: perplexity[0], far: perplexity[last]},
    };
  },
};
