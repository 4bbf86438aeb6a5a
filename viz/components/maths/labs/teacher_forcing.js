// Teacher forcing against free running, after one wrong token (3.1).

import {range} from '../model/controls.js';
import {percent} from '../model/numbers.js';

/** @import {Lab} from '../types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'teacher_forcing',
  group: 'data',
  order: 2,
  section: '3.1',
  controls: [range('step', {low: 1, high: facts => Math.max(1, facts.target.length - 1), first: 2}), range('rank', {low: 2, high: 10, first: 2})],
  ask: ({step, rank}) => ({step: step - 1, rank: rank - 1}),
  compute: ({step}, {target}, answer) => ({...answer, target, at: step - 1}),
  draw: ({wrong, right, forced, best, free, free_weights: weights, target, at}, {say}) => {
    const reads = ['<s>', ...target.slice(0, -1)].map((text, t) => ({text: t === at + 1 ? wrong : text, share: t === at + 1 ? 0.7 : 0, hue: /** @type {const} */ ('cross')}));
    return {
      figures: [
        {kind: 'tokens', title: say('reads'), tokens: reads},
        {kind: 'tokens', title: say('predicts'), tokens: best.map((/** @type {string} */ text, /** @type {number} */ t) => ({text, share: text === target[t] ? 0.3 : 0, hue: 'decoder'}))},
        {kind: 'tokens', title: say('free'), tokens: free.map((/** @type {string} */ text, /** @type {number} */ t) => ({text, share: t === at ? 0.7 : 0, hue: 'cross', note: percent(weights[t])}))},
        {kind: 'bars', title: say('chart'), labels: target, y: {label: say('probability'), low: 0, high: 1}, height: 280, series: [{name: say('all_right'), values: right, hue: 'faint'}, {name: say('one_wrong'), values: forced, hue: 'cross'}]},
      ],
      numbers: {wrong, after: forced[at + 1], before: right[at + 1], length: free.length},
    };
  },
};
