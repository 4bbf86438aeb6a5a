// Translate again from a partial translation.

import {say} from '../../shared/text.js';
import {wholeChange} from '../model/change.js';
import {openPanelName, shownPacked} from '../store/selectors.js';
import {ask} from './ask.js';
import {showVariant} from './variant.js';

/** @import {View} from '../types.js' */

/**
 * The translation whose tree is shown: the current one, or the first if the current one was not searched.
 * @param {View} view
 */
export const treeSource = view => {
  const shown = shownPacked(view);
  return shown !== view.packed && view.variant?.change.same ? view.packed : shown;
};

/**
 * Fields of a translation that a further request keeps.
 * @param {View} view
 */
const keptChange = view => {
  const {off = [], uniform = [], edits = [], text = null, checkpoint = null, beam_size: beam, alpha} =
    treeSource(view) === view.packed ? {} : view.variant.change;
  return {off, uniform, edits, text, checkpoint, beam_size: beam ?? undefined, alpha: alpha ?? undefined};
};

/**
 * Whether tokens can be forced: tokens of another checkpoint are invalid here.
 * @param {View} view
 */
export const canContinue = view => Boolean(view.server?.variant && !keptChange(view).checkpoint);

/**
 * Translate again with these tokens first, and show the result; returns whether it succeeded.
 * @param {View} view
 * @param {number[]} prefix
 */
export const continueFrom = async (view, prefix) => {
  const reply = await ask(view, 'variant', wholeChange({...keptChange(view), prefix}));
  if (typeof reply?.payload === 'string') {
    showVariant(view, reply.payload, 'variant');
    return true;
  }
  const words = reply?.problem ?? say(view.texts, 'tree.no_answer');
  const note = openPanelName(view) === 'tree' ? view.root.querySelector('[data-tree="note"]') : view.part('problem');
  note.textContent = words;
  note.hidden = false;
  return false;
};

/**
 * Force the k-th most likely token of a step and continue from it.
 * @param {View} view
 * @param {number} step
 * @param {number} k
 */
export const useInstead = (view, step, k) => {
  const {predicted_ids: ids, top_ids: top} = shownPacked(view);
  if (!ids.length || top?.[step]?.[k] === undefined) return Promise.resolve(false);
  return continueFrom(view, [...ids.slice(0, step), top[step][k]]);
};
