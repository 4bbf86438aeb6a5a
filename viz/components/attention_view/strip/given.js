// Attention that was opened from a file, without a model: the note in place of the sentence, and the way back.

import {say} from '../../shared/text.js';
import {isPredicted, kindsOf} from '../numbers/payload.js';

/** @import {Packed, State, View} from '../types.js' */

/**
 * The translation to go back to when another payload comes; null if that is a translation itself.
 * @param {Pick<View, 'packed' | 'variant' | 'choice' | 'behind'>} view before
 * @param {Packed} packed that comes
 * @returns {State['behind']}
 */
export const behindOf = ({packed: before, variant, choice, behind}, packed) => {
  if (isPredicted(packed)) return null;
  return before && isPredicted(before) ? {packed: before, variant, choice} : behind;
};

const LONGEST = 200; // characters

/** @param {string} text */
const shortened = text => {
  const letters = Array.from(text);
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : text;
};

/** @param {View} view */
const drawGiven = view => {
  const {packed, texts, root} = view;
  const isOpened = Boolean(packed && !isPredicted(packed) && packed.file);
  root.dataset.given = isOpened;
  view.part('given').hidden = !isOpened;
  if (!isOpened) return;
  const kinds = kindsOf(packed).map(kind => {
    const [layers, heads] = packed.kinds[kind].shape;
    return `${say(texts, `kind.${kind}`)} ${layers} × ${heads}`;
  });
  view.part('given-file').textContent = packed.file;
  view.part('given-source').textContent = shortened(packed.source);
  view.part('given-kinds').textContent = say(texts, 'given.kinds', {kinds: kinds.join(', ')});
};

/**
 * Show the translation again that was there before; without one, let the server make the first.
 * @param {View} view
 */
const goBack = view => {
  if (view.behind) view.set({...view.behind, behind: null});
  else {
    view.set({waiting: {...view.waiting, busy: true, problem: ''}});
    view.trigger('link_open', {fields: {}});
  }
  view.root.querySelector('.gf-sentence textarea')?.focus({preventScroll: true});
};

/** @param {View} view */
export const wireGiven = view => {
  view.subscribe(({packed, texts}) => [packed, texts], drawGiven);
  view.part('given-back').addEventListener('click', () => goBack(view));
};
