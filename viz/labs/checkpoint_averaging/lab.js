// Averaging of the last checkpoints (6.1), on a noisy descent.

import {range} from '../../components/maths/model/controls.js';
import {counted, mean} from '../../components/maths/model/linear.js';
import {normal} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const STEPS = 200;
const WIDTH = 20;

/** The distance to the minimum of weights with this loss. @param {number} loss */
const distanceOf = loss => Math.sqrt(2 * WIDTH * loss);

/** @type {Lab} */
export const LAB = {
  name: 'checkpoint_averaging',
  group: 'data',
  order: 10,
  section: '6.1',
  controls: [
    range('last', {low: 1, high: 60, first: 5}),
    range('every', {low: 1, high: 20, first: 4}),
    range('rate', {low: 0.02, high: 1, step: 0.02, first: 0.3}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({last, every, rate, seed}) => {
    const draw = normal(seed);
    const steps = counted(STEPS);
    let weights = counted(WIDTH).map(() => 3);
    const path = steps.map(() => {
      weights = weights.map(one => one - rate * (one + draw()));
      return weights;
    }); // gradient of w²/2 with noise
    const loss = (/** @type {number[]} */ at) => mean(at.map(one => (one * one) / 2));
    const averaged = steps.map(step => {
      const used = counted(last)
        .map(i => step - i * every)
        .filter(i => i >= 0)
        .map(i => path[i]);
      return loss(counted(WIDTH).map(d => mean(used.map(one => one[d]))));
    });
    return {steps, single: path.map(loss), averaged, used: Math.min(last, Math.floor((STEPS - 1) / every) + 1)};
  },
  draw: ({steps, single, averaged, used}, {say}) => {
    const [own, other] = [single, averaged].map(losses => losses.map(distanceOf));
    const late = steps.length / 2;
    return {
      figures: [
        {
          kind: 'chart',
          title: say('chart'),
          x: {label: say('step')},
          y: {label: say('distance'), log: true},
          height: 320,
          series: [
            {name: say('single'), x: steps, y: own, hue: 'faint'},
            {name: say('averaged'), x: steps, y: other, hue: 'encoder'},
          ],
        },
      ],
      numbers: {
        single: own[own.length - 1],
        averaged: other[other.length - 1],
        late_single: mean(own.slice(late)),
        late_averaged: mean(other.slice(late)),
        used,
      },
    };
  },
};
