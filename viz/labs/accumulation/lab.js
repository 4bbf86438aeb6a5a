// Gradient accumulation over micro-batches of different sizes: divided once by all tokens, or by each batch's own.

import {range} from '../../components/maths/model/controls.js';
import {cosine, counted, mean, norm, sum} from '../../components/maths/model/linear.js';
import {percent} from '../../components/maths/model/numbers.js';
import {normal, uniform} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const FEATURES = 6;
const MIDDLE = 20;
const MOST = 120; // tokens of a micro-batch: the middle, and the most
const SPREADS = counted(9).map(i => (i / 8) * 1.2);
const DRAWS = 6; // of the curve

/**
 * The gradient of each micro-batch's summed loss at w = 0, of a linear model with squared loss: −Σ yₜ xₜ. The last
 * feature is always 1; labels of small micro-batches are shifted by `shift`.
 * @param {{batches: number, spread: number, shift: number, seed: number}} given
 */
const drawn = ({batches, spread, shift, seed}) => {
  const draw = uniform(seed);
  const size = normal(seed);
  const truth = counted(FEATURES).map(() => 2 * draw() - 1);
  const tokens = counted(batches).map(() =>
    Math.max(1, Math.min(MOST, Math.round(MIDDLE * Math.exp(spread * size())))),
  );
  const sums = tokens.map(count => {
    const total = new Array(FEATURES).fill(0);
    const added = count < MIDDLE ? shift : 0;
    for (let t = 0; t < count; t++) {
      const x = truth.map((_, i) => (i === FEATURES - 1 || draw() < 0.5 ? 1 : -1));
      const label = truth.reduce((product, weight, i) => product + weight * x[i], added) + 4 * draw() - 2;
      for (let i = 0; i < FEATURES; i++) total[i] -= label * x[i];
    }
    return total;
  });
  return {tokens, sums};
};

/**
 * The gradient as one large batch, accumulated with one divisor, and as the mean of means; and how far the last two are
 * from the first.
 * @param {{tokens: number[], sums: number[][]}} given
 */
const compared = ({tokens, sums}) => {
  const all = sum(tokens);
  const at = (/** @type {(i: number) => number} */ of) => counted(FEATURES).map(of);
  const whole = at(i => sum(sums.map(one => one[i])) / all);
  const right = new Array(FEATURES).fill(0);
  const wrong = new Array(FEATURES).fill(0);
  sums.forEach((one, b) =>
    one.forEach((value, i) => {
      // micro-batch by micro-batch, as `backward` adds
      right[i] += value / all;
      wrong[i] += value / tokens[b] / tokens.length;
    }),
  );
  const apart = (/** @type {number[]} */ found) => norm(found.map((value, i) => value - whole[i])) / norm(whole);
  return {whole, right, wrong, errorRight: apart(right), errorWrong: apart(wrong), alike: cosine(wrong, whole)};
};

/** @type {Lab} */
export const LAB = {
  name: 'accumulation',
  group: 'training',
  order: 5,
  section: '',
  controls: [
    range('batches', {low: 1, high: 12, first: 6}),
    range('spread', {low: 0, high: 1.2, step: 0.05, first: 0.6}),
    range('shift', {low: 0, high: 3, step: 0.1, first: 1}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: values => {
    const one = drawn(values);
    const curve = SPREADS.map(spread =>
      mean(counted(DRAWS).map(i => compared(drawn({...values, spread, seed: 1000 * values.seed + i})).errorWrong)),
    );
    return {...one, ...compared(one), curve};
  },
  draw: ({tokens, whole, right, wrong, errorRight, errorWrong, alike, curve}, {say, values: {batches, spread}}) => ({
    figures: [
      {
        kind: 'pair',
        left: [
          {
            kind: 'lines',
            title: say('per_batch'),
            lines: [`for batch in batches:`, `    loss = losses(batch).mean()`, `    (loss / len(batches)).backward()`],
          },
        ],
        right: [
          {
            kind: 'lines',
            title: say('per_token'),
            lines: [`for batch in batches:`, `    loss = losses(batch).sum()`, `    (loss / all_tokens).backward()`],
          },
        ],
      },
      {
        kind: 'bars',
        title: say('sizes'),
        labels: counted(batches).map(i => String(i + 1)),
        x: {label: say('batch')},
        y: {label: say('count'), low: 0},
        height: 190,
        series: [{name: '', values: tokens, hue: 'faint'}],
      },
      {
        kind: 'bars',
        title: say('gradients'),
        labels: counted(FEATURES).map(i => String(i + 1)),
        x: {label: say('component')},
        y: {label: say('gradient')},
        height: 260,
        series: [
          {name: say('whole'), values: whole, hue: 'faint'},
          {name: say('right'), values: right, hue: 'decoder'},
          {name: say('wrong'), values: wrong, hue: 'cross'},
        ],
      },
      {
        kind: 'chart',
        title: say('curve', {draws: DRAWS}),
        x: {label: say('spread_axis')},
        y: {label: say('error'), low: 0},
        height: 230,
        marks: [{x: spread, label: ''}],
        series: [{name: say('wrong'), x: SPREADS, y: curve, hue: 'cross'}],
      },
    ],
    numbers: {total: sum(tokens), error_right: errorRight, error_wrong: percent(errorWrong), alike},
  }),
};
