// The words in which two sentences differ: a longest common subsequence of their words. Pure functions.

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
 * For each of some words whether it is outside of the longest common subsequence with others.
 * @param {string[]} words
 * @param {string[]} others
 * @returns {boolean[]}
 */
const outside = (words, others) => {
  const n = words.length;
  const m = others.length;
  let start = 0;
  while (start < n && start < m && words[start] === others[start]) start++;
  let end = 0;
  while (end < n - start && end < m - start && words[n - 1 - end] === others[m - 1 - end]) end++;
  const [rows, columns] = [n - start - end, m - start - end];
  const differs = words.map((_, i) => i >= start && i < n - end);
  if (rows * columns > MOST) return withoutOrder(words, others, differs);
  const wide = columns + 1;
  const lengths = new Uint16Array((rows + 1) * wide); // [rows + 1, columns + 1], of the common rest
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      lengths[i * wide + j] =
        words[start + i] === others[start + j]
          ? lengths[(i + 1) * wide + j + 1] + 1
          : Math.max(lengths[(i + 1) * wide + j], lengths[i * wide + j + 1]);
  for (let i = 0, j = 0; i < rows && j < columns;)
    if (words[start + i] === others[start + j]) {
      differs[start + i] = false;
      i++;
      j++;
    } else if (lengths[(i + 1) * wide + j] >= lengths[i * wide + j + 1]) i++;
    else j++;
  return differs;
};

/**
 * The same for very long texts: words that the others have nowhere.
 * @param {string[]} words
 * @param {string[]} others
 * @param {boolean[]} inDoubt
 */
const withoutOrder = (words, others, inDoubt) => {
  const known = new Set(others);
  return words.map((word, i) => inDoubt[i] && !known.has(word));
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
