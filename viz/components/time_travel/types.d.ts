// Data from Python (time_travel/__init__.py), and the component's own types.

import type {Colours, Gradio, Kind, Part, Texts} from '../shared/types.js';

export type {Attributes, Gradio, Item, Kind, Part, Scene, TextItem} from '../shared/types.js';

/** The weights of a kind at every snapshot: [N, L, H, Q, K], 255 = 1. */
export interface KindHistory {
  queries: number;
  keys: number;
  weights: Uint8Array;
}

export interface Sentence {
  source: string;
  reference: string;
  src_tokens: string[];
  tgt_tokens: string[];
  predicted_tokens: string[];
  weights?: Record<Kind, string>; // as sent
  kinds: Record<Kind, KindHistory>;
}

/** The model's results for one sentence at one step. */
export interface State {
  translation: string;
  log_prob: number | null;
  reference_log_probs: (number | null)[];
}

export interface Moment {
  step: number;
  loss: number | null;
  bleu: number | null;
  states: State[];
}

export interface History {
  version: number;
  name: string;
  averaged: number;
  layers: Record<Kind, number>;
  heads: number;
  sentences: Sentence[];
  moments: Moment[];
  curve: [number, number][]; // step and validation loss
}

/** The weights of one head at one snapshot. */
export interface HeadPicture {
  queries: number;
  keys: number;
  levels: Uint8Array;
}

export interface TimeChoice {
  sentence: number;
  kind: Kind;
  layer: number;
  head: number;
  at: number; // number of the snapshot
}

/** All positions in the large picture, in pixels. */
export interface Geometry {
  family: string;
  font: string;
  size: number;
  upright: boolean;
  left: number;
  top: number;
  cell: number;
  wide: number;
  high: number;
  sure: number;
  width: number;
  height: number;
  queries: number;
  keys: number;
}

export interface Tile {
  layer: number;
  head: number;
  tile: HTMLElement;
  context: CanvasRenderingContext2D;
  image: ImageData;
}

export interface TimeView {
  root: Part;
  props: Gradio['props'];
  given: Record<string, any>;
  texts: Texts;
  history: History;
  choice: TimeChoice;
  focus: number[];
  tiles: Tile[];
  marks: any;
  hover: {query: number; key: number} | null;
  timer: number | null;
  telling: number;
  note: string;
  sans: string;
  colours: Colours;
  reading: number;
  geometry: Geometry;
  pictureWidth: number;
  trackWidth: number;
  pixelSheet: HTMLCanvasElement;
  part: (name: string) => Part;
  change: (changes: Partial<TimeChoice>) => void;
}
