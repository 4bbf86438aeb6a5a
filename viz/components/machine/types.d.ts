// Types of Figure 1. S source tokens, T target tokens, L either of them, D d_model, N layers.

import type {Colours, Gradio, Kind, Listing, Part, Texts} from '../shared/types.js';

export type {Attributes, Colours, Gradio, Item, Kind, Part, Texts} from '../shared/types.js';

export type Side = 'encoder' | 'decoder';
export type BlockKind = 'embedding' | 'position' | 'norm' | 'attention' | 'feed_forward' | 'add' | 'add_norm' | 'linear' | 'softmax';

/** One box of Figure 1, in the order of computation. */
export interface Block {
  name: string; // such as decoder.2.cross.add
  kind: BlockKind;
  side: Side;
  layer: number | null; // from 0; null outside the layers
}

/** Sizes and choices of the model. */
export interface Model {
  d_model: number;
  encoder_layers: number;
  decoder_layers: number;
  num_heads: number;
  d_ff: number;
  d_k: number;
  d_v: number;
  vocabulary: number;
  dropout: number;
  norm: 'pre' | 'post';
  positions: 'sinusoidal' | 'learned';
  tying: 'three-way' | 'two-way' | 'none';
  scale_scores: boolean;
  activation: 'relu' | 'gelu' | 'swish';
  scale_embedding: boolean;
  output_bias: boolean;
}

/** What a block made: [L, D] as 8-bit levels, and the Euclidean norm of each token. */
export interface Output {
  levels: Uint8Array;
  low: number;
  high: number;
  norms: number[]; // [L]
}

/** Everything that the figure draws. */
export interface Machine {
  model: Model;
  blocks: Block[];
  outputs: Map<string, Output>;
  shown: Shown;
}

/** What the first tab shows, as far as this one needs it. */
export interface Shown {
  id: string;
  src_tokens: string[];
  tgt_tokens: string[]; // read
  predicted_tokens: string[];
  probabilities: number[];
  predicted_ids: number[];
  top: [string, number][][]; // of each step
  top_ids: number[][];
  languages: [string, string];
}

/** Step by step as a translation is made, or all positions at once as in training. */
export type Mode = 'generate' | 'train';

/** The order in which a layer is drawn: as the model computes it, or with each norm after the sum, as in Figure 1. */
export type Order = 'model' | 'paper';

/** A moment: one block computes; in a decoder that makes a translation, for one position. */
export interface Stage {
  block: number; // its index
  step: number; // position of the target, from 0; -1 where all positions are computed
}

export interface Tensor {
  role: string;
  axes: string[];
  shape: number[];
  values: Float32Array;
}

/** One block, opened. */
export interface Opened {
  block: string;
  tensors: Tensor[];
  change: {before: number[], after: number[], angle: number[]} | null;
  top_tokens: string[][]; // [T][10]
  code: Listing[];
}

export interface Box {
  index: number; // of the block
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Slab {
  side: Side;
  layer: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Wire {
  className: string;
  path: string;
  arrow?: boolean;
}

/** Where everything of the figure stands. */
export interface Layout {
  width: number;
  height: number;
  narrow: boolean;
  centres: Record<Side, number>;
  boxes: Box[];
  slabs: Slab[];
  frames: Record<Side, {x: number, y: number, width: number, height: number, layer: number}>;
  wires: Wire[];
  dropouts: {x: number, y: number}[];
  memory: {x: number, y: number};
  top: {x: number, y: number, width: number, height: number};
  bottom: number;
}

export interface MachineState {
  texts: Texts;
  colours: Colours;
  width: number;
  machine: Machine | null;
  note: string; // what is said instead of the figure
  mode: Mode;
  order: Order;
  at: number; // index of the stage
  open: Record<Side, number>; // the layer that is drawn with its blocks
  chosen: string; // the block that is explained
  opened: Opened | null;
  problem: string;
  speed: number; // of the player, 1 is normal
  playing: boolean;
  follows: boolean; // the page scrolls with the player, until the reader scrolls
}

export interface MachineView extends MachineState {
  root: Part;
  server: Gradio['server'];
  trigger: Gradio['trigger'];
  part(name: string): Part;
  set(changes: Partial<MachineState>): void;
  follow(reads: (view: MachineView) => unknown[], draw: (view: MachineView, before: any[] | null) => void): void;
  readonly stages: Stage[];
  readonly stage: Stage;
  readonly layout: Layout;
}
