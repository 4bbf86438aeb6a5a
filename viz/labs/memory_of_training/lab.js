// Memory of a training step by part.

import {oneOf, range} from '../../components/maths/model/controls.js';
import {counted, sum} from '../../components/maths/model/linear.js';

/** @import {Facts, Lab} from '../../components/maths/types.js' */

const MIB = 2 ** 20;

/**
 * Numbers that this project's layers keep for the backward pass, per token, with fused attention.
 * @param {Facts} facts
 */
const kept = ({num_layers, decoder_layers, d_model, d_ff, decoder_d_ff, dropout}) => {
  const masks = dropout > 0 ? 1 : 0; // of dropout, one for each sub-layer
  return num_layers * ((8 + 2 * masks) * d_model + d_ff) + decoder_layers * ((15 + 3 * masks) * d_model + decoder_d_ff);
};

/** @type {Lab} */
export const LAB = {
  name: 'memory_of_training',
  group: 'cost',
  order: 8,
  section: '',
  controls: [
    range('tokens', {low: 256, high: 32768, step: 256, first: facts => facts.batch_tokens}),
    range('length', {low: 4, high: 512, first: 32}),
    oneOf('activations', ['fp32', 'bf16']),
    oneOf('attention', ['explicit', 'fused'], 'fused'),
  ],
  compute: ({tokens, length, activations, attention}, facts) => {
    const {parameters, num_layers, decoder_layers, num_heads, vocabulary} = facts;
    const bytes = activations === 'fp32' ? 4 : 2;
    const parts = {
      weights: 4 * parameters,
      gradients: 4 * parameters,
      moments: 8 * parameters,
      states: bytes * tokens * kept(facts),
      scores: attention === 'explicit' ? (num_layers + 2 * decoder_layers) * num_heads * tokens * length * bytes : 0,
      logits: 4 * tokens * vocabulary,
    };
    return {parts, total: sum(Object.values(parts))};
  },
  draw: ({parts, total}, {say}) => {
    const names = Object.keys(parts);
    const values = names.map(name => parts[name] / MIB);
    return {
      figures: [
        {
          kind: 'bars',
          title: say('chart'),
          labels: names.map(name => say(name)),
          y: {label: 'MiB', low: 0},
          height: 320,
          series: [{name: '', values, hue: 'encoder'}],
        },
        {
          kind: 'table',
          title: say('table'),
          head: [say('part'), 'MiB', say('share')],
          rows: counted(names.length).map(i => [say(names[i]), values[i], (values[i] * MIB) / total]),
        },
      ],
      numbers: {total: total / MIB, optimiser: parts.moments / MIB, logits: parts.logits / MIB},
    };
  },
};
