// Heads shown together.

import {clamp} from '../../shared/numbers.js';
import {headOfName, nameOfHead} from '../numbers/heads.js';
import {isChosenHead, shownPacked} from './selectors.js';

/** @import {View} from '../types.js' */

/**
 * Add a head to the current one, or remove it; a head of another kind becomes the current one. Choosing the current
 * one keeps it shown, or no longer, when another head becomes current.
 * @param {View} view
 * @param {string} name
 */
export const toggleChosenHead = (view, name) => {
  const {choice} = view;
  const at = headOfName(name);
  if (at.kind !== choice.kind) {
    view.change({...at, pin: null, hover: null, cell: null});
    return;
  }
  const kept = isChosenHead(view, name);
  const heads = kept ? choice.heads.filter(other => other !== name) : [...choice.heads, name];
  chooseHeads(view, heads, name === nameOfHead(choice) && !kept);
};

/**
 * The first added head shows both together; removing the last one ends that.
 * @param {View} view
 * @param {string[]} heads
 * @param {boolean} [keeping]
 */
export const chooseHeads = (view, heads, keeping = false) => {
  const {kind, layer, head, combine, view: figure} = view.choice;
  const beside = heads.some(name => name.startsWith(`${kind}.`) && name !== nameOfHead({kind, layer, head}));
  const usual = figure === 'lines' ? 'overlay' : 'mean';
  const together = combine === 'one' ? usual : combine;
  view.change({heads, combine: beside || keeping ? together : 'one'});
};

/**
 * Choose the same head of another layer.
 * @param {View} view
 * @param {number} by
 */
export const moveLayer = (view, by) => {
  const [layers] = shownPacked(view).kinds[view.choice.kind].shape;
  view.change({layer: clamp(view.choice.layer + by, 0, layers - 1), cell: null});
};
