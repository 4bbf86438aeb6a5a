// Layout of the small map of the model: encoder left, decoder right, the first layer at the bottom; within a layer the
// sublayers from left to right in the order of Figure 1.

/** @import {Kind, KindPayload} from '../types.js' */
/** @import {MapSlab} from './types.js' */

const ABOVE = 18; // pixels above the layers, for what comes out

const BELOW = 30; // below them, for the names of the sublayers and what goes in

const BETWEEN = 44; // between the two stacks, for the encoder's output

const NAME = 22; // next to the stacks, for the names of the layers

const FEED_FORWARD = 22; // width of a feed-forward network

/**
 * @param {Record<Kind, Pick<KindPayload, 'shape'>>} kinds
 * @param {number} width
 * @param {number} tallest
 */
export const mapGeometry = (kinds, width, tallest) => {
  const [encoders] = kinds.encoder.shape;
  const [decoders] = kinds.decoder.shape;
  const most = Math.max(encoders, decoders);
  const pitch = Math.min(36, (tallest - ABOVE - BELOW) / most);
  const height = ABOVE + BELOW + most * pitch;
  const gap = Math.min(9, pitch / 3);
  const left = Math.round((width - BETWEEN) * 0.36);
  const from = left + BETWEEN;
  const right = width - NAME;
  const between = 4;
  const half = (right - from - FEED_FORWARD - 2 * between) / 2;
  const crossing = from + half + between;
  const bottom = height - BELOW;
  /** @param {number} layer */
  const top = layer => bottom - (layer + 1) * pitch;
  /**
   * @param {number} count
   * @param {number} x
   * @param {number} wide
   */
  const stack = (count, x, wide) =>
    Array.from({length: count}, (_, layer) => ({layer, x, y: top(layer), width: wide, height: pitch - gap}));
  /** @type {(kind: Kind, count: number, x: number, wide: number) => MapSlab[]} */
  const attention = (kind, count, x, wide) => stack(count, x, wide).map(slab => ({kind, ...slab}));
  const own = left - NAME - FEED_FORWARD - between;
  const encoder = (NAME + left) / 2;
  const decoder = (from + right) / 2;
  const middle = left + BETWEEN / 2;
  const cross = attention('cross', decoders, crossing, half);
  const into = crossing + half / 2;
  const out = top(encoders - 1) - 6;
  const head = gap > 4 ? 'm-3 3l3 -3l3 3' : '';
  /** @param {number} layer */
  const under = layer => top(layer) + pitch - gap / 2;
  const memory = [
    `M${encoder} ${out + 6}V${out}H${middle}V${Math.max(out, under(0))}`,
    ...cross.map(({layer}) => `M${middle} ${under(layer)}H${into}V${under(layer) - gap / 2}${head}`),
  ];
  /** @param {string} name @param {number} x @param {number} y */
  const label = (name, x, y) => ({name, x, y, anchor: 'middle'});
  const labels = [
    label('self', NAME + own / 2, bottom + 10),
    label('feed_forward', left - FEED_FORWARD / 2, bottom + 10),
    label('masked', from + half / 2, bottom + 10),
    label('cross', into, bottom + 10),
    label('feed_forward', right - FEED_FORWARD / 2, bottom + 10),
    label('source', encoder, height - 4),
    label('target', decoder, height - 4),
    label('next', decoder, top(decoders - 1) - 6),
    label('memory', encoder, out - 4),
  ];
  const slabs = [...attention('encoder', encoders, NAME, own), ...attention('decoder', decoders, from, half), ...cross];
  const plain = [
    ...stack(encoders, left - FEED_FORWARD, FEED_FORWARD),
    ...stack(decoders, right - FEED_FORWARD, FEED_FORWARD),
  ];
  /**
   * @param {number} count
   * @param {number} x
   * @param {string} anchor
   */
  const named = (count, x, anchor) =>
    pitch < 14
      ? []
      : Array.from({length: count}, (_, layer) => ({layer, x, y: top(layer) + (pitch - gap) / 2 + 4, anchor}));
  return {
    slabs,
    plain,
    labels,
    memory,
    height,
    names: [...named(encoders, 0, 'start'), ...named(decoders, width, 'end')],
  };
};
