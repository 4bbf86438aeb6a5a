// A common mistake: 1e-9 is written for -1e9 (3.2.3).

import {weightMatrices} from '../../components/maths/model/attention_figures.js';
import {everyLayer, oneOf, pick} from '../../components/maths/model/controls.js';
import {counted, softmax, sum} from '../../components/maths/model/linear.js';
import {readTokens} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'tiny_mask',
  group: 'mistakes',
  order: 1,
  section: '3.2.3',
  controls: [
    oneOf('fill', ['1e-9', '-1', '-10', '-100', '-1e9'], '1e-9'),
    pick('layer', facts => everyLayer(facts)),
    pick('head', facts => counted(facts.num_heads).map(() => '')),
  ],
  ask: ({layer, head}) => ({layer, head}),
  compute: ({fill}, _, {scores}) => {
    const rows = /** @type {number[][]} */ (scores);
    const masked = (/** @type {number} */ value) =>
      rows.map((row, q) => softmax(row.map((score, k) => (k <= q ? score : value))));
    const wrong = masked(Number(fill));
    const right = masked(-Infinity);
    return {wrong, right, future: wrong.map((row, q) => sum(row.slice(q + 1)))};
  },
  draw: ({wrong, right, future}, {say, facts}) => {
    const tokens = readTokens(facts);
    const of = weightMatrices({queries: tokens, keys: tokens}, 'decoder', say);
    return {
      figures: [
        {kind: 'pair', left: [of(wrong)], right: [of(right)]},
        {
          kind: 'bars',
          title: say('chart'),
          labels: tokens,
          y: {label: say('weight'), low: 0, high: 1},
          height: 240,
          series: [{name: '', values: future, hue: 'cross'}],
        },
      ],
      numbers: {most: Math.max(...future), mean: sum(future) / future.length},
    };
  },
};
