// The words in which two sentences differ. Pure functions.

import {alignTokens} from '../shared/align.js';

/** @import {Segment} from './types.js' */

// Blanks; a single character of a script without blanks between words; a word; any other character with its marks.
const PIECE = new RegExp(
  [
    '\\s+',
    '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]\\p{M}*',
    '(?:(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}])[\\p{L}\\p{N}\\p{M}])+',
    '[^](?:[\\p{M}\\p{Emoji_Modifier}\\u200d]|(?<=\\u200d)[^])*',
  ].join('|'),
  'gu',
);
const MOST = 250_000; // pairs of words to compare: about 3 ms

/**
 * The words, marks and blanks of a text; joined they are the text.
 * @param {string} text
 * @returns {string[]}
 */
export const piecesOf = text => text.match(PIECE) ?? [];

/** @param {string} piece */
const isBlank = piece => !piece.trim();

/**
 * For each of some words whether it is outside of the longest common subsequence with others; of very long texts,
 * whether the others have it nowhere.
 * @param {string[]} words
 * @param {string[]} others
 * @returns {boolean[]}
 */
const outside = (words, others) => {
  const known = new Set(others);
  if (words.length * others.length > MOST) return words.map(word => !known.has(word));
  const {forward} = alignTokens(words, others);
  return words.map((_, index) => forward[index] < 0);
};

/**
 * A text in segments that differ from all of some other texts and that do not; blanks between two words that differ
 * belong to them.
 * @param {string} text
 * @param {string[]} others
 * @returns {Segment[]}
 */
export const segmentsOf = (text, others) => {
  if (!others.length) return [{text, differs: false}];
  const pieces = piecesOf(text);
  const words = pieces.filter(piece => !isBlank(piece));
  const verdicts = others.map(other =>
    outside(
      words,
      piecesOf(other).filter(piece => !isBlank(piece)),
    ),
  );
  const differs = words.map((_, i) => verdicts.every(verdict => verdict[i]));
  /** @type {Segment[]} */
  const segments = [];
  let at = 0;
  for (const piece of pieces) {
    const blank = isBlank(piece);
    const isOne = blank ? at > 0 && Boolean(differs[at - 1] && differs[at]) : differs[at];
    if (!blank) at++;
    const last = segments.at(-1);
    if (last?.differs === isOne) last.text += piece;
    else segments.push({text: piece, differs: isOne});
  }
  return segments;
};
