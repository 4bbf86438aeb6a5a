// A common mistake: accumulated gradients are averaged over micro-batches instead of over tokens.

import {range} from '../../components/maths/model/controls.js';
import {counted, mean, sum} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';
import {normal} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'accumulated_mean',
  group: 'mistakes',
  order: 20,
  section: '',
  controls: [
    range('batches', {low: 2, high: 12, first: 4}),
    range('spread', {low: 0, high: 1, step: 0.05, first: 0.6}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({batches, spread, seed}) => {
    const draw = normal(seed);
    const average = 1000;
    const tokens = counted(batches).map(() => Math.max(20, Math.round(average * Math.exp(spread * draw()))));
    // mean loss of each micro-batch
    const losses = tokens.map(count => 3 + (0.8 * draw()) / Math.sqrt(count / average));
    const total = sum(tokens);
    const right = sum(losses.map((loss, i) => loss * tokens[i])) / total;
    return {
      tokens,
      losses,
      right,
      wrong: mean(losses),
      weightWrong: tokens.map(count => total / (batches * count)),
      weightRight: tokens.map(() => 1),
    };
  },
  draw: ({tokens, right, wrong, weightWrong, weightRight}, {say}) => {
    const labels = tokens.map((/** @type {number} */ count, /** @type {number} */ i) =>
      say('batch', {number: i + 1, count: num(count)}),
    );
    return {
      figures: [
        {
          kind: 'bars',
          title: say('tokens'),
          labels,
          y: {label: say('count'), low: 0},
          height: 220,
          series: [{name: '', values: tokens, hue: 'faint'}],
        },
        {
          kind: 'bars',
          title: say('weights'),
          labels,
          y: {label: say('weight'), low: 0},
          height: 240,
          series: [
            {name: say('of_batches'), values: weightWrong, hue: 'cross'},
            {name: say('of_tokens'), values: weightRight, hue: 'decoder'},
          ],
        },
      ],
      isLoss: true,
      numbers: {wrong, right, difference: wrong - right, largest: Math.max(...weightWrong) / Math.min(...weightWrong)},
    };
  },
};
