// The width of text in a printed figure, from a table instead of the browser's fonts: a figure is laid out alike on every
// machine, with and without a browser. Lengths are in points.

import {axisToken, breakable} from './text.js';

/** @import {Label} from './types.js' */

// Fonts as wide as Helvetica first; the others have the letters that these lack.
export const PRINT_FAMILY = 'Helvetica, Arial, "Liberation Sans", "Nimbus Sans", "Noto Sans CJK SC", "PingFang SC", '
  + '"Microsoft YaHei", "WenQuanYi Micro Hei", sans-serif';

const MARK = 0.5; // ems: the bar in front of a token that begins a word

const BOLD = 1.1; // times the width of regular letters, at most

// Thousandths of an em, as in Helvetica and in the fonts made to its measures.
/** @type {[number, string][]} */
const WIDTHS = [
  [191, "'"], [222, 'ijl‘’‚·'], [260, '|'], [278, ' !,./:;I[\\]ft'], [333, '()-`r“”„'], [334, '{}'], [355, '"'], [389, '*'],
  [469, '^'], [500, 'Jcksvxyz'], [556, '#$0123456789?L_abdeghnopqu«»–'], [584, '+<=>~×−'], [611, 'FTZßø'],
  [667, '&ABEKPSVXY'], [722, 'CDHNRUw'], [778, 'GOQ'], [833, 'Mm'], [889, '%æ'], [944, 'W'], [1000, '…—→'], [1015, '@'],
];

const KNOWN = new Map(WIDTHS.flatMap(([width, letters]) =>
  Array.from(letters, letter => /** @type {[string, number]} */ ([letter, width]))));

const UNKNOWN = 667; // of Greek, Cyrillic and other letters as wide as Latin ones, rounded up

const WIDE = new RegExp('[\\u1100-\\u115f\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff00-\\uff60\\uffe0-\\uffe6'
  + '\\u{1f000}-\\u{1faff}\\u{20000}-\\u{3ffff}]', 'u');

/** @param {string} letter */
const widthOfLetter = letter => {
  const known = KNOWN.get(letter);
  if (known !== undefined) return known;
  if (WIDE.test(letter)) return 1000;
  if (/\p{M}/u.test(letter)) return 0;
  const base = letter.normalize('NFD')[0]; // é is as wide as e
  return KNOWN.get(base) ?? UNKNOWN;
};

/**
 * @param {string} text
 * @param {number} size
 * @param {number} [weight]
 */
export const printWidth = (text, size, weight = 400) => {
  let width = 0;
  for (const letter of text) width += widthOfLetter(letter);
  return width / 1000 * size * (weight > 400 ? BOLD : 1);
};

/**
 * The longest beginning of a text that fits, with an ellipsis where it was cut.
 * @param {string} text
 * @param {number} room
 * @param {number} size
 */
const cut = (text, room, size) => {
  if (printWidth(text, size) <= room) return text;
  const letters = Array.from(text);
  while (letters.length && printWidth(`${letters.join('')}…`, size) > room) letters.pop();
  return `${letters.join('')}…`;
};

/**
 * A token as a figure writes it: with the width of the bar that marks the beginning of a word, and that of its letters.
 * @param {string} token
 * @param {number} room
 * @param {number} size
 * @param {number} [weight]
 * @returns {Label & {mark: number, own: number}}
 */
export const printLabel = (token, room, size, weight) => {
  const {start, text} = axisToken(token), mark = start ? MARK * size : 0, gap = start ? 0.08 * size : 0;
  const shown = cut(text, room - mark - gap, size), own = printWidth(shown, size, weight);
  return {text: shown, blank: start, mark, own, width: mark + gap + own};
};

/**
 * Words in lines of at most `width`; a longer word is broken, as are texts without blanks.
 * @param {string} text
 * @param {number} width
 * @param {number} size
 * @param {number} [weight]
 */
export const printLines = (text, width, size, weight) => {
  /** @type {string[]} */
  const lines = [];
  let line = '';
  for (const part of breakable(text)) {
    if (printWidth((line + part).trimEnd(), size, weight) <= width) { line += part; continue; }
    if (line) lines.push(line.trimEnd());
    line = '';
    for (const letter of part) {
      if (line && printWidth((line + letter).trimEnd(), size, weight) > width) { lines.push(line); line = ''; }
      line += letter;
    }
  }
  return line.trimEnd() ? [...lines, line.trimEnd()] : lines;
};
