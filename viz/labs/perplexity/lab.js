// Perplexity of the translation at hand, and why the smoothed loss is not its logarithm (6.1, 5.4).

import {range} from '../../components/maths/model/controls.js';
import {mean, sum} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'perplexity',
  group: 'data',
  order: 7,
  section: '6.1',
  controls: [range('epsilon', {low: 0, high: 0.5, step: 0.01, first: facts => facts.label_smoothing})],
  ask: () => ({}),
  compute: ({epsilon}, {target, translation}, {label, all}) => {
    const plain = /** @type {number[]} */ (label).map(one => -one);
    const uniform = /** @type {number[]} */ (all).map(one => -one);
    const smoothed = plain.map((one, t) => (1 - epsilon) * one + epsilon * uniform[t]);
    const words = translation.split(/\s+/).filter(Boolean).length || 1;
    return {
      target,
      plain,
      smoothed,
      loss: mean(plain),
      smoothedLoss: mean(smoothed),
      perplexity: Math.exp(mean(plain)),
      wrong: Math.exp(mean(smoothed)),
      byWord: Math.exp(sum(plain) / words),
    };
  },
  draw: ({target, plain, smoothed, loss, smoothedLoss, perplexity, wrong, byWord}, {say}) => ({
    figures: [
      {
        kind: 'bars',
        title: say('chart'),
        labels: target,
        y: {label: say('nats'), low: 0},
        height: 320,
        series: [
          {name: say('plain'), values: plain, hue: 'decoder'},
          {name: say('smoothed'), values: smoothed, hue: 'cross'},
        ],
      },
    ],
    isLoss: true,
    numbers: {loss, perplexity, smoothed_loss: smoothedLoss, wrong, by_word: byWord},
  }),
};
