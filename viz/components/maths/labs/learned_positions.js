// Learned against sinusoidal positions on a small task: find the token a few places back (3.5).

import {range} from '../model/controls.js';
import {counted, dot, mean, softmax} from '../model/linear.js';
import {encodingOf} from '../model/positions.js';
import {normal} from '../model/random.js';

/** @import {Lab} from '../types.js' */

const WIDTH = 12, TRAINED = 12, BEYOND = 8, STEPS = 16;

/**
 * A row times the rows of a matrix.
 * @param {ArrayLike<number>} row
 * @param {Float64Array[]} matrix
 */
const product = (row, matrix) => {
  const found = new Float64Array(WIDTH);
  for (let i = 0; i < row.length; i++) for (let j = 0; j < WIDTH; j++) found[j] += row[i] * matrix[i][j];
  return found;
};

/**
 * One head learns to look `back` places back from positions alone: scores p A q, A (and a learned table) by gradient descent.
 * @param {Float64Array[]} table encodings of all positions
 * @param {{back: number, rate: number, isLearned: boolean}} given
 */
const train = (table, {back, rate, isLearned}) => {
  const rows = table.map(row => Float64Array.from(row)), matrix = counted(WIDTH).map(() => new Float64Array(WIDTH)), queries = counted(TRAINED - back).map(i => i + back);
  for (const row of matrix) row.fill(0);
  const losses = [];
  for (let step = 0; step < STEPS; step++) {
    let loss = 0;
    const change = matrix.map(() => new Float64Array(WIDTH)), moved = rows.map(() => new Float64Array(WIDTH));
    for (const q of queries) {
      const left = product(rows[q], matrix), weights = softmax(counted(TRAINED).map(k => dot(left, rows[k])));
      loss -= Math.log(weights[q - back]) / queries.length;
      const error = weights.map((weight, k) => (weight - Number(k === q - back)) / queries.length);
      const pulled = product(error, rows);
      for (let i = 0; i < WIDTH; i++) for (let j = 0; j < WIDTH; j++) change[i][j] += rows[q][i] * pulled[j];
      if (!isLearned) continue;
      for (let k = 0; k < TRAINED; k++) for (let j = 0; j < WIDTH; j++) moved[k][j] += error[k] * left[j];
      for (let i = 0; i < WIDTH; i++) moved[q][i] += dot(matrix[i], pulled);
    }
    losses.push(loss);
    matrix.forEach((row, i) => row.forEach((_, j) => { row[j] -= rate * change[i][j]; }));
    if (isLearned) rows.slice(0, TRAINED).forEach((row, k) => row.forEach((_, j) => { row[j] -= rate * moved[k][j]; }));
  }
  const right = counted(TRAINED + BEYOND - back).map(i => i + back).map(q => {
    const left = product(rows[q], matrix), first = Math.max(0, q - TRAINED + 1); // at most as many keys as in training
    return softmax(counted(q - first + 1).map(k => dot(left, rows[first + k])))[q - back - first];
  });
  return {losses, right};
};

/** @type {Lab} */
export const LAB = {
  name: 'learned_positions',
  group: 'positions',
  order: 10,
  section: '3.5',
  controls: [range('back', {low: 1, high: 4, first: 2}), range('rate', {low: 0.05, high: 1, step: 0.05, first: 0.3}), range('seed', {low: 1, high: 999, first: 1})],
  compute: ({back, rate, seed}) => {
    const draw = normal(seed), all = counted(TRAINED + BEYOND), sines = all.map(p => Float64Array.from(encodingOf(p, WIDTH, 100))), random = all.map(() => Float64Array.from({length: WIDTH}, draw).map(one => one / Math.sqrt(2)));
    return {positions: all.slice(back), sinusoidal: train(sines, {back, rate, isLearned: false}), learned: train(random, {back, rate, isLearned: true})};
  },
  draw: ({positions, sinusoidal, learned}, {say, values: {back}}) => {
    const inside = TRAINED - back, of = (/** @type {any} */ {right}, /** @type {number} */ from, /** @type {number} */ to) => mean(right.slice(from, to));
    return {
      figures: [
        {kind: 'chart', title: say('weights', {back}), x: {label: say('position')}, y: {label: say('weight'), low: 0, high: 1}, height: 300, marks: [{x: TRAINED - 0.5, label: say('beyond')}], series: [{name: say('sinusoidal'), x: positions, y: sinusoidal.right, hue: 'encoder'}, {name: say('learned'), x: positions, y: learned.right, hue: 'cross', dash: true}]},
        {kind: 'chart', title: say('losses'), x: {label: say('step')}, y: {label: say('nats'), low: 0}, height: 240, series: [{name: say('sinusoidal'), x: counted(STEPS), y: sinusoidal.losses, hue: 'encoder'}, {name: say('learned'), x: counted(STEPS), y: learned.losses, hue: 'cross', dash: true}]},
      ],
      numbers: {inside_sinusoidal: of(sinusoidal, 0, inside), inside_learned: of(learned, 0, inside), beyond_sinusoidal: of(sinusoidal, inside, positions.length), beyond_learned: of(learned, inside, positions.length)},
    };
  },
};
