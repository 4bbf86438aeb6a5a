// A common mistake: the length of the sentence is taken for d_model in the encoding (3.5).

import {range} from '../../components/maths/model/controls.js';
import {counted, norm} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

const DIMENSIONS = 16;

/** The encoding with a number of one's own in the exponent. @param {number} pos @param {number} width of the exponent
 * */
const encode = (pos, width) =>
  counted(DIMENSIONS).map(d => (d % 2 ? Math.cos : Math.sin)(pos / 10000 ** ((2 * Math.floor(d / 2)) / width)));

/** @type {Lab} */
export const LAB = {
  name: 'length_for_width',
  group: 'mistakes',
  order: 9,
  section: '3.5',
  controls: [
    range('short', {low: 2, high: 40, first: facts => facts.source.length || 8}),
    range('long', {low: 2, high: 100, first: 30}),
    range('position', {low: 1, high: 30, first: 3}),
    range('d_model', {low: 16, high: 512, step: 16, first: facts => facts.d_model}),
  ],
  compute: ({short, long, position, d_model}) => {
    const wrong = [encode(position, short), encode(position, long)];
    const right = encode(position, d_model);
    return {wrong, right: [right, right], distance: norm(wrong[0].map((one, i) => one - wrong[1][i]))};
  },
  draw: ({wrong, right, distance}, {say, values: {short, long}}) => {
    const labels = counted(DIMENSIONS).map(String);
    const bars = (/** @type {number[][]} */ [a, b]) =>
      /** @type {any} */ ({
        kind: 'bars',
        title: '',
        labels,
        x: {label: say('dimension')},
        y: {label: 'PE', low: -1, high: 1},
        height: 280,
        series: [
          {name: say('tokens', {n: short}), values: a, hue: 'encoder'},
          {name: say('tokens', {n: long}), values: b, hue: 'cross'},
        ],
      });
    return {
      figures: [{kind: 'pair', left: [bars(wrong)], right: [bars(right)]}],
      numbers: {distance, distance_right: 0},
    };
  },
};
