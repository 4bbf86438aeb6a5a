// Teacher forcing against free running, after one wrong token (3.1).

import {pick, range} from '../../components/maths/model/controls.js';
import {percent, readTokens} from '../../components/maths/model/numbers.js';

/** @import {Hue, Lab} from '../../components/maths/types.js' */

/**
 * Tokens with their probabilities, some of them tinted.
 * @param {string[]} texts
 * @param {number[] | null} weights
 * @param {(t: number) => boolean} isTinted
 * @param {Hue} hue
 */
const row = (texts, weights, isTinted, hue) =>
  texts.map((text, t) => ({text, share: isTinted(t) ? 0.6 : 0, hue, note: weights ? percent(weights[t]) : ''}));

/** @type {Lab} */
export const LAB = {
  name: 'teacher_forcing',
  group: 'data',
  order: 2,
  section: '3.1',
  controls: [
    pick(
      'step',
      facts => facts.target.slice(0, -1),
      facts => Math.min(1, facts.target.length - 1),
    ),
    range('rank', {low: 1, high: 10, first: 1}),
  ],
  ask: ({step, rank}) => ({step, rank}),
  compute: ({step}, facts, answer) => {
    const reads = readTokens(facts).map((text, t) => (t === step + 1 ? answer.wrong : text));
    const changed = answer.best.map((/** @type {string} */ text, /** @type {number} */ t) => text !== answer.usual[t]);
    return {...answer, target: facts.target, at: step, reads, changed, count: changed.filter(Boolean).length};
  },
  draw: (
    {
      wrong,
      right,
      forced,
      best,
      best_weights: weights,
      free,
      free_weights: freeWeights,
      target,
      at,
      reads,
      changed,
      count,
    },
    {say},
  ) => ({
    figures: [
      {kind: 'tokens', title: say('reads'), tokens: row(reads, null, t => t === at + 1, 'cross')},
      {kind: 'tokens', title: say('predicts'), tokens: row(best, weights, t => changed[t], 'decoder')},
      {kind: 'tokens', title: say('free'), tokens: row(free, freeWeights, t => t === at, 'cross')},
      {
        kind: 'bars',
        title: say('chart'),
        labels: target,
        y: {label: say('probability'), low: 0, high: 1},
        height: 280,
        series: [
          {name: say('all_right'), values: right, hue: 'faint'},
          {name: say('one_wrong'), values: forced, hue: 'cross'},
        ],
      },
    ],
    numbers: {wrong, changed: count, before: right[at + 1], after: forced[at + 1], length: free.length},
  }),
};
