// The width of text in a printed figure, from a table instead of the browser's fonts: a figure is laid out alike on
// every machine, with and without a browser. Where a machine has none of the fonts, letters are made as wide as in the
// table. Lengths are in points.

import {axisToken, breakable} from './text.js';

/** @import {Item, Label} from './types.js' */

// Fonts as wide as Helvetica first; the others have the letters that these lack.
export const PRINT_FAMILY =
  'Helvetica, Arial, "Liberation Sans", "Nimbus Sans", "Noto Sans CJK SC", "PingFang SC", ' +
  '"Microsoft YaHei", "WenQuanYi Micro Hei", sans-serif';

const MARK = 0.5; // ems: the bar in front of a token that begins a word

// Thousandths of an em, as in Helvetica and in the fonts made to its measures.
/** @type {[number, string][]} */
const WIDTHS = [
  [191, "'"],
  [222, 'ijl‘’‚·'],
  [260, '|'],
  [278, ' !,./:;I[\\]ft'],
  [333, '()-`r“”„'],
  [334, '{}'],
  [355, '"'],
  [389, '*'],
  [469, '^'],
  [500, 'Jcksvxyz'],
  [556, '#$0123456789?L_abdeghnopqu«»–'],
  [584, '+<=>~×−'],
  [611, 'FTZßø'],
  [667, '&ABEKPSVXY'],
  [722, 'CDHNRUw'],
  [778, 'GOQ'],
  [833, 'Mm'],
  [889, '%æ'],
  [944, 'W'],
  [1000, '…—→'],
  [1015, '@'],
];

/** @type {[number, string][]} */
const BOLD_WIDTHS = [
  [238, "'"],
  [278, ' ,./I\\ijl‘’‚·'],
  [280, '|'],
  [333, '!()-:;[]`ft'],
  [389, '*r{}'],
  [474, '"'],
  [500, 'z“”„'],
  [556, '#$0123456789J_aceksvxy«»–'],
  [584, '+<=>^~×−'],
  [611, '?FLTZbdghnopqußø'],
  [667, 'EPSVXY'],
  [722, '&ABCDHKNRU'],
  [778, 'GOQw'],
  [833, 'M'],
  [889, '%mæ'],
  [944, 'W'],
  [975, '@'],
  [1000, '…—→'],
];

/** @param {[number, string][]} widths */
const tableOf = widths =>
  new Map(
    widths.flatMap(([width, letters]) =>
      Array.from(letters, letter => /** @type {[string, number]} */ ([letter, width])),
    ),
  );

const KNOWN = tableOf(WIDTHS);
const KNOWN_BOLD = tableOf(BOLD_WIDTHS);

const UNKNOWN = 667; // of Greek, Cyrillic and other letters as wide as Latin ones, rounded up

const WIDE = new RegExp(
  '[\\u1100-\\u115f\\u2e80-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff00-\\uff60\\uffe0-\\uffe6' +
    '\\u{1f000}-\\u{1faff}\\u{20000}-\\u{3ffff}]',
  'u',
);

const PICTURE = /[\u{1f000}-\u{1faff}]/u; // emoji, whose width differs from font to font

/**
 * The width of a letter; undefined where the table does not have it.
 * @param {string} letter
 * @param {Map<string, number>} table
 */
const knownWidth = (letter, table) => {
  const known = table.get(letter);
  if (known !== undefined) return known;
  if (WIDE.test(letter)) return PICTURE.test(letter) ? undefined : 1000;
  if (/\p{M}/u.test(letter)) return 0;
  return table.get(letter.normalize('NFD')[0]); // é is as wide as e
};

/**
 * @param {string} text
 * @param {number} size
 * @param {number} [weight]
 */
export const printWidth = (text, size, weight = 400) => {
  const table = weight > 400 ? KNOWN_BOLD : KNOWN;
  let width = 0;
  for (const letter of text) width += knownWidth(letter, table) ?? (WIDE.test(letter) ? 1000 : UNKNOWN);
  return (width / 1000) * size;
};

/**
 * The items of a figure, each text with the length that it is drawn with in any font; a text with letters that the
 * table does not have keeps that of its font.
 * @param {Item[]} items
 * @returns {Item[]}
 */
export const withLengths = items =>
  items.map(item => {
    if (item.do === 'group' || item.do === 'shift') return {...item, items: withLengths(item.items)};
    if (item.do !== 'text') return item;
    const {text, size, weight = 400} = item;
    const table = weight > 400 ? KNOWN_BOLD : KNOWN;
    const isKnown = text.trim() && Array.from(text).every(letter => knownWidth(letter, table) !== undefined);
    return isKnown ? {...item, length: printWidth(text, size, weight)} : item;
  });

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
  const {start, text} = axisToken(token);
  const mark = start ? MARK * size : 0;
  const gap = start ? 0.08 * size : 0;
  const shown = cut(text, room - mark - gap, size);
  const own = printWidth(shown, size, weight);
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
    if (printWidth((line + part).trimEnd(), size, weight) <= width) {
      line += part;
      continue;
    }
    if (line) lines.push(line.trimEnd());
    line = '';
    for (const letter of part) {
      if (line && printWidth((line + letter).trimEnd(), size, weight) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return line.trimEnd() ? [...lines, line.trimEnd()] : lines;
};
