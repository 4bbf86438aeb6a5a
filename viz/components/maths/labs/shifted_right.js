// "Outputs (shifted right)": the decoder's input and the labels, one above the other (3.1).

import {range} from '../model/controls.js';
import {percent} from '../model/numbers.js';
import {readTokens} from '../model/tokens.js';

/** @import {Lab} from '../types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'shifted_right',
  group: 'training',
  order: 3,
  section: '3.1',
  controls: [range('step', {low: 1, high: facts => Math.max(1, facts.target.length), first: 3})],
  ask: () => ({}),
  compute: ({step}, facts, {probabilities}) => ({read: readTokens(facts), label: facts.target, probabilities, at: Math.min(step, probabilities.length) - 1}),
  draw: ({read, label, probabilities, at}, {say}) => ({
    figures: [
      {kind: 'tokens', title: say('read'), tokens: read.map((/** @type {string} */ text, /** @type {number} */ t) => ({text, share: (t === at ? 0.45 : 0) + (t <= at ? 0.25 : 0), off: t > at, hue: 'encoder'}))},
      {kind: 'tokens', title: say('label'), tokens: label.map((/** @type {string} */ text, /** @type {number} */ t) => ({text, share: t === at ? 0.7 : 0, hue: 'decoder', note: percent(probabilities[t])}))},
      {kind: 'table', title: say('table'), head: [say('number'), say('reads'), say('predicts'), say('probability')], rows: read.map((/** @type {string} */ text, /** @type {number} */ t) => [t + 1, text, label[t], probabilities[t]]), strong: [[at, 1], [at, 2]]},
    ],
    numbers: {steps: read.length, probability: probabilities[at]},
    reading: say('reading', {step: at + 1, read: read[at], label: label[at]}),
  }),
};
