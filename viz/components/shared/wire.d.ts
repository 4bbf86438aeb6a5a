// Made by `python -m viz.wire.declarations` from viz/wire: change that, not this one.
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

/** The result of a line of code: an array, or a plain number as it is written. */
export interface CodeShape {
  name: string; // `return` for what is returned
  shape?: number[];
  value?: string;
}

/** A line of code. */
export interface CodeLine {
  number: number;
  text: string;
  ran: boolean;
  shapes: CodeShape[];
}

/** One function as it ran. */
export interface Listing {
  name: string;
  file: string;
  lines: CodeLine[];
}

/** One system's translations, each list with a value for each sentence. */
export interface SentenceAnswers {
  translation: string[];
  chrf: number[]; // sentence chrF2, 0 to 100
  bleu: number[];
  ter: number[];
  loss: (number | null)[] | null; // nats a token; null for a file, one value of it where a sentence is too long
  logProb: (number | null)[] | null; // mean of its own tokens, nats
  exact: boolean[];
  flags: string[][];
  unmeasured: string[]; // flags that a sentence without them may deserve: they need attention, and this is a file
}

/** The sentences, column by column. */
export interface SentenceRows {
  number: number[]; // line of the test set, from 1
  source: string[];
  reference: string[][]; // all references of each sentence
  own: string[] | null;
  answers: SentenceAnswers[];
}

/** Sentences of one kind. */
export interface SentenceBucket {
  label: string;
  rows: number[]; // indices from 0
}

/** All sentences of an evaluation. */
export interface Sentences {
  id: string; // order, filters and place are kept under it; another evaluation has another one
  set: string;
  language: string; // of references and translations
  systems: string[];
  rows: SentenceRows;
  flags: string[]; // all that there are
  shown: string[]; // flags that are shown by default
  buckets: Record<string, SentenceBucket[]>;
}

/** One attention as 8-bit levels, 255 = 1. */
export interface LayerReply {
  levels: string; // base64
  shape: number[]; // [H, Q, K]
}

/** One kind's numbers as 8-bit levels between the lowest and the highest. */
export interface SentLevels {
  shape: number[]; // [L, H, Q, K]
  levels: string; // base64
  low: number;
  high: number;
}

/** A lens: the numbers of each kind that it has, and its rank correlation with occlusion. */
export interface LensReply {
  lens: string;
  kinds: Record<Kind, SentLevels | null>;
  agreement: Record<string, number | null>;
}

/** The lines that compute a lens. */
export interface CodeReply {
  code: Listing[];
}

/** The nodes of a search tree, column by column. */
export interface TreeColumns {
  id: number[];
  parent: number[];
  token: number[];
  text: string[];
  depth: number[];
  log_prob: (number | null)[];
  total: (number | null)[];
  penalty: (number | null)[];
  score: (number | null)[];
  status: string[];
}

/** A search tree. */
export interface TreeReply {
  nodes: TreeColumns;
  hypotheses: (number | null)[]; // the node at which each ended
  chosen: number; // the hypothesis that is shown
  alpha: number;
  beam: number;
}

/** A sentence with its translation. */
export interface SentencePair {
  source: string;
  translation: string;
}

/** Sentences translated one by one. */
export interface SentencesReply {
  sentences: SentencePair[];
}

/** A second translation. */
export interface VariantReply {
  payload: string; // a `Payload` as JSON
}

/** The loss of log-probability without each head, [L][H] in nats; null for a head that is off already. */
export interface ImportanceReply {
  base: number | null;
  encoder: (number | null)[][];
  decoder: (number | null)[][];
  cross: (number | null)[][];
}

/** The nats that each token loses without each head of one kind, [L][H][T]; null for a head that is off. */
export interface LossesReply {
  losses: (number | null)[][][];
}

/** The log of the sum of p^(1 / temperature) over the vocabulary, [n][T]; null where it is not finite. */
export interface TemperedReply {
  temperatures: number[];
  sums: (number | null)[][];
}

/** All scores of a head, with and without 1/sqrt(d_k). */
export interface ScoreHistogram {
  edges: (number | null)[];
  raw: number[];
  scaled: number[];
  raw_variance: number | null;
  scaled_variance: number | null;
  raw_entropy: number | null;
  scaled_entropy: number | null;
  raw_largest: number | null;
  scaled_largest: number | null;
}

/** One query and all keys of a head. */
export interface RowReply {
  query: (number | null)[];
  keys: (number | null)[][];
  dot: (number | null)[];
  scaled: (number | null)[];
  weights: (number | null)[]; // as the head computed them
  used: (number | null)[] | null; // the result of a change of attention, if any
  change: string | null;
  mask: boolean[];
  d_k: number;
  scale: number | null;
  model_scales: boolean;
  histogram: ScoreHistogram;
}

/** The alignment error rate of the scaled diagonal. */
export interface DiagonalScore {
  diagonal: number | null;
}

/** Every head with its highest role and its measures. */
export interface HeadsReply {
  columns: string[]; // the measures that the rows have
  rows: Record<string, any>[]; // kind, layer, head, role, role_score, and measures by name
  gold: DiagonalScore | null;
  sentences: number;
  tokens: number;
}

/** A value of an exercise's words, of which exactly one field is present. */
export interface SentValue {
  text?: string; // as it is
  number?: number;
  token?: string; // in the token style
  head?: [string, number, number]; // kind, layer, head, from 0
  phrase?: string; // key of words
}

/** The form of an answer with its key; which fields are present depends on the form. */
export interface SentAnswer {
  form: 'choice' | 'amount' | 'head' | 'token' | 'cells' | 'order';
  options?: SentValue[]; // choice: to choose from; order: to put in order
  right: any; // choice: place; token, order: places; head: [kind, layer, head] of each; cells: bools [rows][columns]
  value?: number; // amount
  low?: number;
  high?: number;
  tolerance?: number;
  unit?: string;
  kind?: string; // head
  layers?: number;
  heads?: number;
  tokens?: string[]; // token
  rows?: string[]; // cells
  columns?: string[];
}

/** An exercise; its words are `<chapter>.<name>` and `<chapter>.<name>.why`. */
export interface SentExercise {
  chapter: string;
  name: string;
  answer: SentAnswer;
  values: Record<string, SentValue>;
  place: Record<string, string>; // fields of the address that show what it speaks of
  lab: string;
  lab_set: string; // the address's field of the lab's controls, as JSON; empty for none
}

/** The exercises of a chapter. */
export interface ExercisesReply {
  exercises: SentExercise[];
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

/** One head's float32 numbers, [Q, K]. */
export interface HeadReply {
  values: string; // base64
  shape: number[];
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
  probabilities: number[]; // [T] of the predicted tokens; empty where no model is known
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
  file: string; // that attention of another program was opened from
}
