// Label smoothing: its target, its loss against confidence, and what the loss is made of (5.4).

import {range} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

const SHOWN = 8;
const POINTS = 160;

/**
 * Loss of a distribution that gives the right token the probability p and shares the rest evenly.
 * @param {number} p
 * @param {number} epsilon
 * @param {number} vocabulary
 */
const lossAt = (p, epsilon, vocabulary) => {
  const rest = (1 - p) / (vocabulary - 1);
  const share = epsilon / vocabulary;
  const plain = -Math.log(p);
  const uniform = -(Math.log(p) + (vocabulary - 1) * Math.log(rest)) / vocabulary;
  return {plain, uniform, smoothed: -(1 - epsilon + share) * Math.log(p) - (vocabulary - 1) * share * Math.log(rest)};
};

/** @type {Lab} */
export const LAB = {
  name: 'label_smoothing',
  group: 'training',
  order: 2,
  section: '5.4',
  see: ['label_smoothing_trained'],
  controls: [
    range('epsilon', {low: 0, high: 0.5, step: 0.01, first: facts => facts.label_smoothing}),
    range('vocabulary', {low: 2, high: facts => Math.max(40000, facts.vocabulary), first: facts => facts.vocabulary}),
    range('confidence', {low: 0.01, high: 0.999, step: 0.001, first: 0.9}),
  ],
  compute: ({epsilon, vocabulary, confidence}) => {
    const best = 1 - epsilon + epsilon / vocabulary;
    const confidences = counted(POINTS).map(i => 1 / (1 + Math.exp(-((i / (POINTS - 1)) * 16 - 8))));
    const losses = confidences.map(p => lossAt(p, epsilon, vocabulary));
    return {
      best,
      share: epsilon / vocabulary,
      confidences,
      losses,
      at: lossAt(confidence, epsilon, vocabulary),
      least: epsilon ? lossAt(best, epsilon, vocabulary).smoothed : 0, // a sure token: 0 · ln 0
    };
  },
  draw: ({best, share, confidences, losses, at, least}, {say, values: {epsilon, confidence, vocabulary}}) => {
    const labels = [say('right'), ...counted(Math.min(SHOWN, vocabulary) - 1).map(i => say('other', {number: i + 1}))];
    const of = (/** @type {string} */ name) => losses.map((/** @type {any} */ one) => one[name]);
    return {
      figures: [
        {
          kind: 'bars',
          title: say('target', {shown: labels.length, vocabulary: num(vocabulary)}),
          labels,
          y: {label: say('probability'), low: 0, high: 1, ticks: [0, 0.25, 0.5, 0.75, 1]},
          height: 240,
          written: true,
          series: [
            {name: say('hard'), values: labels.map((_, i) => Number(i === 0)), hue: 'faint'},
            {name: say('smooth'), values: labels.map((_, i) => (i ? share : best)), hue: 'encoder'},
          ],
        },
        {
          kind: 'chart',
          title: say('chart'),
          x: {label: say('confidence_axis'), low: 0, high: 1},
          y: {label: say('nats'), low: 0, high: 8},
          height: 300,
          marks: [
            {x: confidence, label: ''},
            {x: best, label: say('minimum')},
          ],
          series: [
            {name: say('smoothed'), x: confidences, y: of('smoothed'), hue: 'encoder'},
            {name: say('plain'), x: confidences, y: of('plain'), hue: 'faint', dash: true},
          ],
        },
        {
          kind: 'table',
          title: say('parts'),
          digits: 4, // so that they add up
          head: ['', say('nats')],
          rows: [
            [say('of_plain', {share: num(1 - epsilon, 3)}), (1 - epsilon) * at.plain],
            [say('of_uniform', {share: num(epsilon, 3)}), epsilon * at.uniform],
            [say('smoothed'), at.smoothed],
          ],
        },
      ],
      digits: 4,
      numbers: {best, perplexity: 1 / best, share, least, plain: at.plain, smoothed: at.smoothed},
      reading: say('reading', {best: num(best, 3), perplexity: num(1 / best, 3), least: num(least, 3)}),
    };
  },
};
