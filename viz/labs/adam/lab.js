// Adam by hand (5.3): moments, bias correction, update; coupled against decoupled weight decay.

import {oneOf, range} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';
import {factor, num} from '../../components/maths/model/numbers.js';
import {normal} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const STEPS = 60;
const EPS = 1e-9;
const DECAY = 0.1;

/** @type {Record<string, (t: number, draw: () => number) => number>} */
const GRADIENTS = {
  constant: () => 1,
  alternating: t => (t % 2 ? -1 : 1),
  noisy: (_, draw) => 0.2 + draw(),
  rare: t => (t % 10 === 0 ? 1 : 0),
};

/**
 * Adam for one weight.
 * @param {number[]} gradients
 * @param {{beta1: number, beta2: number, rate: number, start: number, decay: 'none' | 'coupled' | 'decoupled'}} given
 */
const adam = (gradients, {beta1, beta2, rate, start, decay}) => {
  let m = 0;
  let v = 0;
  let weight = start;
  return gradients.map((raw, i) => {
    const t = i + 1;
    const gradient = decay === 'coupled' ? raw + DECAY * weight : raw;
    m = beta1 * m + (1 - beta1) * gradient;
    v = beta2 * v + (1 - beta2) * gradient ** 2;
    const mean = m / (1 - beta1 ** t);
    const square = v / (1 - beta2 ** t);
    const update = (rate * mean) / (Math.sqrt(square) + EPS);
    if (decay === 'decoupled') weight *= 1 - rate * DECAY;
    weight -= update;
    return {gradient, m, v, mean, square, update, weight};
  });
};

/** @type {Lab} */
export const LAB = {
  name: 'adam',
  group: 'training',
  order: 4,
  section: '5.3',
  controls: [
    oneOf('gradients', Object.keys(GRADIENTS), 'noisy'),
    range('beta1', {low: 0, high: 0.99, step: 0.01, first: 0.9}),
    range('beta2', {low: 0.5, high: 0.999, step: 0.001, first: 0.98}),
    range('step', {low: 1, high: STEPS, first: 3}),
  ],
  compute: ({gradients: kind, beta1, beta2}) => {
    const draw = normal(7);
    const gradients = counted(STEPS).map(t => GRADIENTS[kind](t, draw));
    const rate = 0.1;
    const start = 1;
    const run = (/** @type {'none' | 'coupled' | 'decoupled'} */ decay) =>
      adam(gradients, {beta1, beta2, rate, start, decay});
    return {gradients, plain: run('none'), coupled: run('coupled'), decoupled: run('decoupled'), rate};
  },
  draw: ({gradients, plain, coupled, decoupled, rate}, {say, values: {step, beta1, beta2}}) => {
    const at = plain[step - 1];
    const before = plain[step - 2] ?? {m: 0, v: 0};
    const x = counted(STEPS).map(i => i + 1);
    const of = (/** @type {any[]} */ run, /** @type {string} */ name) => run.map(one => one[name]);
    return {
      figures: [
        {
          kind: 'chart',
          title: say('moments'),
          x: {label: say('step')},
          y: {label: ''},
          height: 260,
          marks: [{x: step, label: ''}],
          series: [
            {name: say('gradient'), x, y: gradients, hue: 'faint', line: 1},
            {name: say('mean'), x, y: of(plain, 'mean'), hue: 'encoder'},
            {name: say('root'), x, y: of(plain, 'square').map(Math.sqrt), hue: 'cross'},
          ],
        },
        {
          kind: 'chart',
          title: say('updates'),
          x: {label: say('step')},
          y: {label: say('update')},
          height: 220,
          marks: [{x: step, label: ''}],
          series: [{name: '', x, y: of(plain, 'update'), hue: 'encoder'}],
          levels: [{y: rate, label: say('rate')}],
        },
        {
          kind: 'lines',
          title: say('by_hand', {step}),
          lines: [
            `g = ${num(at.gradient)}`,
            `m = ${num(beta1, 3)} · ${factor(before.m, 4)} + ${num(1 - beta1, 2)} · g = ${num(at.m)}`,
            `v = ${num(beta2, 3)} · ${num(before.v)} + ${num(1 - beta2, 2)} · g² = ${num(at.v)}`,
            `m̂ = m / (1 − ${num(beta1, 3)}^${step}) = ${num(at.mean)}`,
            `v̂ = v / (1 − ${num(beta2, 3)}^${step}) = ${num(at.square)}`,
            `Δ = ${num(rate, 2)} · m̂ / (√v̂ + 1e−9) = ${num(at.update)}`,
          ],
        },
        {
          kind: 'chart',
          title: say('decay'),
          x: {label: say('step')},
          y: {label: say('weight')},
          height: 240,
          series: [
            {name: say('none'), x, y: of(plain, 'weight'), hue: 'faint'},
            {name: say('coupled'), x, y: of(coupled, 'weight'), hue: 'cross', dash: true},
            {name: say('decoupled'), x, y: of(decoupled, 'weight'), hue: 'decoder'},
          ],
        },
      ],
      numbers: {update: at.update, m: at.mean, v: at.square},
    };
  },
};
