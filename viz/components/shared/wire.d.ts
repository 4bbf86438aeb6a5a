// Made by `python -m viz.wire.declarations` from viz/wire/payload.py: change that file, not this one.
// L layers, H heads, Q queries, K keys, S source tokens, T target tokens (steps of decoding).

import type {Kind} from './types.js';

/** Attention of one kind: [L, H, Q, K] in 8 bits, 255 = 1, as base64. */
export interface SentKind {
  shape: [number, number, number, number];
  weights: string;
  reduced?: [number, number]; // rows and columns of the smaller pictures of a long input
}

/** Choices that the attention view begins with; layer and head are of cross-attention, all counted from 0. */
export interface Opening {
  step?: number;
  layer?: number;
  head?: number;
}

/** One finished hypothesis of the beam: log_prob in nats, score = log_prob / length penalty (6.1). */
export interface Hypothesis {
  text: string;
  score: number;
  log_prob: number;
  length: number;
}

/** Settings of a search. */
export interface Decoding {
  beam_size: number;
  alpha: number;
}

/** One check of a trace: the measured value and its limit. */
export interface Check {
  code: string;
  passed: boolean;
  value: number | null;
  limit: number | null;
}

/** Declaration of a lens for the browser; the fields are those of `core.inspection.lenses.Lens`. */
export interface LensEntry {
  name: string;
  rows: 'shares' | 'amounts' | 'logarithms';
  signed: boolean;
  kinds: Kind[]; // those for which it has numbers
}

/** One translation and all of its attention, as the attention view draws it. */
export interface Payload {
  version: number;
  id: string; // opaque name of the trace; the browser sends it with every request
  source: string;
  translation: string;
  src_tokens: string[]; // [S] the last one the end symbol
  tgt_tokens: string[]; // [T] read at each step, the first one the start symbol
  predicted_tokens: string[]; // [T]
  probabilities: number[]; // [T] of the predicted tokens
  entropies: number[]; // [T] of the next-token distribution, in nats
  top: [string, number][][]; // [T] the most likely tokens
  kinds: Record<Kind, SentKind>;
  lenses: LensEntry[]; // in the order of the menu; "weights" are the numbers sent here
  hypotheses: Hypothesis[]; // best first
  chosen: number; // the hypothesis that was traced
  checks: Check[]; // of the trace
  decoding: Decoding | null;
  truncated: boolean; // decoding stopped at the longest length allowed
  milliseconds: number | null; // that the translation took
  predicted_ids: number[]; // [T] for forced prefixes; empty where these are not offered
  top_ids: number[][]; // [T]
  ranks: number[]; // [T] of the predicted tokens, from 1; empty where the model chose the tokens
  checkpoint: string;
  languages: [string, string]; // codes of source and target such as `de`; empty where unknown
  doubt_below: number | null; // mean log-probability, in nats, below which a translation is likely wrong
  change: Record<string, any> | null; // what makes this a variant of another translation: the request for it
  opening: Opening; // what the view begins with
}
