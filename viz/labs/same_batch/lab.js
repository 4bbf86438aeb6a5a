// A common mistake: the same batch is accumulated several times.

import {range} from '../../components/maths/model/controls.js';
import {counted, mean, norm} from '../../components/maths/model/linear.js';
import {normal} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const WIDTH = 24;
const MOST = 32; // dimensions of the gradient, and batches

/** @type {Lab} */
export const LAB = {
  name: 'same_batch',
  group: 'mistakes',
  order: 21,
  section: '',
  controls: [
    range('count', {low: 1, high: MOST, first: 8}),
    range('noise', {low: 0, high: 4, step: 0.1, first: 2}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({noise, seed}) => {
    const draw = normal(seed);
    const direction = counted(WIDTH).map(() => draw());
    const length = norm(direction);
    const exact = direction.map(value => value / length);
    const batches = counted(MOST).map(() => exact.map(value => value + (noise * draw()) / Math.sqrt(WIDTH)));
    const apart = (/** @type {number[][]} */ used) =>
      norm(exact.map((value, d) => mean(used.map(one => one[d])) - value));
    const counts = counted(MOST).map(i => i + 1);
    return {
      counts,
      different: counts.map(k => apart(batches.slice(0, k))),
      same: counts.map(k => apart(counted(k).map(() => batches[0]))),
    };
  },
  draw: ({counts, different, same}, {say, values: {count}}) => ({
    figures: [
      {
        kind: 'chart',
        title: say('chart'),
        x: {label: say('batches')},
        y: {label: say('error'), low: 0},
        height: 320,
        marks: [{x: count, label: ''}],
        series: [
          {name: say('same'), x: counts, y: same, hue: 'cross'},
          {name: say('different'), x: counts, y: different, hue: 'decoder'},
          {
            name: say('expected'),
            x: counts,
            y: counts.map((/** @type {number} */ k) => same[0] / Math.sqrt(k)),
            hue: 'faint',
            dash: true,
          },
        ],
      },
    ],
    numbers: {same: same[count - 1], different: different[count - 1]},
  }),
};
