// A common mistake: "a Transformer has unlimited context".

import {range} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

const POINTS = 60;
const LEAST = 8;
const GIGA = 2 ** 30;

/** @type {Lab} */
export const LAB = {
  name: 'unlimited_context',
  group: 'mistakes',
  order: 27,
  section: '4',
  controls: [
    range('power', {low: 4, high: 17, step: 0.5, first: 12}),
    range('memory', {low: 1, high: 80, first: 8}),
    range('layers', {low: 1, high: 48, first: facts => facts.num_layers}),
  ],
  compute: ({power, memory, layers}, {num_heads, d_model, d_ff}) => {
    const longest = 2 ** 17;
    const lengths = counted(POINTS).map(i => LEAST * (longest / LEAST) ** (i / (POINTS - 1)));
    // float32, kept for the gradient
    const weights = (/** @type {number} */ n) => (4 * num_heads * n * n * layers) / GIGA;
    const states = (/** @type {number} */ n) => (4 * n * (4 * d_model + d_ff) * layers) / GIGA;
    const n = 2 ** power;
    return {
      lengths,
      weights: lengths.map(weights),
      states: lengths.map(states),
      n,
      own: weights(n),
      ownStates: states(n),
      fits: Math.sqrt((memory * GIGA) / (4 * num_heads * layers)),
    };
  },
  draw: ({lengths, weights, states, n, own, ownStates, fits}, {say, facts, values: {memory}}) => ({
    figures: [
      {
        kind: 'chart',
        title: say('chart'),
        x: {label: say('length'), log: true},
        y: {label: say('gib'), log: true},
        height: 340,
        series: [
          {name: say('weights'), x: lengths, y: weights, hue: 'cross'},
          {name: say('states'), x: lengths, y: states, hue: 'decoder'},
        ],
        marks: [
          {x: n, label: say('chosen')},
          {x: facts.max_positions, label: say('limit')},
        ],
        levels: [{y: memory, label: say('memory_line', {memory})}],
      },
    ],
    numbers: {n, own, own_states: ownStates, fits, limit: facts.max_positions},
    reading: say(n > facts.max_positions ? 'reading.beyond' : 'reading.within', {
      n: num(Math.round(n)),
      limit: num(facts.max_positions),
    }),
  }),
};
