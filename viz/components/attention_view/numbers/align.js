// The tokens of two translations next to each other. Pure functions.

import {SPECIAL} from '../../shared/text.js';
import {wordsAlone} from './words.js';

/** @import {Packed, Variant} from '../types.js' */

// The words of a translation that a change replaced, from the alignment of its tokens. Pure functions.

/** @typedef {{tokens: number[], text: string}} Word */

/**
 * The words of a translation in order, each with its leading blank; special tokens are omitted.
 * @param {Packed} packed
 * @returns {Word[]}
 */
const wordsIn = ({predicted_tokens: all}) =>
  wordsAlone(all)
    .map(tokens => ({tokens, text: tokens.map(index => all[index]).join('')}))
    .filter(({text}) => text.trim() && !SPECIAL.test(text.trim()));

/** @param {Word} word */
const plain = ({text}) => text.trim();

/**
 * The words lost, new and moved. A word is kept if its tokens are aligned with exactly one word of the other
 * translation; a word that is lost at one place and new at another is moved.
 * @param {{packed: Packed, variant: Variant}} given
 */
export const wordChange = ({packed, variant}) => {
  const before = wordsIn(packed);
  const after = wordsIn(variant.packed);
  const {forward} = variant.steps;
  const ofTokens = new Map(after.map(word => [word.tokens.join(), word]));
  const counterparts = before.map(({tokens}) => ofTokens.get(tokens.map(index => forward[index]).join()));
  const kept = new Set(counterparts);
  const lost = before.filter((_, index) => !counterparts[index]).map(plain);
  /** @type {string[]} */
  const moved = [];
  const added = after.filter(word => {
    if (kept.has(word)) return false;
    const from = lost.indexOf(plain(word));
    if (from >= 0) moved.push(...lost.splice(from, 1));
    return from < 0;
  });
  return {before, after, lost, added, moved};
};

/**
 * Whether two translations are the same tokens, so that their log-probabilities score the same words.
 * @param {Packed} one
 * @param {Packed} other
 */
export const haveSameTokens = ({predicted_tokens: one}, {predicted_tokens: other}) =>
  one.length === other.length && one.every((token, step) => token === other[step]);

/**
 * The counterpart of a position, or the nearest earlier position that has one; 0 without one.
 * @param {ArrayLike<number>} forward
 * @param {number} index
 */
export const nearestAligned = (forward, index) => {
  for (let i = Math.min(index, forward.length - 1); i >= 0; i--) if (forward[i] >= 0) return forward[i] + index - i;
  return 0;
};
