// Byte-level BPE (5.1): what core/data/tokenizer.py and normalisation.py do with the checkpoint's tokenizer.json.

import {textsOf} from '../bytes.js';

/** @import {Vocabulary} from './types.js' */

const SPECIAL = 3; // padding, start and end have the ids 0, 1 and 2
const END = 2;
const MOST_CHARACTERS = 100_000; // of one input

/* eslint-disable no-control-regex */
// White space as Python splits it, which is not that of JavaScript.
const SPACES = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/u;
// Control characters, marks of breaks and of direction.
const INVISIBLE =
  /[\0-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const CJK = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/u;

// Words as GPT-2 splits them. After normalisation the only white space is one space.
const WORDS = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^ \p{L}\p{N}]+| +/gu;

/** The printable character of each byte: printable Latin-1 for itself, the others from U+0100. */
const CHARACTERS = (() => {
  let others = 0;
  return Array.from({length: 256}, (_, byte) => {
    const isPrintable = (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
    return String.fromCodePoint(isPrintable ? byte : 256 + others++);
  });
})();

const BYTES = new Map(CHARACTERS.map((character, byte) => [character, byte]));

/** @param {string} text */
const normalise = text =>
  text
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(/\p{Surrogate}/gu, '?')
    .split(SPACES)
    .filter(Boolean)
    .join(' ');

/**
 * Text with a space before its first word, unless it begins in a script without spaces.
 * @param {string} text
 */
const prepare = text => {
  const plain = normalise(Array.from(text).slice(0, MOST_CHARACTERS).join(''));
  return plain && CJK.test(String.fromCodePoint(plain.codePointAt(0) ?? 0)) ? plain : plain && ` ${plain}`;
};

/**
 * The parts of a text in which pieces are merged: every character of a script without spaces is one.
 * @param {string} text
 */
const words = text => text.split(new RegExp(`(${CJK.source})`, 'u')).flatMap(part => part.match(WORDS) ?? []);

export class Tokenizer {
  /** @param {Vocabulary} vocabulary */
  constructor({tokens, merges}) {
    this.tokens = tokens;
    this.ids = new Map(tokens.map((token, id) => [token, id]));
    this.ranks = new Map(merges.map((pair, rank) => [pair.join(' '), rank]));
    this.bytes = tokens.map((token, id) =>
      Uint8Array.from(id < SPECIAL ? [] : token, character => BYTES.get(character) ?? 0),
    );
    /** @type {Map<string, number[]>} */
    this.known = new Map(); // the ids of words
    /** @type {Map<number, string>} */
    this.shown = new Map(); // the texts of tokens
  }

  /**
   * The ids of one sentence, the end symbol last.
   * @param {string} text
   */
  encode(text) {
    return [...words(prepare(text)).flatMap(word => this.#wordIds(word)), END];
  }

  /**
   * The text of ids as one line, without special tokens; bytes that belong to no whole character as `textsOf` has them.
   * @param {number[]} ids
   */
  decode(ids) {
    const joined = ids.filter(id => id >= SPECIAL).flatMap(id => [...this.bytes[id]]);
    return textsOf([Uint8Array.from(joined)])[0]
      .split(SPACES)
      .filter(Boolean)
      .join(' ');
  }

  /**
   * The visible text of each token, see `textsOf`; special tokens by name.
   * @param {number[]} ids
   */
  surface(ids) {
    /** @type {number[][]} */
    const runs = [];
    ids.forEach((id, i) => {
      if (id < SPECIAL || ids[i - 1] < SPECIAL || !i) runs.push([id]);
      else runs[runs.length - 1].push(id);
    });
    return runs.flatMap(run => (run[0] < SPECIAL ? [this.tokens[run[0]]] : textsOf(run.map(id => this.bytes[id]))));
  }

  /**
   * The visible text of a single token.
   * @param {number} id
   */
  alone(id) {
    const known = this.shown.get(id) ?? this.surface([id])[0];
    this.shown.set(id, known);
    return known;
  }

  /** @param {string} word */
  #wordIds(word) {
    const known = this.known.get(word);
    if (known) return known;
    const pieces = Array.from(new TextEncoder().encode(word), byte => CHARACTERS[byte]);
    const ids = this.#merged(pieces).map(piece => this.ids.get(piece) ?? 0);
    this.known.set(word, ids);
    return ids;
  }

  /**
   * Join the pair that was learned first, from left to right, until no pair is known.
   * @param {string[]} pieces
   */
  #merged(pieces) {
    for (;;) {
      const ranks = pieces.slice(1).map((piece, i) => this.ranks.get(`${pieces[i]} ${piece}`) ?? Infinity);
      const best = Math.min(...ranks);
      const at = ranks.indexOf(best);
      if (at < 0 || best === Infinity) return pieces;
      pieces = [...pieces.slice(0, at), pieces[at] + pieces[at + 1], ...pieces.slice(at + 2)];
    }
  }
}
