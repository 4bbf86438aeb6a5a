// Dropout in training and in evaluation (5.4).

import {range} from '../../components/maths/model/controls.js';
import {counted, mean, variance} from '../../components/maths/model/linear.js';
import {uniform} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const UNITS = 16;

/** @type {Lab} */
export const LAB = {
  name: 'dropout',
  group: 'training',
  order: 7,
  section: '5.4',
  controls: [
    range('rate', {low: 0, high: 0.9, step: 0.05, first: facts => facts.dropout}),
    range('draws', {low: 1, high: 400, first: 20}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({rate, draws, seed}) => {
    const draw = uniform(seed);
    const values = counted(UNITS).map(i => 0.2 + 0.1 * i);
    const all = counted(draws).map(() => values.map(value => (draw() < rate ? 0 : value / (1 - rate))));
    const columns = counted(UNITS).map(i => all.map(one => one[i]));
    return {
      values,
      last: all[all.length - 1],
      means: columns.map(mean),
      spread: mean(columns.map((one, i) => Math.sqrt(variance(one)) / values[i])),
      expected: Math.sqrt(rate / (1 - rate)),
      apart: mean(columns.map((one, i) => Math.abs(mean(one) / values[i] - 1))),
    };
  },
  draw: (
    {values, last, means, spread, expected, apart},
    {say, values: {draws}, facts: {num_layers, decoder_layers}},
  ) => {
    const labels = values.map((/** @type {any} */ _, /** @type {number} */ i) => String(i + 1));
    const y = {label: say('value'), low: 0};
    const x = {label: say('unit')};
    return {
      figures: [
        {
          kind: 'bars',
          title: say('one'),
          labels,
          x,
          y,
          height: 230,
          series: [
            {name: say('evaluation'), values, hue: 'faint'},
            {name: say('training'), values: last, hue: 'cross'},
          ],
        },
        {
          kind: 'bars',
          title: say('many', {draws}),
          labels,
          x,
          y,
          height: 230,
          series: [
            {name: say('evaluation'), values, hue: 'faint'},
            {name: say('mean'), values: means, hue: 'decoder'},
          ],
        },
        {
          kind: 'table',
          title: say('places'),
          head: [say('place'), say('count')],
          rows: [
            [say('place.sums'), 2],
            [say('place.encoder'), 2 * num_layers],
            [say('place.decoder'), 3 * decoder_layers],
          ],
        },
      ],
      numbers: {apart, spread, expected},
    };
  },
};
