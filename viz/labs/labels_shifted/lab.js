// A common mistake: the labels are shifted right instead of the decoder's input (3.1).

import {range} from '../../components/maths/model/controls.js';
import {mean} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

const START = '<s>';
const NONE = '–';

/**
 * Losses of a decoder that reads nothing but the token before its last one, and repeats it.
 * @param {{read: string, label: string}[]} rows
 * @param {number} sure probability that it gives to the repeated token
 * @param {number} vocabulary size; the rest is shared evenly among all other tokens
 */
const copied = (rows, sure, vocabulary) =>
  rows.map(({label}, t) => {
    if (!t) return NaN; // nothing to repeat yet
    return -Math.log(label === rows[t - 1].read ? sure : (1 - sure) / (vocabulary - 1));
  });

/** How many labels were read one step earlier. @param {{read: string, label: string}[]} rows */
const seen = rows => rows.filter(({label}, t) => t > 0 && label === rows[t - 1].read).length;

/** @type {Lab} */
export const LAB = {
  name: 'labels_shifted',
  group: 'mistakes',
  order: 18,
  section: '3.1',
  controls: [
    range('position', {low: 1, high: facts => Math.max(1, facts.target.length), first: 2}),
    range('sure', {low: 0.5, high: 0.99, step: 0.01, first: 0.95}),
  ],
  compute: ({sure}, {target, vocabulary}) => {
    const wrong = target.map((token, t) => ({read: token, label: t ? target[t - 1] : NONE}));
    const right = target.map((token, t) => ({read: t ? target[t - 1] : START, label: token}));
    return {wrong, right, copiedWrong: copied(wrong, sure, vocabulary), copiedRight: copied(right, sure, vocabulary)};
  },
  draw: ({wrong, right, copiedWrong, copiedRight}, {say, values: {position}}) => {
    const at = Math.min(position, right.length) - 1;
    const table = (/** @type {any[]} */ rows, /** @type {string} */ title) =>
      /** @type {any} */ ({
        kind: 'table',
        title,
        head: [say('step'), say('read'), say('label')],
        rows: rows.map(({read, label}, t) => [t + 1, read, label]),
        strong: rows.length
          ? [
              [at, 1],
              [at, 2],
            ]
          : [],
      });
    const losses = [copiedWrong, copiedRight].map(values => values.slice(1));
    const [low, high] = losses.map(values => (values.length ? mean(values) : NaN));
    return {
      figures: [
        {kind: 'pair', left: [table(wrong, say('wrong'))], right: [table(right, say('right'))]},
        {
          kind: 'bars',
          title: say('copying'),
          labels: right.slice(1).map((/** @type {any} */ _, /** @type {number} */ i) => String(i + 2)),
          x: {label: say('step')},
          y: {label: say('nats'), low: 0},
          height: 240,
          series: [
            {name: say('wrong'), values: losses[0], hue: 'cross'},
            {name: say('right'), values: losses[1], hue: 'decoder'},
          ],
        },
      ],
      numbers: {
        steps: right.length,
        seen_wrong: seen(wrong),
        seen_right: seen(right),
        copying_wrong: low,
        copying_right: high,
      },
      reading: right.length
        ? say('reading', {
            step: at + 1,
            read: right[at].read.trim(),
            label: right[at].label.trim(),
            low: num(low, 3),
            high: num(high, 3),
          })
        : '',
    };
  },
};
