// Types of the engine: D d_model, H heads, E d_k, S source, T target, V vocabulary.

import type {LensEntry as Lens} from '../wire.js';
import type {Kind} from '../types.js';
import type {newKernel} from './kernel.js';

export type {Kind} from '../types.js';

/** Multiplies with matrices in its memory. */
export type Kernel = NonNullable<ReturnType<typeof newKernel>>;

/** Numbers in rows: [rows, width]. */
export interface Matrix {
  rows: number;
  width: number;
  data: Float32Array;
  kernel?: Kernel; // that multiplies with it
}

/** Sums over a row of logits x. */
export interface Sums {
  highest: number; // x
  total: number; // of e^(x - highest)
  weighted: number; // of e^(x - highest) (x - highest)
}

/** The fields of `ModelConfig` that a forward pass reads, the optional ones filled in. */
export interface Config {
  vocab_size: number;
  target_vocab_size: number;
  d_model: number;
  num_layers: number;
  num_decoder_layers: number;
  num_heads: number;
  d_k: number;
  d_v: number;
  norm: 'post' | 'pre';
  positions: 'sinusoidal' | 'learned';
  max_positions: number;
  tying: 'three-way' | 'two-way' | 'none';
  scale_scores: boolean;
  scale_embedding: boolean;
  activation: 'relu' | 'gelu' | 'swish';
  layer_norm_eps: number;
  pad_id: number;
  start_id: number;
  end_id: number;
}

/**
 * Sees one row of attention, the weights of a query over the keys that it may attend to, and may change it in place.
 * In the decoder's self-attention and in cross-attention the query is the step.
 */
export type Probe = (kind: Kind, layer: number, head: number, query: number, weights: Float32Array) => void;

/** Where an attention stands, and what looks at it. */
export interface Site {
  kind: Kind;
  layer: number;
  heads: number;
  scaled: boolean; // scores are divided by sqrt(d_k)
  probe: Probe | null;
  position: (query: number) => number; // the row of a query in the whole attention
  visible: (query: number) => number; // how many keys, from the first, a query may attend to
}

/** Keys and values of one attention: [K, H * E] and [K, H * V]. */
export interface Memory {
  keys: Matrix;
  values: Matrix;
}

/** The tensors of a checkpoint by name. */
export type Tensors = Map<string, Matrix>;

/** Heads as [kind, layer, head], and rows replaced by hand; see `core.inspection.intervention`. */
export interface Changes {
  off: [Kind, number, number][];
  uniform: [Kind, number, number][];
  edits: RowEdit[];
}

export interface RowEdit {
  kind: Kind;
  layer: number;
  head: number;
  query: number;
  weights: ArrayLike<number>;
}

export interface SearchOptions {
  beam: number; // 1 is greedy search
  alpha: number; // of the length penalty
  maxExtraTokens: number; // longest output: the input's tokens plus this many
  prefix?: number[]; // tokens that the translation must begin with
}

/** A translation as token ids; score = log-probability / length penalty. */
export interface Hypothesis {
  ids: number[]; // without the start symbol; the end symbol last if it is finished
  logProbs: number[]; // nats
  score: number;
  isFinished: boolean; // false: stopped at the length limit
  node: number; // of its last token in the search tree
}

/** One candidate of a search; see `core.decoding.tree.SearchNode`. */
export interface TreeNode {
  id: number;
  parent: number;
  token: number;
  depth: number;
  log_prob: number;
  total: number;
  penalty: number;
  score: number;
  status: 'kept' | 'finished' | 'pruned';
}

/** A byte-level BPE vocabulary: tokens by id, in the characters of bytes, and the merges in order. */
export interface Vocabulary {
  tokens: string[];
  merges: [string, string][];
}

/** What a file of a model says of it. */
export interface About {
  config: Config;
  vocabulary: Vocabulary;
  checkpoint: string;
  languages: [string, string];
  doubtBelow?: number | null; // nats: see ../wire.d.ts
  examples: string[];
  maxExtraTokens: number; // of an output, beyond the tokens of the input
}

