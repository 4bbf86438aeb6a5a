// A small map of the model: all layers with their attention, the chosen head filled, and where the encoder's output
// goes.

import {makeSvg, targetOf} from '../../shared/elements.js';
import {KINDS} from '../../shared/kinds.js';
import {clamp} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';
import {headName} from '../numbers/heads.js';
import {kindsOf} from '../numbers/payload.js';
import {shownPacked} from '../store/selectors.js';

/** @import {Kind, KindPayload, View} from '../types.js' */
/** @import {MapSlab} from './types.js' */

// Layout of the small map of the model: encoder left, decoder right, the first layer at the bottom; within a layer the
// sublayers from left to right in the order of Figure 1.

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
  const end = left - FEED_FORWARD / 2; // of the encoder's last layer
  const decoder = (from + right) / 2;
  const middle = left + BETWEEN / 2;
  const cross = attention('cross', decoders, crossing, half);
  const into = crossing + half / 2;
  const out = top(encoders - 1) - 6;
  const head = gap > 4 ? 'm-3 3l3 -3l3 3' : '';
  /** @param {number} layer */
  const under = layer => top(layer) + pitch - gap / 2;
  const memory = [
    `M${end} ${out + 6}V${out}H${middle}V${Math.max(out, under(0))}`,
    ...cross.map(({layer}) => `M${middle} ${under(layer)}H${into}V${under(layer) - gap / 2}${head}`),
  ];
  /** @param {string} name @param {number} x @param {number} y @param {string} [anchor] */
  const label = (name, x, y, anchor = 'middle') => ({name, x, y, anchor});
  const labels = [
    label('self', NAME + own / 2, bottom + 10),
    label('feed_forward', end, bottom + 10),
    label('masked', from + half / 2, bottom + 10),
    label('cross', into, bottom + 10),
    label('feed_forward', right - FEED_FORWARD / 2, bottom + 10),
    label('source', encoder, height - 4),
    label('target', decoder, height - 4),
    label('next', right, top(decoders - 1) - 6, 'end'),
    label('memory', left, out - 4, 'end'),
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

/** Pixels: with the sentence below it as tall as the band of small pictures. */
const mapHeight = () => clamp(164 + 0.3 * (innerHeight - 900), 164, 220);

/**
 * @param {View} view
 * @param {MapSlab} slab
 */
const slabNode = ({texts}, {kind, layer, x, y, width, height}) =>
  makeSvg(
    'g',
    {class: 'gf-slab', 'data-slab': `${kind}.${layer}`, 'data-hue': kind},
    makeSvg('title', {}, `${say(texts, `kind.${kind}`)} · ${say(texts, 'head.layer_n', {layer: layer + 1})}`),
    makeSvg('rect', {x, y, width, height, rx: 3}),
  );

/**
 * A feed-forward network, which has no attention to show.
 * @param {View} view
 * @param {Omit<MapSlab, 'kind'>} slab
 */
const plainNode = ({texts}, {x, y, width, height}) =>
  makeSvg(
    'g',
    {class: 'gf-slab-plain'},
    makeSvg('title', {}, say(texts, 'map.feed_forward.title')),
    makeSvg('rect', {x, y, width, height, rx: 3}),
  );

/** @param {View} view */
const drawMap = view => {
  const {texts} = view;
  const host = view.part('map');
  const packed = shownPacked(view);
  host.hidden = kindsOf(packed).length < KINDS.length; // the picture is of a whole Transformer
  if (host.hidden) return;
  const width = clamp(host.clientWidth, 240, 420);
  const {slabs, plain, labels, memory, height, names} = mapGeometry(packed.kinds, width, mapHeight());
  const words = labels.map(({name, x, y, anchor}) =>
    makeSvg('text', {x, y, 'text-anchor': anchor}, say(texts, `map.${name}`)),
  );
  const layers = names.map(({layer, x, y, anchor}) =>
    makeSvg('text', {x, y, 'text-anchor': anchor}, say(texts, 'heads.row', {layer: layer + 1})),
  );
  const picture = makeSvg(
    'svg',
    {width, height, viewBox: `0 0 ${width} ${height}`, role: 'img'},
    ...memory.map(d => makeSvg('path', {class: 'gf-memory', d})),
    ...plain.map(slab => plainNode(view, slab)),
    ...slabs.map(slab => slabNode(view, slab)),
    makeSvg('rect', {class: 'gf-map-head', rx: 2}),
    ...words,
    ...layers,
  );
  host.replaceChildren(picture);
  markMap(view);
};

/** @param {View} view */
const markMap = view => {
  const {texts, choice} = view;
  const {kind, layer, head} = choice;
  const host = view.part('map');
  for (const slab of host.querySelectorAll('[data-slab]')) slab.dataset.on = slab.dataset.slab === `${kind}.${layer}`;
  const rect = host.querySelector('[data-on="true"] rect');
  const mark = host.querySelector('.gf-map-head');
  const width = rect ? rect.width.baseVal.value / shownPacked(view).kinds[kind].shape[1] : 0;
  mark?.setAttribute('data-hue', kind);
  mark?.setAttribute('width', String(width));
  mark?.setAttribute('x', String(rect ? rect.x.baseVal.value + head * width : 0));
  for (const name of ['y', 'height']) mark?.setAttribute(name, rect?.getAttribute(name) ?? '0');
  host.querySelector('svg')?.setAttribute('aria-label', headName(texts, choice));
};

/** @param {View} view */
export const wireMap = view => {
  view.show(
    ({variant, choice: {side, kind, layer, head}}) => [variant, side, kind, layer, head],
    (_, before) => {
      if (!before || [view.look, view.variant, view.choice.side].some((value, i) => value !== before[i])) drawMap(view);
      else markMap(view);
    },
  );
  view.part('map').addEventListener('click', event => {
    const slab = targetOf(event).closest('[data-slab]');
    if (!slab) return;
    const [kind, layer] = slab.dataset.slab.split('.');
    view.change({kind: /** @type {Kind} */ (KINDS.find(name => name === kind)), layer: +layer, cell: null});
  });
};
