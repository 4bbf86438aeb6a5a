// A common mistake: Xavier initialisation of the embedding that is tied to the output (3.4).

import {range} from '../../components/maths/model/controls.js';
import {counted, norm} from '../../components/maths/model/linear.js';
import {normal, several, uniform} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const ROWS = 12; // tokens that are drawn

/**
 * What an initialisation of the table makes: the length of a scaled embedding, and logits of a normalised state.
 * @param {() => number} draw one number of the table
 * @param {number} d_model
 * @param {number} spread standard deviation of the table
 * @param {number} vocabulary
 */
const made = (draw, d_model, spread, vocabulary) => {
  const rows = counted(ROWS).map(() => several(draw, d_model));
  const position = Math.sqrt(d_model / 2);
  const lengths = rows.map(row => Math.sqrt(d_model) * norm(row));
  const length = lengths.reduce((a, b) => a + b) / ROWS;
  const logits = spread * Math.sqrt(d_model); // standard deviation, as a normalised state has the length sqrt(d_model)
  // the mean of the logarithm of the sum of exponentials of normal logits, for many tokens
  return {lengths, length, share: length / (length + position), logits, loss: Math.log(vocabulary) + logits ** 2 / 2};
};

/** @type {Lab} */
export const LAB = {
  name: 'xavier_tied',
  group: 'mistakes',
  order: 25,
  section: '3.4',
  controls: [
    range('vocabulary', {low: 100, high: 50000, step: 100, first: facts => facts.vocabulary}),
    range('d_model', {low: 16, high: 1024, step: 16, first: facts => facts.d_model}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({vocabulary, d_model, seed}) => {
    const bound = Math.sqrt(6 / (vocabulary + d_model));
    const flat = uniform(seed);
    const bell = normal(seed);
    return {
      xavier: made(() => bound * (2 * flat() - 1), d_model, bound / Math.sqrt(3), vocabulary),
      scaled: made(() => bell() / Math.sqrt(d_model), d_model, 1 / Math.sqrt(d_model), vocabulary),
      unit: made(bell, d_model, 1, vocabulary),
      position: Math.sqrt(d_model / 2),
      uniform: Math.log(vocabulary),
    };
  },
  draw: ({xavier, scaled, unit, position, uniform: least}, {say}) => {
    const labels = ['xavier', 'scaled', 'unit'].map(name => say(name));
    const all = [xavier, scaled, unit];
    return {
      figures: [
        {
          kind: 'bars',
          title: say('lengths'),
          labels,
          y: {label: say('norm'), low: 0},
          height: 260,
          series: [
            {name: say('word'), values: all.map(one => one.length), hue: 'encoder'},
            {name: say('position'), values: all.map(() => position), hue: 'faint'},
          ],
        },
        {
          kind: 'table',
          title: say('table'),
          head: ['', say('share'), say('logits'), say('loss')],
          rows: all.map((one, i) => [labels[i], one.share, one.logits, one.loss]),
          strong: [
            [1, 1],
            [1, 2],
            [1, 3],
          ],
        },
      ],
      numbers: {position, uniform: least, length_xavier: xavier.length, length_scaled: scaled.length},
    };
  },
};
