// Long texts in a list: cut so that each differs from the others, and the part in which two differ. Pure functions.

import {breakable} from '../../shared/text.js';

const LEAST_LEAD = 8; // letters of the beginning that an entry keeps before the part that differs

/**
 * The number of letters that two texts share at their beginning.
 * @param {string[]} one
 * @param {string[]} other
 */
const sharedLetters = (one, other) => {
  const at = one.findIndex((letter, i) => letter !== other[i]);
  return at < 0 ? one.length : at;
};

/**
 * The first letter of the word that a place is in.
 * @param {string[]} letters
 * @param {number} at
 */
const wordStart = (letters, at) => letters.lastIndexOf(' ', Math.max(0, at - 1)) + 1;

/**
 * Each text cut to a number of letters. Where that makes two different texts the same, the entry leaves letters out
 * before the word in which it begins to differ from the one that it resembles most.
 * @param {string[]} texts
 * @param {number} most letters of an entry
 */
export const excerpts = (texts, most) => {
  const all = texts.map(text => Array.from(text));
  /** @param {string[]} letters */
  const cut = letters => (letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : letters.join(''));
  const plain = all.map(cut);
  return all.map((letters, i) => {
    const alike = all.filter((_, j) => texts[j] !== texts[i] && plain[j] === plain[i]);
    if (!alike.length) return plain[i];
    const at = wordStart(letters, Math.max(...alike.map(other => sharedLetters(letters, other))));
    const lead = letters.slice(0, LEAST_LEAD).join('').trimEnd();
    return cut([...`${lead} … `, ...letters.slice(Math.max(at, LEAST_LEAD))]);
  });
};

/**
 * A text as [shared beginning, what differs, shared end] in comparison with another, in whole words. What differs is
 * empty where the texts are the same, or where only the other has more.
 * @param {string} text
 * @param {string} other
 * @returns {[string, string, string]}
 */
export const differingPart = (text, other) => {
  const [words, others] = [text, other].map(breakable);
  const least = Math.min(words.length, others.length);
  let start = 0;
  let end = 0;
  while (start < least && words[start] === others[start]) start += 1;
  while (end < least - start && words.at(-1 - end) === others.at(-1 - end)) end += 1;
  return [
    words.slice(0, start).join(''),
    words.slice(start, words.length - end).join(''),
    words.slice(words.length - end).join(''),
  ];
};
