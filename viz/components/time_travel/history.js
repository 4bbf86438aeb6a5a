// Decoding of data from Python: weights of every snapshot, and measures of them. Pure functions without page or state.

import {bytesOf} from '../shared/bytes.js';
import {KINDS} from '../shared/kinds.js';

/** @import {HeadPicture, History, Kind, Sentence, TimeChoice} from './types.js' */

/** @param {string} base64 */
const inflated = async base64 => {
  const stream = new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

/**
 * The JSON string of pack_snapshots(), every kind's weights as one Uint8Array [N, L, H, Q, K].
 * @param {string} text
 */
export const unpackHistory = async text => {
  /** @type {History} */
  const history = JSON.parse(text);
  const {layers, heads, moments} = history;
  for (const sentence of history.sentences) {
    const source = sentence.src_tokens.length;
    const target = sentence.predicted_tokens.length;
    const sizes = {encoder: [source, source], decoder: [target, target], cross: [target, source]};
    sentence.kinds = /** @type {Sentence['kinds']} */ ({});
    for (const kind of KINDS) {
      const [queries, keys] = sizes[kind];
      const each = layers[kind] * heads * queries * keys;
      const weights = await inflated(/** @type {Record<Kind, string>} */ (sentence.weights)[kind]);
      if (weights.length !== each * moments.length) throw new Error(kind);
      for (let i = each; i < weights.length; i++) weights[i] += weights[i - each]; // modulo 256
      sentence.kinds[kind] = {queries, keys, weights};
    }
    delete sentence.weights;
  }
  /** @type {Map<number, number | null>} */
  const losses = new Map(history.curve);
  for (const {step, loss} of moments) if (!losses.has(step)) losses.set(step, loss);
  history.curve = [...losses]
    .flatMap(([step, loss]) => (loss === null ? [] : [/** @type {[number, number]} */ ([step, loss])]))
    .sort(([a], [b]) => a - b);
  return history;
};

/**
 * The weights of one head at one snapshot, [Q, K]: a view, not a copy.
 * @param {History} history
 * @param {{sentence: number, kind: Kind, layer: number, head: number}} given
 * @param {number} at
 */
export const headAt = (history, {sentence, kind, layer, head}, at) => {
  const {queries, keys, weights} = history.sentences[sentence].kinds[kind];
  const size = queries * keys;
  const start = ((at * history.layers[kind] + layer) * history.heads + head) * size;
  return {queries, keys, levels: weights.subarray(start, start + size)};
};

/**
 * @param {HeadPicture} headPicture
 * @param {number} row
 */
export const strongestOfRow = ({keys, levels}, row) => {
  let best = 0;
  for (let k = 1; k < keys; k++) if (levels[row * keys + k] > levels[row * keys + best]) best = k;
  return best;
};

/**
 * Focus: the largest weight of a row, mean over the rows; 1 over the keys where attention is flat.
 * @param {HeadPicture} part
 */
const focusOfHead = part => {
  let sum = 0;
  for (let q = 0; q < part.queries; q++) sum += part.levels[q * part.keys + strongestOfRow(part, q)];
  return sum / (255 * part.queries);
};

/**
 * The focus of uniform attention over all visible keys.
 * @param {HeadPicture} headPicture
 * @param {Kind} kind
 */
export const flatFocus = ({queries, keys}, kind) => {
  if (kind !== 'decoder') return 1 / keys;
  let sum = 0;
  for (let q = 0; q < queries; q++) sum += 1 / (q + 1);
  return sum / queries;
};

/**
 * The largest share of one column over all rows: near 1 for a head that always attends to the same token.
 * @param {HeadPicture} headPicture
 */
const fixedShare = ({queries, keys, levels}) => {
  let most = 0;
  for (let k = 0; k < keys; k++) {
    let sum = 0;
    for (let q = 0; q < queries; q++) sum += levels[q * keys + k];
    most = Math.max(most, sum / (255 * queries));
  }
  return most;
};

/**
 * The head of a kind with the largest final focus, except heads that always attend to one token.
 * @param {History} history
 * @param {number} sentence
 * @param {Kind} kind
 */
export const tellingHead = (history, sentence, kind) => {
  let best = {layer: 0, head: 0, score: -Infinity};
  for (let layer = 0; layer < history.layers[kind]; layer++)
    for (let head = 0; head < history.heads; head++) {
      const part = headAt(history, {sentence, kind, layer, head}, history.moments.length - 1);
      const score = focusOfHead(part) - fixedShare(part);
      if (score > best.score) best = {layer, head, score};
    }
  return {layer: best.layer, head: best.head};
};

/**
 * Focus of one head at every snapshot.
 * @param {History} history
 * @param {TimeChoice} choice
 */
export const focusOverTime = (history, choice) =>
  history.moments.map((_, at) => focusOfHead(headAt(history, choice, at)));

/**
 * The tokens that rows and columns stand for.
 * @param {Sentence} sentence
 * @param {Kind} kind
 */
export const labelsOf = ({src_tokens, tgt_tokens, predicted_tokens}, kind) => ({
  queries: kind === 'encoder' ? src_tokens : predicted_tokens,
  keys: kind === 'decoder' ? tgt_tokens : src_tokens,
});
