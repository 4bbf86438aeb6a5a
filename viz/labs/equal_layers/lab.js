// A common mistake: layers are deep copies of one, and start equal (3.1).

import {range} from '../../components/maths/model/controls.js';
import {counted, dot, mean} from '../../components/maths/model/linear.js';
import {normal, several} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const WIDTH = 8;
const SAMPLES = 6;
const STEPS = 24;

/** The root mean square of a difference. @param {Float64Array} a @param {Float64Array} b */
const apart = (a, b) => {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += (a[i] - b[i]) ** 2;
  return Math.sqrt(total / a.length);
};

/**
 * One sample forward and back through residual layers x + tanh(W x) / 2; adds to the gradients.
 * @param {Float64Array[]} layers weights, row by row
 * @param {Float64Array[]} gradients
 * @param {{states: Float64Array[], hidden: Float64Array[], back: Float64Array}} kept is written; the first state is the
 *   input
 * @param {Float64Array} target
 * @returns {number} its part of the loss: half the mean squared error
 */
const pass = (layers, gradients, {states, hidden, back}, target) => {
  for (let l = 0; l < layers.length; l++)
    for (let i = 0; i < WIDTH; i++) {
      let total = 0;
      for (let j = 0; j < WIDTH; j++) total += layers[l][i * WIDTH + j] * states[l][j];
      hidden[l][i] = Math.tanh(total);
      states[l + 1][i] = states[l][i] + hidden[l][i] / 2;
    }
  let loss = 0;
  for (let i = 0; i < WIDTH; i++) {
    const error = states[layers.length][i] - target[i];
    loss += (error * error) / (2 * SAMPLES);
    back[i] = error / SAMPLES;
  }
  for (let l = layers.length - 1; l >= 0; l--) {
    const inner = hidden[l].map((h, i) => (back[i] / 2) * (1 - h * h));
    const state = states[l];
    for (let i = 0; i < WIDTH; i++)
      for (let j = 0; j < WIDTH; j++) {
        gradients[l][i * WIDTH + j] += inner[i] * state[j];
        back[j] += inner[i] * layers[l][i * WIDTH + j];
      }
  }
  return loss;
};

/**
 * Residual layers learn a random linear map by gradient descent.
 * @param {Float64Array[]} first weights of each layer
 * @param {{inputs: Float64Array[], targets: Float64Array[], rate: number}} given
 */
const train = (first, {inputs, targets, rate}) => {
  const layers = first.map(layer => Float64Array.from(layer));
  const gradients = layers.map(layer => new Float64Array(layer.length));
  const vector = () => new Float64Array(WIDTH);
  const kept = {
    states: /** @type {Float64Array[]} */ ([vector(), ...layers.map(vector)]),
    hidden: layers.map(vector),
    back: vector(),
  };
  return counted(STEPS).map(() => {
    let loss = 0;
    for (const gradient of gradients) gradient.fill(0);
    inputs.forEach((input, n) => {
      kept.states[0] = input;
      loss += pass(layers, gradients, kept, targets[n]);
    });
    const found = {loss, apart: mean(layers.slice(1).map((layer, l) => apart(layer, layers[l])))};
    layers.forEach((layer, l) => {
      for (let i = 0; i < layer.length; i++) layer[i] -= rate * gradients[l][i];
    });
    return found;
  });
};

/** @type {Lab} */
export const LAB = {
  name: 'equal_layers',
  group: 'mistakes',
  order: 12,
  section: '3.1',
  controls: [
    range('layers', {low: 2, high: 6, first: facts => facts.num_layers}),
    range('rate', {low: 0.05, high: 2, step: 0.05, first: 0.5}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({layers, rate, seed}) => {
    const draw = normal(seed);
    const layer = () => several(draw, WIDTH * WIDTH).map(one => one / Math.sqrt(WIDTH));
    const inputs = counted(SAMPLES).map(() => several(draw, WIDTH));
    const map = layer();
    const targets = inputs.map(input => input.map((_, i) => 2 * dot(map.subarray(i * WIDTH, (i + 1) * WIDTH), input)));
    const one = layer();
    const fresh = [one, ...counted(layers - 1).map(layer)];
    const given = {inputs, targets, rate};
    return {
      steps: counted(STEPS),
      copies: train(
        counted(layers).map(() => one),
        given,
      ),
      fresh: train(fresh, given),
    };
  },
  draw: ({steps, copies, fresh}, {say}) => {
    const panel = (/** @type {string} */ name) =>
      /** @type {any} */ ({
        kind: 'chart',
        title: say(name),
        x: {label: say('step')},
        y: {label: '', low: 0},
        height: 280,
        series: [
          {name: say('copies'), x: steps, y: copies.map((/** @type {any} */ one) => one[name]), hue: 'cross'},
          {name: say('own'), x: steps, y: fresh.map((/** @type {any} */ one) => one[name]), hue: 'decoder'},
        ],
      });
    return {
      figures: [{kind: 'pair', titles: ['', ''], left: [panel('apart')], right: [panel('loss')]}],
      numbers: {
        apart_copies: copies[STEPS - 1].apart,
        apart_fresh: fresh[STEPS - 1].apart,
        loss_copies: copies[STEPS - 1].loss,
        loss_fresh: fresh[STEPS - 1].loss,
      },
    };
  },
};
