// Changes of attention as probes: heads off, heads uniform, rows replaced; the same order as in
// core/inspection/intervention.py: an edited row replaces that of a uniform head, and a head that is off stays off.

import {KINDS} from '../kinds.js';

/** @import {Kind} from '../types.js' */
/** @import {Changes, Config, Filled, Probe, VariantFields} from './types.js' */
/** @import {Tokenizer} from './tokenizer.js' */

// Questions about translations, and what the engine refuses.

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

/** What is changed of one head. @typedef {{isOff: boolean, isUniform: boolean, rows: Map<number, Float32Array>}}
 * Changed */

/**
 * A probe that makes the changes; null where there is none.
 * @param {Partial<Changes>} changes
 * @returns {Probe | null}
 */
export const changing = ({off = [], uniform = [], edits = []}) => {
  if (!off.length && !uniform.length && !edits.length) return null;
  const changed = Object.fromEntries(KINDS.map(kind => [kind, /** @type {Changed[][]} */ ([])]));
  /** @type {(kind: Kind, layer: number, head: number) => Changed} */
  const at = (kind, layer, head) =>
    ((changed[kind][layer] ??= [])[head] ??= {isOff: false, isUniform: false, rows: new Map()});
  for (const place of off) at(...place).isOff = true;
  for (const place of uniform) at(...place).isUniform = true;
  for (const {kind, layer, head, query, weights} of edits) at(kind, layer, head).rows.set(query, scaledToOne(weights));
  return (kind, layer, head, query, weights) => {
    const own = changed[kind][layer]?.[head];
    const edited = own?.rows.get(query);
    if (!own) return;
    if (own.isOff) weights.fill(0);
    else if (edited?.length === weights.length) weights.set(edited);
    else if (own.isUniform) weights.fill(1 / weights.length);
  };
};

/**
 * The same changes, each once and in the server's order.
 * @param {Changes} changes
 * @returns {Changes}
 */
export const inOrder = ({off, uniform, edits}) => ({
  off: onceEach(off, at => at),
  uniform: onceEach(uniform, at => at),
  edits: onceEach(edits, ({kind, layer, head, query}) => [kind, layer, head, query]),
});

/**
 * @template Item
 * @param {Item[]} items
 * @param {(item: Item) => (string | number)[]} place
 */
const onceEach = (items, place) => {
  const found = new Map(items.map(item => [place(item).join('.'), item]));
  return [...found.values()].sort((one, other) => {
    const here = place(one);
    const there = place(other);
    const at = here.findIndex((value, i) => value !== there[i]);
    if (at < 0) return 0;
    return here[at] < there[at] ? -1 : 1;
  });
};

/** @param {ArrayLike<number>} weights */
const scaledToOne = weights => {
  const values = Array.from(weights);
  const total = values.reduce((one, other) => one + other, 0);
  return Float32Array.from(values, value => value / total);
};

/**
 * Several probes as one, each after the other.
 * @param {(Probe | null)[]} probes
 * @returns {Probe}
 */
export const inTurn =
  probes =>
  (...seen) => {
    for (const probe of probes) probe?.(...seen);
  };

/**
 * A probe that keeps every row, and what it has kept: by kind, float32 [L, H, Q, K].
 * @param {Config} config
 * @param {number} source tokens
 * @param {number} target tokens
 */
export const recorder = (config, source, target) => {
  const {num_layers, num_decoder_layers, num_heads} = config;
  /** @type {Record<Kind, number[]>} */
  const shapes = {
    encoder: [num_layers, num_heads, source, source],
    decoder: [num_decoder_layers, num_heads, target, target],
    cross: [num_decoder_layers, num_heads, target, source],
  };
  const kept = /** @type {Record<Kind, {shape: number[], weights: Float32Array}>} */ (
    Object.fromEntries(
      KINDS.map(kind => [
        kind,
        {shape: shapes[kind], weights: new Float32Array(shapes[kind].reduce((one, other) => one * other))},
      ]),
    )
  );
  /** @type {Probe} */
  const probe = (kind, layer, head, query, weights) => {
    const [, heads, queries, keys] = shapes[kind];
    kept[kind].weights.set(weights, ((layer * heads + head) * queries + query) * keys);
  };
  return {probe, kept};
};
