// A common mistake: the labels are shifted right instead of the decoder's input (3.1).

import {range} from '../model/controls.js';

/** @import {Lab} from '../types.js' */

const START = '<s>', NONE = '–';

/** @type {Lab} */
export const LAB = {
  name: 'labels_shifted',
  group: 'mistakes',
  order: 18,
  section: '3.1',
  controls: [range('position', {low: 1, high: facts => Math.max(1, facts.target.length), first: 2})],
  compute: (_, {target}) => {
    const wrong = target.map((token, t) => ({read: token, label: t ? target[t - 1] : NONE, seen: t > 0}));
    const right = target.map((token, t) => ({read: t ? target[t - 1] : START, label: token, seen: false}));
    return {wrong, right, seen: wrong.filter(row => row.seen).length};
  },
  draw: ({wrong, right, seen}, {say, values: {position}}) => {
    const at = Math.min(position, right.length) - 1;
    const table = (/** @type {any[]} */ rows, /** @type {string} */ title) => /** @type {any} */ ({kind: 'table', title, head: [say('step'), say('read'), say('label')],
      rows: rows.map(({read, label}, t) => [t + 1, read, label]), strong: rows.length ? [[at, 1], [at, 2]] : []});
    return {
      figures: [{kind: 'pair', left: [table(wrong, say('wrong'))], right: [table(right, say('right'))]}],
      numbers: {steps: right.length, seen_wrong: seen, seen_right: 0},
      reading: right.length ? say('reading', {step: at + 1, read: right[at].read, label: right[at].label}) : '',
    };
  },
};
