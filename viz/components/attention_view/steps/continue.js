// Translate again from a partial translation.

import {say} from '../../shared/text.js';
import {wholeChange} from '../numbers/second_request.js';
import {openPanelName, shownPacked} from '../store/selectors.js';
import {ask} from '../server/ask.js';
import {showVariant} from '../second_translation/request.js';

/** @import {Packed, View} from '../types.js' */

/**
 * The translation whose tree is shown: the current one, or the first if the current one was not searched.
 * @param {View} view
 */
export const treeSource = view => {
  const shown = shownPacked(view);
  const {same, target} = view.variant?.change ?? {};
  return shown !== view.packed && (same || target) ? view.packed : shown;
};

/**
 * The translation whose steps are shown and can be continued: one's own was not searched, but has its own sentence and
 * model.
 * @param {View} view
 */
export const stepSource = view => (view.variant?.change.target ? shownPacked(view) : treeSource(view));

/**
 * Fields of a translation that a further request keeps.
 * @param {View} view
 * @param {Packed} source
 */
const keptChange = (view, source) => {
  const {
    off = [],
    uniform = [],
    edits = [],
    text = null,
    checkpoint = null,
    beam_size: beam,
    alpha,
  } = source === view.packed ? {} : view.variant.change;
  return {off, uniform, edits, text, checkpoint, beam_size: beam ?? undefined, alpha: alpha ?? undefined};
};

/**
 * Whether tokens can be forced: tokens of another checkpoint are invalid here.
 * @param {View} view
 * @param {Packed} [source]
 */
export const canContinue = (view, source = treeSource(view)) =>
  Boolean(view.server?.variant && !keptChange(view, source).checkpoint);

/**
 * Translate again with these tokens first, and show the result; returns whether it succeeded.
 * @param {View} view
 * @param {number[]} prefix
 * @param {Packed} [source]
 */
export const continueFrom = async (view, prefix, source = treeSource(view)) => {
  const reply = await ask(view, 'variant', wholeChange({...keptChange(view, source), prefix}));
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
  return continueFrom(view, [...ids.slice(0, step), top[step][k]], stepSource(view));
};
