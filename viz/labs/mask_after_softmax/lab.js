// A common mistake: the mask is applied after the softmax, so that the rows no longer sum to 1.

import {weightMatrices} from '../../components/maths/model/attention_figures.js';
import {everyLayer, pick} from '../../components/maths/model/controls.js';
import {counted, softmax, sum} from '../../components/maths/model/linear.js';
import {percent, readTokens} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'mask_after_softmax',
  group: 'mistakes',
  order: 2,
  section: '3.2.3',
  controls: [pick('head', facts => counted(facts.num_heads).map(() => '')), pick('layer', facts => everyLayer(facts))],
  ask: ({head, layer}) => ({head, layer}),
  compute: (_, __, {scores}) => {
    const rows = /** @type {number[][]} */ (scores);
    const all = rows.map(row => softmax(row));
    const wrong = all.map((row, q) => row.map((weight, k) => (k <= q ? weight : 0)));
    const right = rows.map((row, q) => [...softmax(row.slice(0, q + 1)), ...row.slice(q + 1).map(() => 0)]);
    return {wrong, right, sums: wrong.map(row => sum(row))};
  },
  draw: ({wrong, right, sums}, {say, facts}) => {
    const tokens = readTokens(facts);
    const of = weightMatrices({queries: tokens, keys: tokens}, 'decoder', say);
    return {
      figures: [
        {kind: 'pair', left: [of(wrong, say('after'))], right: [of(right, say('before'))]},
        {
          kind: 'bars',
          title: say('sums'),
          labels: tokens,
          y: {label: say('sum'), low: 0, high: 1},
          height: 240,
          series: [
            {name: say('after'), values: sums, hue: 'cross'},
            {name: say('before'), values: sums.map(() => 1), hue: 'decoder'},
          ],
        },
      ],
      numbers: {least: Math.min(...sums), lost: percent(1 - sum(sums) / sums.length)},
    };
  },
};
