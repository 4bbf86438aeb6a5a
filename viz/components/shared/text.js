// Formatting of texts and tokens. Text is inserted into the page through textContent only.

import {formOf} from './locale.js';

/** @import {Texts} from './types.js' */
/** @import {Payload} from './wire.js' */

/**
 * @param {Texts} texts
 * @param {string} key
 * @param {Record<string, any>} [values]
 */
export const say = (texts, key, values = {}) =>
  (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

/**
 * "1 check", "5 checks": the texts contain both forms.
 * @param {Texts} texts
 * @param {string} key
 * @param {number} count
 * @param {Record<string, any>} [values]
 */
export const sayCount = (texts, key, count, values = {}) => say(texts, `${key}.${formOf(count)}`, {count, ...values});

/**
 * Words before others: a blank after them, but none after full-width punctuation.
 * @param {string} words
 */
export const withBlank = words => (/[。！？：；…]$/.test(words) ? words : `${words} `);

/**
 * Sentences one after the other.
 * @param {string[]} sentences empty ones are left out
 */
export const inARow = sentences =>
  sentences.filter(Boolean).reduce((all, one) => (all ? withBlank(all) + one : one), '');

// A line may break after a blank, and after a Chinese letter or mark, but not inside of brackets or before a mark.
const BREAKS = /(?<= )|(?<=[\u3001-\u9fff\uff01-\uff60])(?<!（)(?![，。、：；！？）”… ])/u;

/**
 * The parts of a text between which a line may break; joined they are the text.
 * @param {string} text
 */
export const breakable = text => text.split(BREAKS);

// Invisible characters, including a joiner (U+200D) except between two emoji.
export const INVISIBLE = new RegExp(
  [
    '[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u200b\\u200c\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]',
    '(?<![\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\ufe0f?)\\u200d',
    '\\u200d(?!\\p{Extended_Pictographic})',
  ].join('|'),
  'gu',
);

/** @param {string} c */
const codePoint = c => `U+${(c.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** @type {Record<string, string>} */
const BLANKS = {'\n': '⏎', '\t': '⇥'};

/** @param {string} c */
export const visible = c => BLANKS[c] ?? codePoint(c);

/**
 * A token for an axis: word starts apart from the letters, nothing invisible.
 * @param {string} token
 */
export const axisToken = token => {
  const start = /^ /.test(token);
  const rest = start ? token.slice(1) : token;
  return {start, text: rest.slice(0, 400).replace(INVISIBLE, visible) || (start ? '' : '·')};
};

/** @param {string} token */
export const plainToken = token => {
  const {start, text} = axisToken(token);
  return text || (start ? '▁' : '');
};

/**
 * A token as figures write it: ▁ where a word begins.
 * @param {string} token
 */
export const markedToken = token => {
  const {start, text} = axisToken(token);
  return (start ? '▁' : '') + text;
};

// padding, start and end, and what other programs' tokenizers have instead
export const SPECIAL = /^(?:<(?:pad|\/?s)>|\[(?:CLS|SEP|PAD|MASK|UNK)\]|<\|[a-z_]+\|>)$/;

/**
 * The place of a step's token among the most likely ones; -1 if it is not one of them. By id where it is known: a token
 * that completes a character is shown by its bytes when it stands alone.
 * @param {Pick<Payload, 'predicted_ids' | 'predicted_tokens' | 'top' | 'top_ids'>} payload
 * @param {number} step
 */
export const chosenPlace = ({predicted_ids: ids, predicted_tokens: tokens, top, top_ids: all}, step) =>
  all?.[step]?.length ? all[step].indexOf(ids[step]) : top[step].findIndex(([token]) => token === tokens[step]);

const FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * One field of a CSV line. Quotes are added only if needed, and an apostrophe before a text that a
 * spreadsheet would read as a formula.
 * @param {string | number} value
 */
export const csvField = value => {
  const text = String(value);
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",#\n\r]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
};

/**
 * A table as the text of a CSV file, whose lines end as RFC 4180 has it.
 * @param {(string | number)[][]} table
 */
export const csvText = table => table.map(row => `${row.map(csvField).join(',')}\r\n`).join('');

const SINGLE = /^\s*[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]\s*$/u;

/**
 * How the label of a column is placed where labels are turned: a single Chinese character is as narrow upright, and
 * read more easily.
 * @param {string} text
 * @param {{anchor?: 'start' | 'middle' | 'end', turn: number}} turned
 * @returns {{anchor?: 'start' | 'middle' | 'end', turn?: number}}
 */
export const columnLabel = (text, turned) => (SINGLE.test(text) ? {anchor: 'middle'} : turned);
