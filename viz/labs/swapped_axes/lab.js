// A common mistake: the axes of an attention matrix are swapped (3.2.1).

import {KINDS} from '../../components/shared/kinds.js';
import {everyLayer, oneOf, pick} from '../../components/maths/model/controls.js';
import {counted, sum, transposed} from '../../components/maths/model/linear.js';
import {axesOf} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'swapped_axes',
  group: 'mistakes',
  order: 15,
  section: '3.2.1',
  controls: [
    oneOf('kind', [...KINDS], 'cross'),
    pick('layer', facts => everyLayer(facts)),
    pick('head', facts => counted(facts.num_heads).map(() => '')),
  ],
  ask: ({kind, layer}) => ({kind, layer}),
  compute: ({head}, _, {weights}) => {
    const right = /** @type {number[][]} */ (weights[Math.min(head, weights.length - 1)]);
    const wrong = transposed(right);
    return {right, wrong, rows: right.map(row => sum(row)), columns: wrong.map(row => sum(row))};
  },
  draw: ({right, wrong, rows, columns}, {say, facts, values: {kind}}) => {
    const {queries, keys} = axesOf(facts, kind);
    const same = {rowTitle: say('query'), columnTitle: say('key'), hue: kind, written: false};
    return {
      figures: [
        {
          kind: 'pair',
          left: [{kind: 'matrix', title: say('swapped'), values: wrong, rows: keys, columns: queries, ...same}],
          right: [{kind: 'matrix', title: say('as_computed'), values: right, rows: queries, columns: keys, ...same}],
        },
        {
          kind: 'pair',
          titles: ['', ''],
          left: [
            {
              kind: 'bars',
              title: say('sums_wrong'),
              labels: keys,
              y: {label: say('sum'), low: 0},
              height: 220,
              series: [{name: '', values: columns, hue: 'cross'}],
            },
          ],
          right: [
            {
              kind: 'bars',
              title: say('sums_right'),
              labels: queries,
              y: {label: say('sum'), low: 0},
              height: 220,
              series: [{name: '', values: rows, hue: 'decoder'}],
            },
          ],
        },
      ],
      numbers: {
        rows_least: Math.min(...rows),
        rows_most: Math.max(...rows),
        columns_least: Math.min(...columns),
        columns_most: Math.max(...columns),
      },
    };
  },
};
