// The Transformer of the paper (3.1): source and target ids in, logits of the next token out. It computes what
// core/model/transformer.py computes, one sentence at a time, and reads the same tensors by the same names.
//
// Shapes: S source, T target, N positions (or hypotheses), D d_model, H heads, E d_k, F d_ff, V vocabulary.

import {attend} from './attention.js';
import {ACTIVATIONS, addMatrix, layerNorm, linear, matrix, rowOf, sumsOf} from './matrix.js';

/** @import {Kind} from '../types.js' */
/** @import {Config, Matrix, Memory, Probe, Site, Tensors} from './types.js' */

/** @typedef {(states: Matrix) => Matrix} Sublayer [N, D] -> [N, D] */

/** @param {number} length */
const fromZero = length => Array.from({length}, (_, i) => i);

export class Transformer {
  /**
   * @param {Config} config
   * @param {Tensors} tensors
   */
  constructor(config, tensors) {
    this.config = config;
    this.tensors = tensors;
    /** @type {Float32Array[]} */
    this.positions = []; // the encodings that were used, by position
  }

  /**
   * The encoder: source ids -> memory [S, D].
   * @param {number[]} ids
   * @param {Probe | null} [probe]
   * @param {Matrix[]} [states] before the first layers, where they are known; those of the others are added
   */
  encode(ids, probe = null, states = []) {
    if (!states.length) states.push(this.#embed('encoder', ids, fromZero(ids.length)));
    for (let layer = states.length - 1; layer < this.config.num_layers; layer++) {
      const name = `encoder.layers.${layer}`;
      const own = `${name}.self_attention`;
      const site = this.site('encoder', layer, probe, {visible: () => ids.length});
      const attended = this.#residual(`${name}.self_residual`, states[layer], x =>
        this.attention(own, x, this.project(own, x), site),
      );
      states.push(
        this.#residual(`${name}.feed_forward_residual`, attended, x => this.#feedForward(`${name}.feed_forward`, x)),
      );
    }
    return this.#finalNorm('encoder', states[this.config.num_layers]);
  }

  /**
   * Keys and values of the cross-attention of every layer.
   * @param {Matrix} memory
   */
  sources(memory) {
    return Array.from({length: this.config.num_decoder_layers}, (_, layer) =>
      this.project(attentionNames(layer).cross, memory),
    );
  }

  /**
   * The decoder over a whole target: the ids read -> states [T, D]. No position attends to a later one.
   * @param {number[]} ids
   * @param {Matrix} memory
   * @param {Probe | null} [probe]
   * @param {{sources?: Memory[], states?: Matrix[]}} [known] what the memory is projected to; the states before
   *   the first layers
   */
  decode(ids, memory, probe = null, {sources = this.sources(memory), states = []} = {}) {
    return this.decoder(
      ids,
      fromZero(ids.length),
      layer => {
        const {own, cross} = attentionNames(layer);
        const past = this.site('decoder', layer, probe, {visible: q => q + 1});
        const source = this.site('cross', layer, probe, {visible: () => memory.rows});
        return [
          x => this.attention(own, x, this.project(own, x), past),
          x => this.attention(cross, x, sources[layer], source),
        ];
      },
      states,
    );
  }

  /**
   * The decoder's layers around their two attentions, for a whole target or for one step of several hypotheses.
   * @param {number[]} ids
   * @param {number[]} positions of the ids
   * @param {(layer: number) => [self: Sublayer, cross: Sublayer]} attentions
   * @param {Matrix[]} [states] before the first layers, where they are known; those of the others are added
   */
  decoder(ids, positions, attentions, states = []) {
    if (!states.length) states.push(this.#embed('decoder', ids, positions));
    for (let layer = states.length - 1; layer < this.config.num_decoder_layers; layer++) {
      const name = `decoder.layers.${layer}`;
      const [self, cross] = attentions(layer);
      const attended = this.#residual(
        `${name}.cross_residual`,
        this.#residual(`${name}.self_residual`, states[layer], self),
        cross,
      );
      states.push(
        this.#residual(`${name}.feed_forward_residual`, attended, x => this.#feedForward(`${name}.feed_forward`, x)),
      );
    }
    return this.#finalNorm('decoder', states[this.config.num_decoder_layers]);
  }

