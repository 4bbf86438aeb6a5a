// A common mistake: attention is plotted with dropout on (5.4).

import {weightMatrices} from '../../components/maths/model/attention_figures.js';
import {KINDS} from '../../components/shared/kinds.js';
import {everyLayer, oneOf, pick, range} from '../../components/maths/model/controls.js';
import {counted, sum} from '../../components/maths/model/linear.js';
import {uniform} from '../../components/maths/model/random.js';
import {axesOf} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'attention_with_dropout',
  group: 'mistakes',
  order: 14,
  section: '5.4',
  controls: [
    oneOf('kind', [...KINDS], 'cross'),
    pick('layer', facts => everyLayer(facts)),
    pick('head', facts => counted(facts.num_heads).map(() => '')),
    range('rate', {low: 0.05, high: 0.5, step: 0.05, first: 0.1}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  ask: ({kind, layer}) => ({kind, layer}),
  compute: ({head, rate, seed}, _, {weights}) => {
    const draw = uniform(seed);
    const right = /** @type {number[][]} */ (weights[Math.min(head, weights.length - 1)]);
    const wrong = right.map(row => row.map(weight => (draw() < rate ? 0 : weight / (1 - rate))));
    return {right, wrong, sums: wrong.map(row => sum(row)), exact: right.map(row => sum(row))};
  },
  draw: ({right, wrong, sums, exact}, {say, facts, values: {kind}}) => {
    const {queries, keys} = axesOf(facts, kind);
    const of = weightMatrices({queries, keys}, kind, say);
    return {
      figures: [
        {kind: 'pair', left: [of(wrong, say('after'))], right: [of(right, say('before'))]},
        {
          kind: 'bars',
          title: say('sums'),
          labels: queries,
          y: {label: say('sum'), low: 0},
          height: 240,
          series: [
            {name: say('after'), values: sums, hue: 'cross'},
            {name: say('before'), values: exact, hue: 'decoder'},
          ],
        },
      ],
      numbers: {least: Math.min(...sums), most: Math.max(...sums), largest: Math.max(...wrong.flat())},
    };
  },
};
