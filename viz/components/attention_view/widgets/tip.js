// The tooltip at the pointer.

import {clamp} from '../../shared/numbers.js';

/** @import {View} from '../types.js' */

/**
 * @param {View} view
 * @param {HTMLElement} node
 * @param {string} text
 * @param {boolean} [inWords] a sentence, not a number
 */
export const showTip = (view, node, text, inWords = false) => {
  const tip = view.part('tip');
  const root = view.root.getBoundingClientRect();
  const at = node.getBoundingClientRect();
  tip.textContent = text;
  tip.dataset.words = inWords;
  tip.hidden = false;
  const left = clamp(at.left + at.width / 2 - root.left - tip.offsetWidth / 2, 0, root.width - tip.offsetWidth);
  tip.style.left = `${left}px`;
  tip.style.top = `${at.top - root.top - tip.offsetHeight - 6}px`;
};

/** @param {View} view */
export const hideTip = view => {
  view.part('tip').hidden = true;
};
