// A common mistake: layers are deep copies of one, and start equal (3.1).

import {range} from '../model/controls.js';
import {counted, dot, mean} from '../model/linear.js';
import {normal, several} from '../model/random.js';

/** @import {Lab} from '../types.js' */

const WIDTH = 8, SAMPLES = 6, STEPS = 24;

/** @param {Float64Array[]} a @param {Float64Array[]} b */
const apart = (a, b) => Math.sqrt(mean(a.map((row, i) => mean(Array.from(row, (one, j) => (one - b[i][j]) ** 2)))));

/**
 * Residual layers x + tanh(W x) / 2 learn a random linear map by gradient descent.
 * @param {Float64Array[][]} first weights of each layer
 * @param {{inputs: Float64Array[], targets: Float64Array[], rate: number}} given
 */
const train = (first, {inputs, targets, rate}) => {
  const layers = first.map(layer => layer.map(row => Float64Array.from(row)));
  const history = [];
  for (let step = 0; step < STEPS; step++) {
    const gradients = layers.map(layer => layer.map(row => new Float64Array(row.length)));
    let loss = 0;
    inputs.forEach((input, n) => {
      const states = [input], hidden = layers.map((layer, l) => {
        const h = layer.map(row => Math.tanh(dot(row, states[l])));
        states.push(states[l].map((one, i) => one + h[i] / 2));
        return h;
      });
      let back = states[layers.length].map((one, i) => (one - targets[n][i]) / SAMPLES);
      loss += dot(back, back) * SAMPLES / 2;
      for (let l = layers.length - 1; l >= 0; l--) {
        const inner = hidden[l].map((h, i) => back[i] / 2 * (1 - h * h));
        inner.forEach((one, i) => { for (let j = 0; j < WIDTH; j++) gradients[l][i][j] += one * states[l][j]; });
        back = back.map((one, j) => one + inner.reduce((total, value, i) => total + value * layers[l][i][j], 0));
      }
    });
    history.push({loss, apart: mean(layers.slice(1).map((layer, l) => apart(layer, layers[l])))});
    layers.forEach((layer, l) => layer.forEach((row, i) => row.forEach((_, j) => { row[j] -= rate * gradients[l][i][j]; })));
  }
  return history;
};

/** @type {Lab} */
export const LAB = {
  name: 'equal_layers',
  group: 'mistakes',
  order: 12,
  section: '3.1',
  controls: [range('layers', {low: 2, high: 6, first: facts => facts.num_layers}), range('rate', {low: 0.05, high: 2, step: 0.05, first: 0.5}), range('seed', {low: 1, high: 999, first: 1})],
  compute: ({layers, rate, seed}) => {
    const draw = normal(seed), layer = () => counted(WIDTH).map(() => several(draw, WIDTH).map(one => one / Math.sqrt(WIDTH)));
    const inputs = counted(SAMPLES).map(() => several(draw, WIDTH)), map = layer(), targets = inputs.map(input => Float64Array.from(map, row => 2 * dot(row, input)));
    const one = layer(), fresh = [one, ...counted(layers - 1).map(layer)], given = {inputs, targets, rate};
    return {steps: counted(STEPS), copies: train(counted(layers).map(() => one), given), fresh: train(fresh, given)};
  },
  draw: ({steps, copies, fresh}, {say}) => {
    const panel = (/** @type {string} */ name) => /** @type {any} */ ({kind: 'chart', title: say(name), x: {label: say('step')}, y: {label: '', low: 0}, height: 280, series: [
      {name: say('copies'), x: steps, y: copies.map((/** @type {any} */ one) => one[name]), hue: 'cross'}, {name: say('own'), x: steps, y: fresh.map((/** @type {any} */ one) => one[name]), hue: 'decoder'}]});
    return {
      figures: [{kind: 'pair', titles: ['', ''], left: [panel('apart')], right: [panel('loss')]}],
      numbers: {apart_copies: copies[STEPS - 1].apart, apart_fresh: fresh[STEPS - 1].apart, loss_copies: copies[STEPS - 1].loss, loss_fresh: fresh[STEPS - 1].loss},
    };
  },
};
