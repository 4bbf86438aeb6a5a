// Decoding of data from Python. Pure functions without page or state.

import {bytesOf} from '../../shared/bytes.js';
import {KINDS} from '../../shared/kinds.js';
import {clamp} from '../../shared/numbers.js';
import {rowsFor} from './choices.js';
import {headOfName, nameOfHead} from './heads.js';
import {WEIGHTS} from './lenses.js';
import {longHead, pictureSize, pictures} from './reduced.js';

/** @import {Choice, HeadAt, Kind, LensPart, LensValues, Made, Packed, Server} from '../types.js' */

/**
 * The JSON string of pack(), with every kind's weights as a Uint8Array; or the same from the engine on this page.
 * @param {string | Made} payload
 * @returns {Packed}
 */
export const unpack = payload => {
  const packed = typeof payload === 'string' ? JSON.parse(payload) : payload;
  for (const kind of KINDS) {
    const part = packed.kinds[kind];
    if (typeof part.weights === 'string') part.weights = bytesOf(part.weights);
    if (part.weights.length !== pictureSize(part)) throw new Error(kind);
  }
  // filled by later answers of the server
  Object.assign(packed, {exactHeads: new Map(), asked: new Set(), lensValues: new Map()});
  if (packed.exact) keepExact(packed, packed.exact);
  return packed;
};

/**
 * The kinds of attention that a translation has: tensors of another program may lack some.
 * @param {Pick<Packed, 'kinds'>} packed
 */
export const kindsOf = ({kinds}) => KINDS.filter(kind => kinds[kind].shape[0] > 0);

/**
 * Whether a model predicted the tokens: of tensors of another program nothing is known but the weights.
 * @param {Pick<Packed, 'probabilities'>} packed
 */
export const isPredicted = ({probabilities}) => probabilities.length > 0;

const OF_GIVEN = ['head_values', 'layer_values', 'lens_values', 'lens_head']; // as in viz/wire/foreign.py

/**
 * The functions of a server that need nothing but weights; null without any.
 * @param {Server} server
 * @returns {Server | null}
 */
export const answeringGiven = server => {
  const found = Object.entries(server).filter(([name]) => OF_GIVEN.includes(name));
  return found.length ? Object.fromEntries(found) : null;
};

/**
 * Whether a check of the weights failed: tensors of another program are drawn as they are.
 * @param {Pick<Packed, 'checks'>} packed
 * @param {string} code
 */
export const failedCheck = ({checks}, code) => checks.some(check => check.code === code && !check.passed);

/**
 * Take every head's float32 weights, so that all numbers are exact.
 * @param {Packed} packed
 * @param {Partial<Record<Kind, Float32Array>>} exact
 */
export const keepExact = (packed, exact) => {
  for (const kind of KINDS) {
    const [layers, heads, queries, keys] = packed.kinds[kind].shape;
    const size = queries * keys;
    for (let i = 0; exact[kind] && i < layers * heads; i++)
      packed.exactHeads.set(
        nameOfHead({kind, layer: Math.floor(i / heads), head: i % heads}),
        exact[kind].subarray(i * size, (i + 1) * size),
      );
  }
};

/**
 * The 8-bit weights of one head, [Q * K], 255 = 1.
 * @param {Packed} packed
 * @param {HeadAt} at
 */
export const quantisedHead = (packed, {kind, layer, head}) => {
  const {
    shape: [, heads, queries, keys],
    weights,
    reduced,
  } = packed.kinds[kind];
  if (reduced) return longHead(packed, {kind, layer, head});
  const size = queries * keys;
  const start = (layer * heads + head) * size;
  return weights.subarray(start, start + size);
};

/**
 * A head as a model or a lens with fewer layers or heads has it: the last one in place of those beyond.
 * @param {number[]} shape
 * @param {HeadAt} at
 * @returns {HeadAt}
 */
export const headWithin = ([layers, heads], {kind, layer, head}) => ({
  kind,
  layer: Math.min(layer, layers - 1),
  head: Math.min(head, heads - 1),
});

/**
 * The 8-bit levels of one head of a lens, [Q * K].
 * @param {LensPart} part
 * @param {HeadAt} at
 */
export const lensLevels = ({shape: [, heads, queries, keys], levels}, {layer, head}) => {
  const size = queries * keys;
  const start = (layer * heads + head) * size;
  return levels.subarray(start, start + size);
};

/**
 * The name under which the float32 numbers of a head are kept.
 * @param {string} lens
 * @param {HeadAt} at
 */
export const exactName = (lens, at) => (lens === WEIGHTS ? nameOfHead(at) : `${lens} ${nameOfHead(at)}`);

/**
 * The server's float32 numbers, or null unless they are this very head to within half a quantum; NaN is a masked cell.
 * @param {any} reply
 * @param {number[]} shape
 * @param {Uint8Array} quantised
 * @param {{low: number, high: number}} range of the values 0 to 255
 */
