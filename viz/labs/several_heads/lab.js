// Several heads against one row of weights for all of them (3.2.2).

import {KINDS} from '../../components/shared/kinds.js';
import {everyLayer, oneOf, pick, range} from '../../components/maths/model/controls.js';
import {counted, entropy, mean, sum} from '../../components/maths/model/linear.js';
import {axesOf, num, percent} from '../../components/maths/model/numbers.js';

/** @import {Facts, Given, Lab, PlainFigure} from '../../components/maths/types.js' */

/** The index of the largest number. @param {number[]} row */
const largest = row => row.indexOf(Math.max(...row));

/**
 * Numbers of the model's size in one attention: those that are multiplied, and those that softmax makes.
 * @param {{heads: number, d_k: number, d_v: number, d_model: number, queries: number, keys: number}} given
 */
const costOf = ({heads, d_k, d_v, d_model, queries, keys}) => ({
  weights: d_model * heads * (2 * d_k + 2 * d_v),
  projections: d_model * heads * (queries * (d_k + d_v) + keys * (d_k + d_v)),
  products: queries * keys * heads * (d_k + d_v),
  exponentials: queries * keys * heads,
});

/**
 * The cost of all heads next to that of one as wide as the model.
 * @param {any} numbers
 * @param {Given['say']} say
 * @returns {PlainFigure}
 */
const costTable = ({several, one, heads, d_k, d_model, queries}, say) => ({
  kind: 'table',
  title: say('cost', {queries}),
  head: ['', say('of_heads', {heads, d_k}), say('of_one', {d_model})],
  rows: ['weights', 'projections', 'products', 'exponentials'].map(name => [
    say(`cost.${name}`),
    several[name],
    one[name],
  ]),
});

/** @type {Lab} */
export const LAB = {
  name: 'several_heads',
  group: 'attention',
  order: 7,
  section: '3.2.2',
  see: ['several_heads_trained'],
  controls: [
    oneOf('kind', [...KINDS], 'encoder'),
    pick('layer', everyLayer, facts => Math.floor(facts.num_layers / 2)),
    range('query', {low: 1, high: facts => Math.max(1, facts.source.length, facts.target.length), first: 2}),
  ],
  ask: ({kind, layer}) => ({kind, layer}),
  compute: ({query}, {d_k, d_v, d_model}, {weights, mean: average, best, missed, logs}) => {
    const at = Math.min(query, average.length) - 1;
    const rows = /** @type {number[][][]} */ (weights).map(head => head[at]);
    const places = rows.map(largest);
    const size = {d_model, queries: average.length, keys: average[0].length};
    const heads = rows.length;
    return {
      at,
      rows,
      places,
      average: average[at],
      best: best[at],
      missed,
      logs,
      heads,
      d_k,
      d_model,
      queries: size.queries,
      // 1 if all rows are the same, h if no two share a key
      different: Math.exp(entropy(average[at]) - mean(rows.map(entropy))),
      several: costOf({...size, heads, d_k, d_v}),
      one: costOf({...size, heads: 1, d_k: d_model, d_v: d_model}),
    };
  },
  draw: (numbers, {say, facts, values: {kind}}) => {
    const {at, rows, places, average, best, missed, logs, heads, different} = numbers;
    const {queries, keys} = axesOf(facts, kind);
    const token = queries[at].trim();
    const total = Object.fromEntries(Object.entries(logs).map(([name, list]) => [name, sum(list)]));
    const loss = (/** @type {string} */ name) => logs[name].map((/** @type {number} */ one) => -one);
    const distinct = new Set(places).size;
    return {
      figures: [
        {
          kind: 'matrix',
          title: say('rows', {token}),
          values: [...rows, average, best],
          rows: [...counted(heads).map(i => say('head', {head: i + 1})), say('mean'), say('best')],
          columns: keys,
          rowTitle: '',
          columnTitle: say('key'),
          hue: kind,
          written: true,
          outlined: places.map((/** @type {number} */ k, /** @type {number} */ h) => [h, k]),
          height: 420,
        },
        {
          kind: 'bars',
          title: say('missed'),
          labels: queries.map((name, i) => (i === at ? `[${name.trim()}]` : name)),
          y: {label: say('share'), low: 0},
          height: 260,
          series: [
            {name: say('mean'), values: missed.mean, hue: 'faint'},
            {name: say('best'), values: missed.best, hue: kind},
          ],
        },
        {
          kind: 'bars',
          title: say('losses'),
          labels: facts.target,
          y: {label: say('nats'), low: 0},
          height: 260,
          series: [
            {name: say('own'), values: loss('own'), hue: 'faint'},
            {name: say('mean_here'), values: loss('mean'), hue: kind},
            {name: say('mean_every'), values: loss('every'), hue: 'ink'},
          ],
        },
        costTable(numbers, say),
      ],
      numbers: {
        different,
        missed_mean: missed.mean[at],
        missed_best: missed.best[at],
        own: total.own,
        mean: total.mean,
        best: total.best,
        kind: total.kind,
        every: total.every,
      },
      reading: say('reading', {
        token,
        heads,
        distinct,
        missed: percent(missed.best[at]),
        own: num(total.own, 3),
        every: num(total.every, 3),
      }),
    };
  },
};
