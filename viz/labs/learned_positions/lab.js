// Learned against sinusoidal positions on a small task: find the token a few places back (3.5).

import {range} from '../../components/maths/model/controls.js';
import {counted, dot, encodingOf, mean, softmax} from '../../components/maths/model/linear.js';
import {normal} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const WIDTH = 8;
const TRAINED = 12;
const BEYOND = 8;
const STEPS = 16;

/**
 * One head learns to look `back` places back from positions alone: scores p A q, A (and a learned table) by gradient
 * descent. Loops over flat arrays: a slider's frame waits for all of it.
 * @param {Float64Array[]} table encodings of all positions
 * @param {{back: number, rate: number, isLearned: boolean}} given
 */
const train = (table, {back, rate, isLearned}) => {
  const rows = table.map(row => row.slice());
  const matrix = new Float64Array(WIDTH * WIDTH);
  const queries = TRAINED - back;
  const change = new Float64Array(WIDTH * WIDTH);
  const moved = new Float64Array(TRAINED * WIDTH);
  const left = new Float64Array(WIDTH);
  const pulled = new Float64Array(WIDTH);
  const losses = [];
  /** Weights of a query on some keys; `left` keeps the query's row times A. @param {number} q @param {number} first
   * @param {number} count */
  const weightsOf = (q, first, count) => {
    left.fill(0);
    for (let i = 0; i < WIDTH; i++) for (let j = 0; j < WIDTH; j++) left[j] += rows[q][i] * matrix[i * WIDTH + j];
    const scores = new Float64Array(count);
    for (let k = 0; k < count; k++) scores[k] = dot(left, rows[first + k]);
    return softmax(scores);
  };
  for (let step = 0; step < STEPS; step++) {
    let loss = 0;
    change.fill(0);
    moved.fill(0);
    for (let q = back; q < TRAINED; q++) {
      const weights = weightsOf(q, 0, TRAINED);
      const row = rows[q];
      loss -= Math.log(weights[q - back]) / queries;
      pulled.fill(0);
      for (let k = 0; k < TRAINED; k++) {
        const error = (weights[k] - Number(k === q - back)) / queries;
        for (let j = 0; j < WIDTH; j++) {
          pulled[j] += error * rows[k][j];
          moved[k * WIDTH + j] += error * left[j];
        }
      }
      for (let i = 0, at = 0; i < WIDTH; i++)
        for (let j = 0; j < WIDTH; j++, at++) {
          change[at] += row[i] * pulled[j];
          moved[q * WIDTH + i] += matrix[at] * pulled[j];
        }
    }
    losses.push(loss);
    for (let at = 0; at < matrix.length; at++) matrix[at] -= rate * change[at];
    if (isLearned)
      for (let at = 0; at < moved.length; at++) rows[Math.floor(at / WIDTH)][at % WIDTH] -= rate * moved[at];
  }
  const right = counted(TRAINED + BEYOND - back)
    .map(i => i + back)
    .map(q => {
      const first = q < TRAINED ? 0 : q - TRAINED + 1;
      const count = TRAINED; // as many keys as in training; later queries see the last ones
      return weightsOf(q, first, count)[q - back - first];
    });
  return {losses, right};
};

/** @type {Lab} */
export const LAB = {
  name: 'learned_positions',
  group: 'positions',
  order: 10,
  section: '3.5',
  controls: [
    range('back', {low: 1, high: 4, first: 2}),
    range('rate', {low: 0.05, high: 1, step: 0.05, first: 0.3}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({back, rate, seed}) => {
    const draw = normal(seed);
    const all = counted(TRAINED + BEYOND);
    const sines = all.map(p => Float64Array.from(encodingOf(p, WIDTH, 100)));
    const random = all.map(() => Float64Array.from({length: WIDTH}, draw).map(one => one / Math.sqrt(2)));
    return {
      positions: all.slice(back),
      sinusoidal: train(sines, {back, rate, isLearned: false}),
      learned: train(random, {back, rate, isLearned: true}),
    };
  },
  draw: ({positions, sinusoidal, learned}, {say, values: {back}, facts: {position_cosines: own}}) => {
    const inside = TRAINED - back;
    const of = (/** @type {any} */ {right}, /** @type {number} */ from, /** @type {number} */ to) =>
      mean(right.slice(from, to));
    return {
      figures: [
        {
          kind: 'chart',
          title: say('weights', {back}),
          x: {label: say('position')},
          y: {label: say('weight'), low: 0, high: 1},
          height: 300,
          marks: [{x: TRAINED - 0.5, label: say('beyond')}],
          series: [
            {name: say('sinusoidal'), x: positions, y: sinusoidal.right, hue: 'encoder'},
            {name: say('learned'), x: positions, y: learned.right, hue: 'cross', dash: true},
          ],
        },
        {
          kind: 'chart',
          title: say('losses'),
          x: {label: say('step')},
          y: {label: say('nats'), low: 0},
          height: 240,
          series: [
            {name: say('sinusoidal'), x: counted(STEPS), y: sinusoidal.losses, hue: 'encoder'},
            {name: say('learned'), x: counted(STEPS), y: learned.losses, hue: 'cross', dash: true},
          ],
        },
        ...(own
          ? [
              /** @type {any} */ ({
                kind: 'matrix',
                title: say('own'),
                values: own,
                rowTitle: say('row'),
                columnTitle: say('row'),
                scale: 'signed',
                high: 1,
                written: false,
                height: 340,
              }),
            ]
          : []),
      ],
      numbers: {
        inside_sinusoidal: of(sinusoidal, 0, inside),
        inside_learned: of(learned, 0, inside),
        beyond_sinusoidal: of(sinusoidal, inside, positions.length),
        beyond_learned: of(learned, inside, positions.length),
      },
    };
  },
};