export const exactHead = (reply, shape, quantised, {low, high} = {low: 0, high: 1}) => {
  if (!reply || typeof reply.values !== 'string' || !Array.isArray(reply.shape)) return null;
  if (reply.shape[0] !== shape[2] || reply.shape[1] !== shape[3]) return null;
  const raw = bytesOf(reply.values);
  if (raw.length !== 4 * quantised.length) return null;
  const values = new Float32Array(raw.buffer);
  const width = high - low || 1;
  const agrees = values.every(
    (value, i) =>
      Number.isNaN(value) || Math.abs(((clamp(value, low, high) - low) / width) * 255 - quantised[i]) <= 0.51,
  );
  return agrees ? values : null;
};

/**
 * A lens's decoded numbers of each of its kinds; or {problem}, or null if the answer is invalid.
 * @param {any} reply
 * @param {Packed} packed
 * @returns {LensValues | null}
 */
export const unpackLens = (reply, packed) => {
  if (!reply) return null;
  if (typeof reply.problem === 'string') return {problem: reply.problem};
  /** @type {LensValues['kinds'] & {}} */
  const kinds = {};
  for (const kind of KINDS) {
    const part = reply.kinds?.[kind];
    const [, , queries, keys] = packed.kinds[kind].shape;
    if (!part) continue;
    const levels = bytesOf(part.levels);
    const [layers, heads, q, k] = part.shape;
    if (q !== queries || k !== keys || levels.length !== layers * heads * q * k) return null;
    kinds[kind] = {shape: part.shape, levels, low: part.low, high: part.high};
  }
  return {kinds, agreement: reply.agreement ?? {}};
};

/**
 * Tokens of the query axis. Rows of the decoder and of cross-attention have two names.
 * @param {Packed} packed
 * @param {Kind} kind
 * @param {string} rows
 */
export const queryTokens = (packed, kind, rows) => {
  if (kind === 'encoder') return packed.src_tokens;
  return rows === 'read' ? packed.tgt_tokens : packed.predicted_tokens;
};

/**
 * @param {Packed} packed
 * @param {Kind} kind
 */
export const keyTokens = (packed, kind) => (kind === 'decoder' ? packed.tgt_tokens : packed.src_tokens);

/**
 * The head that gives every key its own row: shown first, of cross-attention where there is any.
 * @param {Packed} packed
 * @param {Kind} kind
 */
const alignedHead = (packed, kind) => {
  const {layers, heads, queries, keys, levels} = pictures(packed, kind);
  const size = queries * keys;
  let best = {layer: 0, head: 0, score: -1};
  for (let layer = 0; layer < layers; layer++)
    for (let head = 0; head < heads; head++) {
      const weights = levels.subarray((layer * heads + head) * size);
      let score = 0;
      for (let key = 0; key < keys; key++) {
        let most = 0;
        for (let query = 0; query < queries; query++) most = Math.max(most, weights[query * keys + key]);
        score += most;
      }
      if (score > best.score) best = {layer, head, score};
    }
  return {layer: best.layer, head: best.head};
};

/**
 * A word in the middle of a translation: what a new sentence begins with.
 * @param {Packed} packed
 */
const middleStep = packed => Math.max(0, Math.floor((packed.predicted_tokens.length - 1) / 2));

/**
 * What Python chose to open with: a content word, and with a new model the head that matters most for it.
 * @param {Packed} packed
 * @returns {Partial<Choice>}
 */
const openingOf = ({opening = {}}) => ('layer' in opening ? {kind: 'cross', ...opening} : opening);

/**
 * The choices without those that belong to the sentence before: its step, and the rows hidden after it.
 * @param {Choice} choice
 * @param {Packed} packed
 * @returns {Choice}
 */
export const forNewSentence = (choice, packed) => {
  const opening = openingOf(packed);
  return {
    ...choice,
    rows: rowsFor(choice, 'kind' in opening ? 'cross' : choice.kind),
    step: middleStep(packed),
    ...opening,
    grow: false,
  };
};

/**
 * The person's choices carried over to a new translation, within its bounds.
 * @param {Choice} choice
 * @param {Packed} packed
 * @returns {Choice}
 */
export const restored = (choice, packed) => {
  const steps = packed.predicted_tokens.length;
  const there = kindsOf(packed);
  const kind = there.includes(choice.kind) ? choice.kind : there[0];
  const known = {...choice, kind, rows: rowsFor(choice, kind)};
  const first = choice.layer === null;
  const wanted = first
    ? {
        ...known,
        ...alignedHead(packed, there.includes('cross') ? 'cross' : kind),
        step: middleStep(packed),
        ...openingOf(packed),
      }
    : known;
  const [layers, heads] = packed.kinds[wanted.kind].shape;
  return {
    ...wanted,
    layer: clamp(wanted.layer, 0, layers - 1),
    head: clamp(wanted.head, 0, heads - 1),
    step: clamp(wanted.step, 0, Math.max(0, steps - 1)),
    heads: wanted.heads.filter(name => {
      const at = headOfName(name);
      const [most, each] = packed.kinds[at.kind].shape;
      return at.layer < most && at.head < each;
    }),
    pin: null,
    hover: null,
    cell: null,
  };
};
