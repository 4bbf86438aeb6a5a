// Layer normalisation by hand (3.1): a token's vector at one sub-layer of the loaded model.

import {labelled} from '../../components/shared/locale.js';
import {pick, range} from '../../components/maths/model/controls.js';
import {counted, mean, norm, variance} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Facts, Lab} from '../../components/maths/types.js' */

/** The normalisations of the model in the order of computation. @param {Facts} facts */
const sitesOf = ({num_layers, decoder_layers, norm: placement}) =>
  ['encoder', 'decoder'].flatMap(side => {
    const parts = side === 'encoder' ? ['self', 'feed_forward'] : ['self', 'cross', 'feed_forward'];
    return [
      ...counted(side === 'encoder' ? num_layers : decoder_layers).flatMap(layer =>
        parts.map(part => `${side}.${layer}.${part}`),
      ),
      ...(placement === 'pre' ? [`${side}.final`] : []),
    ];
  });

/**
 * The tokens at a site.
 * @param {Facts} facts
 * @param {string} site
 */
const tokensAt = ({source, target}, site) => (site.startsWith('encoder') ? source : ['<s>', ...target.slice(0, -1)]);

/**
 * A vector minus its mean, over its standard deviation, times the gain, plus the bias.
 * @param {number[]} x
 * @param {{gain: number[], bias: number[], eps: number}} learned
 */
const normalised = (x, {gain, bias, eps}) => {
  const middle = mean(x);
  const spread = variance(x);
  const deviation = Math.sqrt(spread + eps);
  const plain = x.map(value => (value - middle) / deviation);
  return {middle, spread, deviation, plain, result: plain.map((value, d) => value * gain[d] + bias[d])};
};

/** @type {Lab} */
export const LAB = {
  name: 'layer_norm',
  group: 'layer',
  order: 5,
  section: '3.1',
  controls: [
    pick('site', sitesOf),
    range('position', {low: 0, high: ({source, target}) => Math.max(source.length, target.length, 1) - 1, first: 1}),
    range('dimension', {low: 0, high: facts => facts.d_model - 1, first: 0}),
  ],
  ask: ({site}, facts) => ({site: sitesOf(facts)[site]}),
  compute: ({position}, _, {before, after, ...learned}) => {
    const at = Math.min(position, before.length - 1);
    const x = before[at];
    const own = normalised(x, learned);
    const apart = Math.max(...own.result.map((value, d) => Math.abs(value - after[at][d])));
    return {...learned, ...own, at, x, made: after[at], apart};
  },
  draw: (
    {at, x, made, middle, spread, deviation, plain, result, gain, bias, eps, apart},
    {say, facts, values: {site, dimension: d}},
  ) => {
    const dimensions = counted(x.length);
    const name = sitesOf(facts)[site];
    const token = (tokensAt(facts, name)[at] ?? '').trim();
    const axis = {label: say('dimension')};
    const written = (/** @type {number} */ value) => num(value, 4);
    return {
      figures: [
        {
          kind: 'chart',
          title: say('before', {token, site: name}),
          x: axis,
          y: {label: say('value')},
          height: 220,
          series: [{name: '', x: dimensions, y: x, hue: 'ink', line: 1.5}],
          levels: [{y: middle, label: ''}],
          marks: [{x: d, label: ''}],
        },
        {
          kind: 'chart',
          title: say('after'),
          x: axis,
          y: {label: say('value')},
          height: 240,
          marks: [{x: d, label: ''}],
          series: [
            {name: say('plain'), x: dimensions, y: plain, hue: 'faint', line: 1},
            {name: say('made'), x: dimensions, y: made, hue: 'cross', line: 4},
            {name: say('result'), x: dimensions, y: result, hue: 'ink', line: 1},
          ],
        },
        {
          kind: 'lines',
          title: say('lines', {dimension: d}),
          lines: [
            `μ = ${written(middle)}    σ² = ${written(spread)}`,
            `√(σ² + ε) = ${written(deviation)}    ε = ${num(eps, 1)}`,
            `(${written(x[d])} − ${written(middle)}) / ${written(deviation)} = ${written(plain[d])}`,
            `${written(plain[d])} × ${written(gain[d])} ${bias[d] < 0 ? '−' : '+'} ` +
              `${written(Math.abs(bias[d]))} = ${written(result[d])}`,
            labelled(say('made'), written(made[d])),
          ],
        },
        {
          kind: 'chart',
          title: say('learned', {site: name}),
          x: axis,
          y: {label: say('value')},
          height: 240,
          marks: [{x: d, label: ''}],
          series: [
            {name: say('gain'), x: dimensions, y: gain, hue: 'decoder', line: 1.5},
            {name: say('bias'), x: dimensions, y: bias, hue: 'cross', line: 1.5},
          ],
        },
      ],
      numbers: {
        mean: middle,
        variance: spread,
        norm_before: norm(x),
        norm_plain: norm(plain),
        norm_after: norm(result),
        apart,
        gain_low: Math.min(...gain),
        gain_high: Math.max(...gain),
      },
    };
  },
};
