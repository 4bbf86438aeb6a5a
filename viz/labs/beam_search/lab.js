// Greedy search, beam search and the length penalty (6.1).

import {range} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'beam_search',
  group: 'data',
  order: 3,
  section: '6.1',
  controls: [
    range('beam', {low: 1, high: 8, first: 4}),
    range('alpha', {low: 0, high: 2, step: 0.1, first: 0.6}),
    range('rescored', {low: 0, high: 2, step: 0.05, first: 0.6}),
  ],
  ask: ({beam, alpha}) => ({beam, alpha}),
  compute: ({rescored}, _, {hypotheses}) => {
    const rows = hypotheses.map((/** @type {any} */ one, /** @type {number} */ i) => {
      const penalty = ((5 + one.tokens) / 6) ** rescored;
      return {...one, found: i + 1, penalty, rescored: one.log_prob / penalty};
    });
    const lengths = rows.map((/** @type {any} */ one) => one.tokens);
    const low = Math.min(...lengths) - 1;
    const high = Math.max(...lengths) + 1;
    return {rows: [...rows].sort((a, b) => b.rescored - a.rescored), first: hypotheses[0], low, high};
  },
  draw: ({rows, first, low, high}, {say}) => {
    const of = (/** @type {string} */ name) => rows.map((/** @type {any} */ one) => one[name]);
    const wide = Math.ceil((high - low) / 12);
    return {
      figures: [
        {
          kind: 'table',
          title: say('texts'),
          head: [say('found'), say('hypothesis')],
          strong: [[0, 1]],
          rows: rows.map((/** @type {any} */ one) => [String(one.found), one.text]),
        },
        {
          kind: 'table',
          title: say('table'),
          digits: 4, // score = log-probability / penalty
          head: [say('found'), say('tokens'), say('log_prob'), say('penalty'), say('score')],
          strong: [[0, 4]],
          rows: rows.map((/** @type {any} */ one) => [
            String(one.found),
            one.tokens,
            one.log_prob,
            one.penalty,
            one.rescored,
          ]),
        },
        {
          kind: 'chart',
          title: say('chart'),
          x: {
            label: say('tokens'),
            low,
            high,
            ticks: counted(Math.floor((high - low) / wide) + 1).map(i => low + i * wide),
          },
          y: {label: say('log_prob')},
          height: 240,
          series: [
            {name: '', x: of('tokens'), y: of('log_prob'), dots: true, hue: 'decoder', labels: of('found').map(String)},
          ],
        },
      ],
      digits: 4,
      numbers: {best: rows[0].text, score: rows[0].rescored, search_first: first.text},
    };
  },
};
