// A common mistake: "the encoding lies in (0, 1)" (3.5).

import {range} from '../../components/maths/model/controls.js';
import {counted, encodingOf} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

const BINS = 20;

/** @type {Lab} */
export const LAB = {
  name: 'encoding_range',
  group: 'mistakes',
  order: 6,
  section: '3.5',
  controls: [
    range('d_model', {low: 4, high: 512, step: 2, first: facts => facts.d_model}),
    range('length', {low: 2, high: 200, first: 50}),
  ],
  compute: ({d_model, length}) => {
    const bins = counted(BINS).map(i => -1 + (2 * i) / BINS);
    const counts = bins.map(() => 0);
    const count = length * d_model;
    let negative = 0;
    let least = 1;
    let most = -1;
    let total = 0;
    for (let p = 0; p < length; p++)
      for (const one of encodingOf(p, d_model)) {
        counts[Math.min(BINS - 1, Math.floor(((one + 1) / 2) * BINS))] += 1;
        if (one < 0) negative += 1;
        if (one < least) least = one;
        if (one > most) most = one;
        total += one;
      }
    return {
      bins,
      shares: counts.map(one => one / count),
      negative: negative / count,
      least,
      most,
      average: total / count,
    };
  },
  draw: ({bins, shares, negative, least, most, average}, {say}) => ({
    figures: [
      {
        kind: 'bars',
        title: say('chart'),
        labels: bins.map((/** @type {number} */ low) => low.toFixed(1).replace('-', '−')),
        x: {label: say('value')},
        y: {label: say('share'), low: 0},
        height: 300,
        series: [{name: '', values: shares, hue: 'encoder'}],
      },
    ],
    numbers: {negative, least, most, average},
  }),
};
