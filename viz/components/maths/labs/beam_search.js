// Greedy search, beam search and the length penalty (6.1).

import {range} from '../model/controls.js';

/** @import {Lab} from '../types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'beam_search',
  group: 'data',
  order: 3,
  section: '6.1',
  controls: [range('beam', {low: 1, high: 8, first: 4}), range('alpha', {low: 0, high: 2, step: 0.1, first: 0.6}), range('rescored', {low: 0, high: 2, step: 0.05, first: 0.6})],
  ask: ({beam, alpha}) => ({beam, alpha}),
  compute: ({rescored}, _, {hypotheses}) => {
    const rows = hypotheses.map((/** @type {any} */ one, /** @type {number} */ i) => ({...one, found: i + 1, penalty: ((5 + one.tokens) / 6) ** rescored, rescored: one.log_prob / ((5 + one.tokens) / 6) ** rescored}));
    return {rows: [...rows].sort((a, b) => b.rescored - a.rescored), first: hypotheses[0]};
  },
  draw: ({rows, first}, {say}) => ({
    figures: [
      {kind: 'table', title: say('table'), head: [say('hypothesis'), say('tokens'), say('log_prob'), say('penalty'), say('score')], strong: [[0, 4]],
        rows: rows.map((/** @type {any} */ one) => [one.text, one.tokens, one.log_prob, one.penalty, one.rescored])},
      {kind: 'chart', title: say('chart'), x: {label: say('tokens')}, y: {label: say('log_prob')}, height: 240, series: [{name: '', x: rows.map((/** @type {any} */ one) => one.tokens), y: rows.map((/** @type {any} */ one) => one.log_prob), dots: true, hue: 'decoder', labels: rows.map((/** @type {any} */ one) => String(one.found))}]},
    ],
    numbers: {best: rows[0].text, score: rows[0].rescored, search_first: first.text},
  }),
};
