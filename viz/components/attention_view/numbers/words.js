// Tokens grouped into words.

import {SPECIAL} from '../../shared/text.js';

const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;

/**
 * Indices of tokens, grouped into units that a line break must not split.
 * @param {string[]} tokens
 */
export const wordGroups = tokens => {
  /** @type {number[][]} */
  const groups = [];
  tokens.forEach((token, i) => {
    const before = i ? tokens[i - 1] : '';
    const apart =
      !i || /^\s/.test(token) || SPECIAL.test(token) || SPECIAL.test(before) || CJK.test(token) || CJK.test(before);
    if (apart) groups.push([i]);
    else groups[groups.length - 1].push(i);
  });
  return groups;
};

const PUNCTUATION = /^ *\p{P}+$/u;

// Scripts without blanks, which the tokenizer splits into characters; Hangul has blanks.
const CHARACTER = /^ *[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u;

/**
 * Indices of tokens, grouped into words as `core.inspection.words` does it: a blank begins a word, a character of a
 * script without blanks is one, punctuation at either end of a word is a separate word. Tokens of an incomplete
 * character belong to the token that completes it; tokens outside of words are alone.
 * @param {string[]} tokens
 */
export const wordsAlone = tokens => {
  /** @type {{tokens: number[], text: string}[][]} */
  const words = []; // each of pieces
  /** @type {number[]} */
  let waiting = [];
  let closed = true;
  /** @param {number[]} indices */
  const alone = indices => words.push(...indices.map(index => [{tokens: [index], text: ''}]));
  tokens.forEach((token, index) => {
    if (SPECIAL.test(token)) {
      alone([...waiting, index]);
      waiting = [];
      closed = true;
      return;
    }
    waiting.push(index);
    if (/^ *$/.test(token)) return;
    const piece = {tokens: waiting, text: waiting.map(one => tokens[one]).join('')};
    const character = CHARACTER.test(piece.text);
    if (closed || character || piece.text.startsWith(' ')) words.push([piece]);
    else words[words.length - 1].push(piece);
    waiting = [];
    closed = character;
  });
  alone(waiting);
  return words.flatMap(word => {
    const marks = word.map(({text}) => PUNCTUATION.test(text));
    const first = marks.indexOf(false);
    const last = marks.lastIndexOf(false);
    /** @param {{tokens: number[]}[]} pieces */
    const indices = pieces => pieces.flatMap(piece => piece.tokens);
    if (first < 0) return word.map(piece => piece.tokens);
    return [
      ...word.slice(0, first).map(piece => piece.tokens),
      indices(word.slice(first, last + 1)),
      ...word.slice(last + 1).map(piece => piece.tokens),
    ];
  });
};

const LONGEST = 4;
const TIMES = 3; // tokens that repeat together, and how often in a row
const REPEATED_LENGTH = 40; // characters
const SIGN = /^[\p{P}\p{S}\s]*$/u;

/**
 * The tokens that repeat most often in a row, as text that is cut if it is long; null where none repeat three times.
 * @param {string[]} tokens
 */
export const repetition = tokens => {
  let best = {text: '', times: TIMES - 1};
  for (let size = 1; size <= LONGEST; size++)
    for (let start = 0; start + size * TIMES <= tokens.length; start++) {
      const unit = tokens.slice(start, start + size);
      /** @param {number} time */
      const again = time => unit.every((token, i) => tokens[start + time * size + i] === token);
      let times = 1;
      while (again(times)) times += 1;
      const text = unit.join('').trim();
      if (times > best.times && !SIGN.test(text)) best = {text, times};
    }
  return best.times < TIMES ? null : {...best, text: best.text.slice(0, REPEATED_LENGTH)};
};
