// Decoding one step at a time, with the keys and values of earlier steps kept: R hypotheses of one sentence.

import {attendRow} from './attention.js';
import {matrix, rowOf} from './matrix.js';
import {attentionNames} from './transformer.js';

/** @import {Matrix, Memory, Probe} from './types.js' */
/** @import {Transformer} from './transformer.js' */

/** What one hypothesis has attended to: for each layer, keys and values of its positions. */
/** @typedef {Memory[]} Past */

export class DecoderCache {
  /**
   * @param {Transformer} model
   * @param {Memory[]} sources keys and values of the cross-attention of each layer
   * @param {number} longest target, in tokens
   * @param {Probe | null} [probe]
   */
  constructor(model, sources, longest, probe = null) {
    const {num_decoder_layers: length, num_heads, d_k, d_v} = model.config;
    this.model = model;
    this.probe = probe;
    this.length = 0; // positions read
    this.sources = sources;
    /** @type {() => Past} */
    this.empty = () =>
      Array.from({length}, () => ({keys: matrix(longest, num_heads * d_k), values: matrix(longest, num_heads * d_v)}));
    this.pasts = [this.empty()];
  }

  /**
   * Read one token of each hypothesis; logits of the next: [R, V].
   * @param {number[]} ids
   */
  step(ids) {
    const states = this.model.decoder(
      ids,
      ids.map(() => this.length),
      layer => {
        const {own, cross} = attentionNames(layer);
        const source = this.sources[layer];
        const position = () => this.length;
        const site = this.model.site('cross', layer, this.probe, {position, visible: () => source.keys.rows});
        return [x => this.#attendToPast(own, layer, x), x => this.model.attention(cross, x, source, site)];
      },
    );
    this.length += 1;
    return this.model.logits(states);
  }

  /**
   * Let hypothesis n continue what hypothesis origins[n] was.
   * @param {number[]} origins
   */
  reorder(origins) {
    const free = this.pasts.filter((_, at) => !origins.includes(at));
    const taken = new Set();
    this.pasts = origins.map(origin => {
      const past = this.pasts[origin];
      if (!taken.has(origin)) {
        taken.add(origin);
        return past;
      }
      const copy = free.pop() ?? this.empty();
      past.forEach(({keys, values}, layer) => {
        copy[layer].keys.data.set(keys.data.subarray(0, this.length * keys.width));
        copy[layer].values.data.set(values.data.subarray(0, this.length * values.width));
      });
      return copy;
    });
  }

  /**
   * The decoder's self-attention: each hypothesis attends to its own positions.
   * @param {string} name
   * @param {number} layer
   * @param {Matrix} states [R, D]
   */
  #attendToPast(name, layer, states) {
    const query = this.model.linear(`${name}.query`, states);
    const {keys, values} = this.model.project(name, states);
    const output = matrix(states.rows, values.width);
    const position = () => this.length;
    const visible = () => this.length + 1;
    const site = this.model.site('decoder', layer, this.probe, {position, visible});
    this.pasts.forEach((past, r) => {
      rowOf(past[layer].keys, this.length).set(rowOf(keys, r));
      rowOf(past[layer].values, this.length).set(rowOf(values, r));
      attendRow(query, r, past[layer].keys, past[layer].values, site, output);
    });
    return this.model.linear(`${name}.output`, output);
  }
}
