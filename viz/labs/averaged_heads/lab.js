// A common mistake: the heads of a layer are averaged (3.2.2).

import {weightMatrices} from '../../components/maths/model/attention_figures.js';
import {KINDS} from '../../components/shared/kinds.js';
import {everyLayer, oneOf, pick} from '../../components/maths/model/controls.js';
import {counted, entropy, mean} from '../../components/maths/model/linear.js';
import {axesOf} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'averaged_heads',
  group: 'mistakes',
  order: 16,
  section: '3.2.2',
  controls: [
    oneOf('kind', [...KINDS], 'cross'),
    pick('layer', facts => everyLayer(facts)),
    pick('head', facts => counted(facts.num_heads).map(() => '')),
  ],
  ask: ({kind, layer}) => ({kind, layer}),
  compute: ({head}, _, {weights}) => {
    const all = /** @type {number[][][]} */ (weights);
    const at = Math.min(head, all.length - 1);
    const average = all[0].map((row, q) => row.map((__, k) => mean(all.map(one => one[q][k]))));
    const of = (/** @type {number[][]} */ one) => ({
      entropy: mean(one.map(entropy)),
      largest: mean(one.map(row => Math.max(...row))),
    });
    return {average, single: all[at], heads: all.map(of), averaged: of(average), at};
  },
  draw: ({average, single, heads, averaged, at}, {say, facts, values: {kind}}) => {
    const {queries, keys} = axesOf(facts, kind);
    const of = weightMatrices({queries, keys}, kind, say);
    return {
      figures: [
        {kind: 'pair', left: [of(average, say('average'))], right: [of(single, say('single', {head: at + 1}))]},
        {
          kind: 'bars',
          title: say('chart'),
          labels: [
            ...heads.map((/** @type {any} */ _, /** @type {number} */ i) => say('head_name', {head: i + 1})),
            say('average'),
          ],
          y: {label: say('entropy'), low: 0},
          height: 240,
          written: true,
          series: [
            {
              name: '',
              values: [...heads.map((/** @type {any} */ one) => one.entropy), averaged.entropy],
              hue: 'encoder',
            },
          ],
        },
      ],
      numbers: {
        entropy_heads: mean(heads.map((/** @type {any} */ one) => one.entropy)),
        entropy_average: averaged.entropy,
        largest_heads: mean(heads.map((/** @type {any} */ one) => one.largest)),
        largest_average: averaged.largest,
      },
    };
  },
};
