// One row of attention by hand, from vectors to output (3.2.1).

import {KINDS} from '../../components/shared/kinds.js';
import {everyLayer, oneOf, pick, range} from '../../components/maths/model/controls.js';
import {counted, softmax} from '../../components/maths/model/linear.js';
import {axesOf, factor, num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

const SHOWN = 3; // components that are written out

/** @type {Lab} */
export const LAB = {
  name: 'one_row',
  group: 'attention',
  order: 3,
  section: '3.2.1',
  controls: [
    oneOf('kind', [...KINDS], 'cross'),
    pick('layer', facts => everyLayer(facts)),
    pick('head', facts => counted(facts.num_heads).map(() => '')),
    range('query', {low: 1, high: facts => Math.max(1, Math.max(facts.source.length, facts.target.length)), first: 2}),
  ],
  ask: ({kind, layer, head}) => ({kind, layer, head}),
  compute: ({query: row}, _, {query, key, value, mask, scale}) => {
    const at = Math.min(row, query.length) - 1;
    const q = query[at];
    const open = mask[at];
    const products = /** @type {number[][]} */ (key).map(k => k.reduce((total, one, d) => total + one * q[d], 0));
    const scores = products.map((one, k) => (open[k] ? one * scale : -Infinity));
    const weights = softmax(scores);
    const output = counted(value[0].length).map(d =>
      weights.reduce((total, weight, k) => total + weight * value[k][d], 0),
    );
    return {at, q, key, value, products, scores, weights, output, open, scale};
  },
  draw: ({at, q, key, value, products, scores, weights, output, open, scale}, {say, facts, values: {kind}}) => {
    const {queries, keys} = axesOf(facts, kind);
    const best = weights.indexOf(Math.max(...weights));
    const names = keys.slice(0, weights.length);
    const isScaled = scale !== 1;
    const parts = [products, ...(isScaled ? [scores] : [])];
    const total = (/** @type {number} */ length, /** @type {(i: number) => string} */ term) =>
      counted(Math.min(SHOWN, length)).map(term).join(' + ') + (length > SHOWN ? ' + …' : '');
    return {
      figures: [
        {
          kind: 'bars',
          title: say('weights', {token: queries[at].trim()}),
          labels: names,
          y: {label: say('weight'), low: 0, high: 1},
          height: 260,
          series: [{name: '', values: weights, hue: kind}],
        },
        {
          kind: 'table',
          title: say('table'),
          digits: 4,
          head: [say('key'), 'q · k', ...(isScaled ? ['q · k / √d_k'] : []), say('weight')],
          strong: [[best, parts.length + 1]],
          rows: names.map((/** @type {string} */ name, /** @type {number} */ k) => [
            name,
            ...parts.map((part, i) => (open[k] || i < parts.length - 1 ? part[k] : say('masked'))),
            weights[k],
          ]),
        },
        {
          kind: 'lines',
          title: say('by_hand', {token: names[best].trim()}),
          lines: [
            `q · k = ${total(q.length, d => `${factor(q[d])} · ${factor(key[best][d])}`)} = ${num(products[best])}`,
            ...(isScaled
              ? [`q · k / √${q.length} = ${num(products[best])} / ${num(Math.sqrt(q.length))} = ${num(scores[best])}`]
              : []),
            `α = exp(${num(scores[best])}) / Σ exp = ${num(weights[best])}`,
            `o₁ = ${total(names.length, k => `${factor(weights[k])} · ${factor(value[k][0])}`)} = ${num(output[0])}`,
          ],
        },
        {
          kind: 'bars',
          title: say('output'),
          labels: output.map((/** @type {any} */ _, /** @type {number} */ d) => String(d + 1)),
          y: {label: ''},
          x: {label: say('component')},
          height: 220,
          series: [{name: '', values: output, hue: kind}],
        },
      ],
      digits: 4,
      numbers: {
        product: products[best],
        ...(isScaled ? {score: scores[best]} : {}),
        weight: weights[best],
        width: q.length,
      },
    };
  },
};
