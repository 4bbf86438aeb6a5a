// Tokens in a row; the pieces of a word are not separated.

import {make} from '../../shared/elements.js';
import {SPECIAL, plainToken, say} from '../../shared/text.js';
import {wordGroups} from '../numbers/words.js';

/** @import {Texts} from '../types.js' */
/** @import {TokenHost} from '../figure/types.js' */

/**
 * A button of a token. It reads a sentence around the token, of which only the token is seen, in its own language.
 * @param {Texts} texts
 * @param {string} key of a text with the field `token`
 * @param {Record<string, any>} values of its other fields
 * @param {string} token
 * @param {string} language
 */
export const tokenButton = (texts, key, values, token, language) => {
  const isSpecial = SPECIAL.test(token);
  const [before, after] = say(texts, key, {...values, token: '\n'}).split('\n');
  const label = make('span', {class: 'gf-letters', lang: isSpecial ? null : language || null}, plainToken(token));
  return make(
    'button',
    {
      type: 'button',
      class: isSpecial ? 'gf-token gf-special' : 'gf-token',
      tabindex: -1,
      'data-before': before,
      'data-after': after,
      title: token.length > 24 ? token : null,
    },
    label,
  );
};

/**
 * Tokens as nodes; the pieces of a word are not separated.
 * @param {string[]} tokens
 * @param {(index: number) => Node} nodeOf
 */
export const wordsOf = (tokens, nodeOf) =>
  wordGroups(tokens).flatMap(group => {
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
  const buttons = words.querySelectorAll('[data-step]');
  const before = words.gfMarked;
  const alike = before && before.first === buttons[0] && before.grow === grow && (!grow || before.step === step);
  words.gfMarked = {first: buttons[0], step, shown, grow};
  const touched = alike ? new Set([before.step, before.shown, step, shown]) : buttons.keys();
  for (const index of touched) {
    const button = buttons[index];
    if (!button) continue;
    button.classList.toggle('gf-now', index === shown);
    button.classList.toggle('gf-later', grow && index > step);
    button.tabIndex = index === step ? 0 : -1;
    if (index === step && shown >= 0) button.setAttribute('aria-current', 'step');
    else button.removeAttribute('aria-current');
  }
};
