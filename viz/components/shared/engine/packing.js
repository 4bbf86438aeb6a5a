// One translation and its attention as the JSON that the attention view draws: the form of ../wire.d.ts.

import {base64Of} from '../bytes.js';
import {KINDS} from '../kinds.js';

/** @import {Answer, Attention, Check, Recorded, Traced} from './types.js' */
/** @import {Kind} from '../types.js' */
/** @import {Payload} from '../wire.js' */
/** @typedef {Record<Kind, {shape: number[], weights: Uint8Array}>} Levels */
/** @import {Tokenizer} from './tokenizer.js' */

const SUM_LIMIT = 1e-5; // allowed difference of a row's sum from 1; as in core/inspection/trace.py
const PATH_LIMIT = 1e-3; // nats, between the log-probabilities of a token in the search and in the trace

/** @param {Float32Array} weights */
const quantised = weights => {
  const levels = new Uint8Array(weights.length);
  for (let i = 0; i < weights.length; i++) levels[i] = Math.min(1, Math.max(0, weights[i])) * 255 + 0.5;
  return levels;
};

/** @param {number} value */
const probability = value => Math.min(1, Math.max(0, value));

/**
 * A translation and its attention as the attention view has them, the weights in 8 bits.
 * @param {Answer} answer
 * @param {Tokenizer} tokenizer
 * @returns {Omit<Payload, 'kinds' | 'milliseconds'> & {kinds: Levels, milliseconds: number}}
 */
const packedOf = (
  {
    request,
    id,
    text,
    hypotheses,
    traced,
    isFinished,
    milliseconds,
    change,
    model: {checkpoint, languages, doubtBelow, lenses},
  },
  tokenizer,
) => {
  const {steps, source, read, target, attention} = traced;
  const given = !hypotheses.length;
  return {
    version: 1,
    id,
    source: request.text,
    translation: text,
    src_tokens: tokenizer.surface(source),
    tgt_tokens: tokenizer.surface(read),
    predicted_tokens: tokenizer.surface(target),
    probabilities: steps.map(({logProb}) => probability(Math.exp(logProb))),
    entropies: steps.map(({entropy}) => Math.max(0, entropy)),
    top: steps.map(({top, probabilities}) =>
      top.map((token, i) => [tokenizer.alone(token), probability(probabilities[i])]),
    ),
    kinds: /** @type {Levels} */ (
      Object.fromEntries(
        KINDS.map(kind => [kind, {shape: attention[kind].shape, weights: quantised(attention[kind].weights)}]),
      )
    ),
    lenses,
    hypotheses: hypotheses.map(({ids, logProbs, score}) => ({
      text: tokenizer.decode(ids),
      score,
      log_prob: logProbs.reduce((one, other) => one + other, 0),
      length: ids.length,
    })),
    chosen: given ? 0 : request.rank,
    checks: checksOf(traced, hypotheses[request.rank]?.logProbs ?? null, request.changes),
    decoding: {beam_size: request.beam, alpha: request.alpha},
    truncated: !given && !isFinished,
    milliseconds,
    predicted_ids: target,
    top_ids: steps.map(({top}) => top),
    ranks: given ? steps.map(({rank}) => rank) : [],
    checkpoint,
    languages,
    doubt_below: doubtBelow,
    change,
    opening: {},
    file: '',
  };
};

/**
 * The same with the float32 weights that the attention view would ask for.
 * @param {Answer} answer
 * @param {Tokenizer} tokenizer
 */
export const exactOf = (answer, tokenizer) => ({
  ...packedOf(answer, tokenizer),
  exact: /** @type {Record<Kind, Float32Array>} */ (
    Object.fromEntries(KINDS.map(kind => [kind, answer.traced.attention[kind].weights]))
  ),
});

/**
 * The same as JSON, the weights in base64.
 * @param {Answer} answer
 * @param {Tokenizer} tokenizer
 */
export const payloadOf = (answer, tokenizer) => {
  const packed = packedOf(answer, tokenizer);
  const kinds = Object.entries(packed.kinds).map(([kind, {shape, weights}]) => [
    kind,
    {shape, weights: base64Of(weights)},
  ]);
  return JSON.stringify({...packed, kinds: Object.fromEntries(kinds)});
};

/**
 * What a valid trace satisfies, measured on its float32 weights.
 * @param {Traced} traced
 * @param {number[] | null} searched log-probabilities of the same tokens in the search
 * @param {Answer['request']['changes']} changes
 * @returns {Check[]}
 */
const checksOf = ({attention, steps}, searched, {off}) => {
  const sums = Math.max(
    ...KINDS.map(kind =>
      largestDeviation(
        attention,
        kind,
        off.map(at => at.join('.')),
      ),
    ),
  );
  const found = [
    {code: 'rows_sum_to_one', value: sums, limit: SUM_LIMIT},
    {code: 'no_future', value: largestFuture(attention.decoder), limit: 0},
  ];
  if (searched)
    found.push({
      code: 'tokens_agree',
      value: Math.max(...steps.map(({logProb}, t) => Math.abs(logProb - searched[t]))),
      limit: PATH_LIMIT,
    });
  return found.map(check => ({...check, passed: check.value <= check.limit}));
};

/**
 * The largest difference of a row's sum from 1, or from 0 where the head is off.
 * @param {Attention} attention
 * @param {Kind} kind
 * @param {string[]} off
 */
const largestDeviation = (attention, kind, off) => {
  const {
    shape: [layers, heads, queries, keys],
    weights,
  } = attention[kind];
  let most = 0;
  for (let head = 0, at = 0; head < layers * heads; head++) {
    const wanted = off.includes(`${kind}.${Math.floor(head / heads)}.${head % heads}`) ? 0 : 1;
    for (let q = 0; q < queries; q++) {
      let sum = 0;
      for (const end = at + keys; at < end; at++) sum += weights[at];
      most = Math.max(most, Math.abs(sum - wanted));
    }
  }
  return most;
};

/**
 * The largest weight of the decoder on a token that was not generated yet.
 * @param {Recorded} recorded
 */
const largestFuture = ({shape: [layers, heads, queries, keys], weights}) => {
  let most = 0;
  for (let row = 0; row < layers * heads * queries; row++)
    for (const weight of weights.subarray(row * keys + (row % queries) + 1, (row + 1) * keys))
      most = Math.max(most, weight);
  return most;
};

/**
 * Float32 weights of one head, the answer to `head_values`.
 * @param {Recorded} recorded
 * @param {number} layer
 * @param {number} head
 */
export const headFloats = ({shape: [, heads, queries, keys], weights}, layer, head) => {
  const size = queries * keys;
  const from = (layer * heads + head) * size;
  const own = weights.slice(from, from + size);
  return {values: base64Of(new Uint8Array(own.buffer)), shape: [queries, keys]};
};
