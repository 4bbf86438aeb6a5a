// Masks on a row in which no key is allowed (3.2.3): minus infinity, a large negative number, zeros.

import {range} from '../../components/maths/model/controls.js';
import {counted, softmax, sum} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';
import {normal, several} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const KEYS = 6;
const LARGE = -1e9;

/** @type {Lab} */
export const LAB = {
  name: 'empty_row',
  group: 'attention',
  order: 11,
  section: '3.2.3',
  controls: [
    range('open', {low: 0, high: KEYS, first: 0}),
    range('size', {low: 0, high: 10, step: 0.5, first: 1}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({open, size, seed}) => {
    const scores = Array.from(several(normal(seed), KEYS), value => value * size);
    const isOpen = counted(KEYS).map(k => k < open);
    const infinite = softmax(scores.map((score, k) => (isOpen[k] ? score : -Infinity)));
    const large = softmax(scores.map((score, k) => Math.fround(isOpen[k] ? score : Math.fround(score) + LARGE)));
    return {scores, isOpen, infinite, large, zeros: open ? infinite : scores.map(() => 0)};
  },
  draw: ({scores, isOpen, infinite, large, zeros}, {say, values: {open}}) => {
    const labels = counted(KEYS).map(k => say(isOpen[k] ? 'key_open' : 'key_closed', {key: k + 1}));
    const bars = (/** @type {string} */ title, /** @type {number[]} */ values) =>
      /** @type {any} */ ({
        kind: 'bars',
        title,
        labels,
        y: {label: say('weight'), low: 0, high: 1},
        height: 220,
        series: [{name: '', values, hue: 'decoder'}],
      });
    return {
      figures: [
        {
          kind: 'table',
          title: say('table'),
          head: ['', say('scores'), say('infinite'), say('large'), say('zeros')],
          rows: labels.map((label, k) => [
            label,
            num(scores[k], 3),
            num(infinite[k], 3),
            num(large[k], 3),
            num(zeros[k], 3),
          ]),
        },
        {kind: 'pair', titles: [say('large'), say('zeros')], left: [bars('', large)], right: [bars('', zeros)]},
      ],
      numbers: {sum_infinite: sum(infinite), sum_large: sum(large), sum_zeros: sum(zeros)},
      reading: say(open ? 'reading.open' : 'reading.empty'),
    };
  },
};
