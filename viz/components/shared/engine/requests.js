// Questions about translations, and what the engine refuses.

/** @import {Changes, Filled, VariantFields} from './types.js' */
/** @import {Tokenizer} from './tokenizer.js' */

const MOST_TOKENS = 128; // of a sentence, with the end symbol: its attention has less than a million weights

/** Something that the engine does not do, as the key of a text with its values. */
export class Refusal extends Error {
  /**
   * @param {string} key
   * @param {Record<string, number>} [values]
   */
  constructor(key, values = {}) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/** @type {Changes} */
export const UNCHANGED = {off: [], uniform: [], edits: []};

const PLAIN = {
  ...UNCHANGED,
  prefix: [],
  same: false,
  text: null,
  target: null,
  checkpoint: null,
  beam_size: null,
  alpha: null,
  rank: 0,
};

/**
 * A question with the values of what it leaves out.
 * @param {VariantFields} asked
 * @returns {Filled<VariantFields>}
 */
export const filled = asked => ({
  ...PLAIN,
  .../** @type {any} */ (Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== null))),
});

/**
 * A kept value, the oldest forgotten beyond a number.
 * @template Value
 * @param {Map<string, Value>} kept
 * @param {number} most
 * @param {string} key
 * @param {() => Value} make
 */
export const remembered = (kept, most, key, make) => {
  const value = kept.get(key) ?? make();
  kept.delete(key);
  kept.set(key, value);
  for (const old of kept.keys()) if (kept.size > most) kept.delete(old);
  return value;
};

/**
 * The tokens of a sentence, or of a translation that a person wrote.
 * @param {Tokenizer} tokenizer
 * @param {string} text
 */
export const tokensOf = (tokenizer, text) => {
  const ids = tokenizer.encode(text);
  if (ids.length === 1) throw new Refusal('live.blank');
  if (ids.length > MOST_TOKENS) throw new Refusal('live.long', {tokens: ids.length, limit: MOST_TOKENS});
  return ids;
};