/** What a file of a model says before its numbers. */
export interface Header extends About {
  tensors: {name: string; rows: number; width: number}[]; // in the order of the numbers
  shared: Record<string, string>; // further names of a tensor
}

/** A model that was read from its file. */
export interface Opened extends About {
  tensors: Tensors;
}

/** Weights of one kind of attention: float32 [L, H, Q, K]. */
export interface Recorded {
  shape: number[];
  weights: Float32Array;
}

export type Attention = Record<Kind, Recorded>;

/** The prediction of one step, in nats; the rank is that of the token that the target has. */
export interface Step {
  logProb: number;
  entropy: number;
  rank: number;
  top: number[];
  probabilities: number[];
}

/** What a pass computes: source and target ids, and changes. */
export interface Question {
  source: number[];
  read: number[]; // from the start symbol on
  changes: Changes;
}

/** What the encoder makes of a source. */
export interface Encoded {
  source: number[];
  changes: Changes;
  encoder: Matrix[]; // the states before each layer and after the last, [S, D]
  memory: Matrix;
  sources: Memory[]; // keys and values of the cross-attention of each layer
}

/** One pass over a source and a target. */
export interface Pass extends Encoded {
  read: number[];
  decoder: Matrix[]; // the states before each layer and after the last, [T, D]
  decoded: Matrix; // what the logits are made of
}

/** A pass with its attention and predictions; see `core.inspection.trace.Trace`. */
export interface Traced extends Pass {
  target: number[];
  attention: Attention;
  steps: Step[];
}

/** Everything that determines a translation; a target is not searched. */
export interface Request {
  text: string;
  beam: number;
  alpha: number;
  rank: number;
  prefix: number[];
  changes: Changes;
  target: number[] | null;
}

/** A translation that can be asked about. */
export interface Entry {
  request: Request;
  target: number[];
  key?: string; // the request as text; none for one that torch made
}

/** The result of a search. */
export interface Found {
  hypotheses: Hypothesis[];
  nodes: TreeNode[];
}

/** A translation and its attention, ready to be packed. */
export interface Answer {
  request: Request;
  id: string;
  text: string;
  hypotheses: Hypothesis[]; // none where the target was given
  traced: Traced;
  isFinished: boolean;
  milliseconds: number;
  change: object | null; // what makes it a variant of another translation
  model: {checkpoint: string; languages: [string, string]; doubtBelow: number | null; lenses: Lens[]};
}

export type {Check, LensEntry as Lens} from '../wire.js';

/** The fields of a payload with which a translation can be asked about. */
export interface Adopted {
  id: string;
  source: string;
  decoding: {beam_size: number; alpha: number} | null;
  chosen: number;
  predicted_ids: number[];
  hypotheses: unknown[];
  checkpoint: string;
  change: Omit<VariantFields, 'id'> | null;
}

/** A question about a second translation; see `core.service.requests.VariantQuestion`. */
export interface VariantFields {
  id: string;
  off?: Changes['off'] | null;
  uniform?: Changes['uniform'] | null;
  edits?: RowEdit[] | null;
  prefix?: number[] | null;
  same?: boolean | null;
  text?: string | null;
  target?: string | null;
  checkpoint?: string | null;
  beam_size?: number | null;
  alpha?: number | null;
  rank?: number | null;
}

/** A question whose lists and switches are not left out. */
export type Filled<Fields> = {[Name in keyof Fields]-?: Name extends 'id' | 'off' | 'uniform' | 'edits' | 'prefix' | 'same' | 'rank'
  ? NonNullable<Fields[Name]> : Exclude<Fields[Name], undefined>};

/** A row of a head. */
export interface RowPlace {
  kind: Kind;
  layer: number;
  head: number;
  query: number;
}
