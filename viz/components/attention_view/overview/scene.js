// Every head that is shown, as a picture to be saved.

import {cssColour} from '../../shared/colours.js';
import {say} from '../../shared/text.js';
import {pictures} from '../numbers/reduced.js';
import {gateOf, isChosenHead, shownPacked} from '../store/selectors.js';
import {roleName} from '../widgets/roles.js';
import {kindsShown, overviewSource, pictureItems, roleAt, tilePlace, tiledPictures} from './pictures.js';

/** @import {Item, Kind, View} from '../types.js' */

const MARGIN = 22; // pixels left of the pictures, for the names of the layers

/**
 * Every head that is shown, as a picture to be saved.
 * @param {View} view
 */
export const overviewScene = view => {
  /** @type {Item[]} */
  const items = [];
  const {texts, colours} = view;
  const {size, gap, under} = view.drawn.tile;
  const family = getComputedStyle(view.root).fontFamily;
  const small = {size: 11, family, fill: cssColour(colours.soft)};
  let top = 0;
  let width = 0;
  for (const kind of kindsShown(view)) {
    const source = overviewSource(view, kind);
    const high = source.layers * (size + gap + under) - gap;
    const wide = source.heads * (size + gap) - gap;
    items.push({
      do: 'text',
      x: 0,
      y: top + 8,
      text: say(texts, `kind.${kind}`),
      size: 14,
      weight: 600,
      family,
      fill: cssColour(colours.hueTexts[kind]),
    });
    const from = top + 38;
    for (let head = 0; head < source.heads; head++)
      if (source.heads === pictures(shownPacked(view), kind).heads)
        items.push({
          do: 'text',
          ...small,
          x: MARGIN + gap + head * (size + gap) + size / 2,
          y: from - 10,
          anchor: 'middle',
          text: say(texts, 'heads.column', {head: head + 1}),
        });
    const whole = pictures(shownPacked(view), kind).layers === source.layers;
    for (let layer = 0; whole && layer < source.layers; layer++)
      items.push({
        do: 'text',
        ...small,
        x: 0,
        y: from + layer * (size + gap + under) + size / 2,
        text: say(texts, 'heads.row', {layer: layer + 1}),
      });
    items.push(...pictureItems(view, source, tiledPictures(source), MARGIN + gap, from));
    items.push(...roleItems(view, kind, source, {x: MARGIN + gap, y: from}, small));
    for (const {layer, head, state} of markedTiles(view, kind, source)) {
      const {x, y} = tilePlace(view.drawn.tile, layer, head);
      const at = {x: MARGIN + gap + x, y: from + y};
      if (state === 'current')
        items.push({
          do: 'rect',
          x: at.x - 2,
          y: at.y - 2,
          width: size + 4,
          height: size + 4,
          stroke: cssColour(colours.ink),
          line: 2,
        });
      else if (state === 'chosen')
        items.push({
          do: 'rect',
          x: at.x - 1.5,
          y: at.y - 1.5,
          width: size + 3,
          height: size + 3,
          stroke: cssColour(colours.hueTexts[kind]),
          line: 1.5,
        });
      else
        items.push({
          do: 'text',
          x: at.x + size / 2,
          y: at.y + size / 2,
          text: state === 'off' ? '×' : '=',
          anchor: 'middle',
          size: 18,
          family,
          weight: 700,
          fill: cssColour(colours.ink),
        });
    }
    top = from + high + 28;
    width = Math.max(width, MARGIN + gap + wide + 4);
  }
  return {width, height: top - 20, items};
};

/**
 * The names of the roles, where the page has them under the pictures.
 * @param {View} view
 * @param {Kind} kind
 * @param {{layers: number, heads: number}} given
 * @param {{x: number, y: number}} from
 * @param {{size: number, family: string, fill: string}} font
 * @returns {Item[]}
 */
const roleItems = (view, kind, {layers, heads}, from, font) => {
  const {size, under} = view.drawn.tile;
  if (!under) return [];
  return Array.from({length: layers * heads}, (_, i) => i).flatMap(i => {
    const at = {kind, layer: Math.floor(i / heads), head: i % heads};
    const role = roleAt(view, at);
    const {x, y} = tilePlace(view.drawn.tile, at.layer, at.head);
    const place = {x: from.x + x + size / 2, y: from.y + y + size + under / 2 + 1};
    return role ? [{do: 'text', ...font, size: 10, ...place, anchor: 'middle', text: roleName(view.texts, role)}] : [];
  });
};

/**
 * @param {View} view
 * @param {Kind} kind
 * @param {{layers: number, heads: number}} given
 */
const markedTiles = (view, kind, {layers, heads}) => {
  const found = [];
  const {choice} = view;
  for (let layer = 0; layer < layers; layer++)
    for (let head = 0; head < heads; head++) {
      if (choice.kind === kind && (choice.layer === layer || layers === 1) && (choice.head === head || heads === 1))
        found.push({layer, head, state: 'current'});
      else if (choice.combine !== 'one' && isChosenHead(view, `${kind}.${layer}.${head}`))
        found.push({layer, head, state: 'chosen'});
      const state = gateOf(view, kind, layer, head);
      if (state) found.push({layer, head, state});
    }
  return found;
};

/**
 * The scale of the overview's pictures of the current kind.
 * @param {View} view
 */
export const overviewRange = view => {
  const {signed = false, low = 0, high = 1} = overviewSource(view, view.choice.kind);
  return {signed, low, high};
};
