// Initialisation: the size of activations and gradients through the depth of a stack of linear layers.

import {range, toggle} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';
import {several, normal, uniform} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const ROWS = 8; // vectors that go through the stack

/** The mean square of all numbers of some rows. @param {Float64Array[]} rows */
const power = rows => {
  let total = 0;
  for (const row of rows) for (let i = 0; i < row.length; i++) total += row[i] * row[i];
  return total / (rows.length * rows[0].length);
};

/**
 * Rows times a square matrix.
 * @param {Float64Array[]} rows
 * @param {Float64Array} matrix
 */
const times = (rows, matrix) =>
  rows.map(row => {
    const width = row.length;
    const result = new Float64Array(width);
    for (let i = 0, at = 0; i < width; i++) {
      const value = row[i];
      for (let j = 0; j < width; j++) result[j] += value * matrix[at++];
    }
    return result;
  });

/**
 * Rows times the transpose of a square matrix.
 * @param {Float64Array[]} rows
 * @param {Float64Array} matrix
 */
const timesTransposed = (rows, matrix) =>
  rows.map(row => {
    const width = row.length;
    const result = new Float64Array(width);
    for (let i = 0, at = 0; i < width; i++) {
      let total = 0;
      for (let j = 0; j < width; j++) total += row[j] * matrix[at++];
      result[i] = total;
    }
    return result;
  });

/**
 * Mean squares of what each layer makes before its ReLU, and of the gradient there, for a random gradient at the end.
 * @param {Float64Array[]} weights
 * @param {{inputs: Float64Array[], ends: Float64Array[], relu: boolean}} given
 */
const through = (weights, {inputs, ends, relu}) => {
  const made = [inputs];
  const kept = (/** @type {Float64Array[]} */ rows) =>
    relu ? rows.map(row => row.map(value => Math.max(0, value))) : rows;
  weights.forEach((matrix, i) => made.push(times(i ? kept(made[i]) : inputs, matrix)));
  const gradients = [ends];
  for (let i = weights.length - 1; i >= 0; i--) {
    const back = timesTransposed(gradients[0], weights[i]);
    gradients.unshift(relu && i ? back.map((row, r) => row.map((value, d) => (made[i][r][d] > 0 ? value : 0))) : back);
  }
  return {activations: made.map(power), gradients: gradients.map(power)};
};

/** @type {Lab} */
export const LAB = {
  name: 'xavier',
  group: 'layer',
  order: 8,
  section: '',
  controls: [
    range('factor', {low: 0.1, high: 3, step: 0.05, first: 0.7}),
    toggle('relu'),
    range('depth', {low: 2, high: 10, first: facts => Math.min(10, 2 * facts.num_layers)}),
    range('width', {low: 4, high: 40, step: 4, first: 40}),
  ],
  compute: ({factor, relu, depth, width}) => {
    const draw = uniform(7);
    const own = normal(11);
    const bound = Math.sqrt(6 / (width + width));
    const rows = () => counted(ROWS).map(() => several(own, width));
    const given = {inputs: rows(), ends: rows(), relu};
    const xavier = counted(depth).map(() => several(draw, width * width).map(value => bound * (2 * value - 1)));
    const gain = relu ? factor ** 2 / 2 : factor ** 2;
    return {
      bound: factor * bound,
      spread: (factor * bound) / Math.sqrt(3),
      gain,
      xavier: through(xavier, given),
      own: through(
        xavier.map(matrix => matrix.map(value => factor * value)),
        given,
      ),
      expected: counted(depth + 1).map(l => (l ? factor ** 2 * gain ** (l - 1) : 1)),
      back: counted(depth + 1).map(l => (l || !relu ? gain ** (depth - l) : 2 * gain ** depth)),
    };
  },
  draw: ({bound, spread, gain, xavier, own, expected, back}, {say, values: {factor, depth}}) => {
    const x = counted(depth + 1);
    const panel = (/** @type {'activations' | 'gradients'} */ key, /** @type {number[]} */ theory) =>
      /** @type {any} */ ({
        kind: 'chart',
        title: say(key),
        x: {label: say('layer'), low: 0, high: depth},
        y: {label: say('power'), log: true},
        height: 280,
        levels: [{y: 1, label: ''}],
        series: [
          {name: say('expected'), x, y: theory, hue: 'faint', line: 5},
          {name: say('own', {factor: num(factor, 3)}), x, y: own[key], hue: 'cross'},
          {name: say('xavier'), x, y: xavier[key], hue: 'encoder', dash: true},
        ],
      });
    return {
      figures: [panel('activations', expected), panel('gradients', back)],
      numbers: {
        bound,
        spread,
        gain,
        last: own.activations[depth],
        last_xavier: xavier.activations[depth],
        first: own.gradients[0],
        first_xavier: xavier.gradients[0],
      },
      reading: say('reading', {
        gain: num(gain, 3),
        depth,
        last: num(own.activations[depth], 3),
        first: num(own.gradients[0], 3),
      }),
    };
  },
};