  /**
   * Logits of the next token: [N, D] -> [N, V].
   * @param {Matrix} states
   */
  logits(states) {
    return linear(states, this.#matrix('output_weight'), this.tensors.get('output_bias')?.data);
  }

  /**
   * Sums over a row of logits.
   * @param {Float32Array} logits
   */
  sums(logits) {
    return sumsOf(logits, this.#matrix('output_weight').kernel);
  }

  /**
   * Multi-head attention (3.2.2): Concat(head_1, ..., head_h) W^O.
   * @param {string} name
   * @param {Matrix} states the queries' source [N, D]
   * @param {Memory} memory
   * @param {Site} site
   */
  attention(name, states, {keys, values}, site) {
    return this.linear(`${name}.output`, attend(this.linear(`${name}.query`, states), keys, values, site));
  }

  /**
   * Keys and values of an attention.
   * @param {string} name
   * @param {Matrix} states
   * @returns {Memory}
   */
  project(name, states) {
    return {keys: this.linear(`${name}.key`, states), values: this.linear(`${name}.value`, states)};
  }

  /**
   * @param {Kind} kind
   * @param {number} layer
   * @param {Probe | null} probe
   * @param {Pick<Site, 'visible'> & Partial<Site>} given
   * @returns {Site}
   */
  site(kind, layer, probe, given) {
    return {
      kind,
      layer,
      probe,
      heads: this.config.num_heads,
      scaled: this.config.scale_scores,
      position: q => q,
      ...given,
    };
  }

  /**
   * @param {string} name
   * @param {Matrix} x
   */
  linear(name, x) {
    return linear(x, this.#matrix(`${name}.weight`), this.#matrix(`${name}.bias`).data);
  }

  /** @param {string} name */
  #matrix(name) {
    const found = this.tensors.get(name);
    if (!found) throw new Error(`the tensor ${name} is missing`);
    return found;
  }

  /**
   * Token embeddings times sqrt(d_model) (3.4), plus positions (3.5).
   * @param {'encoder' | 'decoder'} side
   * @param {number[]} ids
   * @param {number[]} positions
   */
  #embed(side, ids, positions) {
    const {d_model: width, scale_embedding: isScaled} = this.config;
    const scale = isScaled ? Math.sqrt(width) : 1;
    const weight = this.#matrix(`${side}.embedding.weight`);
    const learned = this.tensors.get(`${side}.embedding.positions`);
    const states = matrix(ids.length, width);
    ids.forEach((id, n) => {
      const token = rowOf(weight, id);
      const state = rowOf(states, n);
      const position = learned
        ? rowOf(learned, positions[n])
        : (this.positions[positions[n]] ??= sinusoid(positions[n], width));
      for (let i = 0; i < width; i++) state[i] = token[i] * scale + position[i];
    });
    return states;
  }

  /**
   * A sub-layer in its residual connection (3.1): LayerNorm(x + Sublayer(x)), or with pre-norm x +
   * Sublayer(LayerNorm(x)).
   * @param {string} name
   * @param {Matrix} x
   * @param {Sublayer} sublayer
   */
  #residual(name, x, sublayer) {
    if (this.config.norm === 'pre') return addMatrix(sublayer(this.#norm(`${name}.norm`, x)), x);
    return this.#norm(`${name}.norm`, addMatrix(sublayer(x), x));
  }

  /**
   * FFN(x) = max(0, x W_1 + b_1) W_2 + b_2, Eq. 2; the maximum may be another activation.
   * @param {string} name
   * @param {Matrix} x
   */
  #feedForward(name, x) {
    const hidden = this.linear(`${name}.inner`, x);
    const activation = ACTIVATIONS[this.config.activation];
    const {data} = hidden;
    for (let i = 0; i < data.length; i++) data[i] = activation(data[i]);
    return this.linear(`${name}.outer`, hidden);
  }

  /**
   * @param {string} name
   * @param {Matrix} x
   */
  #norm(name, x) {
    return layerNorm(
      x,
      this.#matrix(`${name}.weight`).data,
      this.#matrix(`${name}.bias`).data,
      this.config.layer_norm_eps,
    );
  }

  /**
   * With pre-norm the last residual sum is normalised.
   * @param {string} side
   * @param {Matrix} states
   */
  #finalNorm(side, states) {
    return this.config.norm === 'pre' ? this.#norm(`${side}.final_norm`, states) : states;
  }
}

/**
 * The names of the attentions of a layer of the decoder.
 * @param {number} layer
 */
export const attentionNames = layer => ({
  own: `decoder.layers.${layer}.self_attention`,
  cross: `decoder.layers.${layer}.cross_attention`,
});

/**
 * PE(pos, 2i) = sin(pos / 10000^(2i / d_model)), PE(pos, 2i + 1) = cos of the same angle (3.5).
 * @param {number} position
 * @param {number} width
 */
const sinusoid = (position, width) =>
  Float32Array.from({length: width}, (_, column) => {
    const angle = position / 10000 ** ((column - (column % 2)) / width);
    return column % 2 ? Math.cos(angle) : Math.sin(angle);
  });
