// Layout of the small map of the model: encoder left, decoder right, the first layer at the bottom.

/** @import {Kind, KindPayload, MapSlab} from '../types.js' */

const LABEL = 18; // pixels above and below the layers, for what goes in and what comes out

const BETWEEN = 44; // between the two stacks, for the encoder's output

const NAME = 22; // beside the stacks, for the names of the layers

/**
 * @param {Record<Kind, Pick<KindPayload, 'shape'>>} kinds
 * @param {number} width
 * @param {number} tallest
 */
export const mapGeometry = (kinds, width, tallest) => {
  const [encoders] = kinds.encoder.shape, [decoders] = kinds.decoder.shape, most = Math.max(encoders, decoders);
  const pitch = Math.min(36, (tallest - 2 * LABEL) / most), height = 2 * LABEL + most * pitch, gap = Math.min(4, pitch / 3);
  const left = Math.round((width - BETWEEN) * 0.36), from = left + BETWEEN, half = (width - NAME - from - gap) / 2;
  const encoder = (NAME + left) / 2; // its middle
  /** @param {number} layer */
  const top = layer => height - LABEL - (layer + 1) * pitch + gap;
  /**
   * @param {Kind} kind
   * @param {number} count
   * @param {number} x
   * @param {number} wide
   * @returns {MapSlab[]}
   */
  const stack = (kind, count, x, wide) => Array.from({length: count}, (_, layer) =>
    ({kind, layer, x, y: top(layer), width: wide, height: pitch - gap}));
  const cross = stack('cross', decoders, from, half), middle = left + BETWEEN / 2;
  const out = top(encoders - 1) - 6, ends = cross.map(({y, height: tall}) => y + tall / 2);
  const memory = [
    `M${encoder} ${out + 6}V${out}H${middle}V${Math.max(...ends)}`,
    ...ends.map(y => `M${middle} ${y}H${from - 4}m-4 -3l4 3l-4 3`),
  ];
  const labels = [
    {name: 'source', x: encoder, y: height - 4, anchor: 'middle'},
    {name: 'target', x: from + half + gap / 2, y: height - 4, anchor: 'middle'},
    {name: 'next', x: from + half + gap / 2, y: top(decoders - 1) - 6, anchor: 'middle'},
    {name: 'memory', x: encoder, y: out - 4, anchor: 'middle'},
  ];
  const slabs = [...stack('encoder', encoders, NAME, left - NAME), ...stack('decoder', decoders, from + half + gap, half), ...cross];
  /**
   * @param {number} count
   * @param {number} x
   * @param {string} anchor
   */
  const named = (count, x, anchor) => pitch < 14 ? [] : Array.from({length: count}, (_, layer) =>
    ({layer, x, y: top(layer) + (pitch - gap) / 2 + 4, anchor}));
  return {slabs, labels, memory, height, names: [...named(encoders, 0, 'start'), ...named(decoders, width, 'end')]};
};
