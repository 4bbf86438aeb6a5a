// A small map of the model: all layers with their attention, the chosen head filled, and where the encoder's output
// goes.

import {makeSvg, targetOf} from '../../shared/elements.js';
import {KINDS} from '../../shared/kinds.js';
import {clamp} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';
import {mapGeometry} from './map_layout.js';
import {headName} from '../numbers/names.js';
import {shownPacked} from '../store/selectors.js';

/** @import {Kind, View} from '../types.js' */
/** @import {MapSlab} from './types.js' */

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
