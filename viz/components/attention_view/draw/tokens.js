// Tokens in a row; the pieces of a word are not separated.

import {make} from '../../shared/elements.js';
import {SPECIAL} from '../../shared/text.js';
import {wordGroups} from '../model/words.js';

/** @import {TokenHost} from '../types.js' */

/**
 * Tokens as nodes; the pieces of a word are not separated.
 * @param {string[]} tokens
 * @param {(index: number) => Node} nodeOf
 */
export const wordsOf = (tokens, nodeOf) => wordGroups(tokens).flatMap(group => {
  const word = make('span', {class: 'gf-word'}, ...group.map(nodeOf));
  return /^\s/.test(tokens[group[0]]) || SPECIAL.test(tokens[group[0]]) ? [' ', word] : [word];
});

/**
 * Mark the current step, the hovered token, and the tokens not generated yet.
 * @param {TokenHost} words
 * @param {number} step
 * @param {number} shown
 * @param {boolean} grow
 */
export const markTokens = (words, step, shown, grow) => {
  const buttons = words.querySelectorAll('[data-step]'), before = words.gfMarked;
  const alike = before && before.first === buttons[0] && before.grow === grow && (!grow || before.step === step);
  words.gfMarked = {first: buttons[0], step, shown, grow};
  const touched = alike ? new Set([before.step, before.shown, step, shown]) : buttons.keys();
  for (const index of touched) {
    const button = buttons[index];
    if (!button) continue;
    button.classList.toggle('gf-now', index === shown);
    button.classList.toggle('gf-later', grow && index > step);
    button.tabIndex = index === step ? 0 : -1;
    if (index === step && shown >= 0) button.setAttribute('aria-current', 'step'); else button.removeAttribute('aria-current');
  }
};
