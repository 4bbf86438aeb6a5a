// Types of "Inside the maths": a lab, what it draws, and the bench that shows it.

import type {Colours, Gradio, Item, Part, Scene, Server, Texts} from '../shared/types.js';

export type {Colours, Gradio, Item, Part, Scene, Server, Texts} from '../shared/types.js';

export type Group = 'attention' | 'positions' | 'layer' | 'training' | 'data' | 'cost' | 'mistakes';

/** The loaded model and the translation at hand; the paper's base model and an empty sentence without one. */
export interface Facts {
  id: string; // of the translation; '' without one
  checkpoint: string;
  d_model: number;
  num_layers: number; // of the encoder
  decoder_layers: number;
  num_heads: number;
  d_k: number;
  d_v: number;
  d_ff: number;
  decoder_d_ff: number;
  vocabulary: number; // of the target
  source_vocabulary: number;
  output_bias: boolean;
  parameters: number;
  dropout: number;
  norm: 'pre' | 'post';
  positions: 'sinusoidal' | 'learned';
  tying: 'three-way' | 'two-way' | 'none';
  max_positions: number;
  label_smoothing: number;
  warmup_steps: number;
  rate_factor: number;
  last_step: number | null; // of its training; null if not recorded
  batch_tokens: number;
  languages: string[]; // codes of source and target
  examples: string[]; // source sentences
  embedding_norm: number; // mean length of the source's scaled embeddings; 0 without a model
  position_cosines: number[][] | null; // of the first positions of a learned table
  text: string;
  translation: string;
  source: string[]; // tokens with the end symbol
  target: string[]; // tokens generated, with the end symbol
}

export type Value = number | string | boolean;
export type Values = Record<string, any>;
type Of<T> = T | ((facts: Facts) => T);

/** A control, with the words `<name>.label` and `<name>.info`, and `<name>.<option>` for each option of a choice. */
export interface Control {
  name: string;
  kind: 'range' | 'choice' | 'pick' | 'toggle' | 'entry';
  first: Of<Value>;
  low?: Of<number>;
  high?: Of<number>;
  step?: number;
  options?: string[];
  names?: (facts: Facts) => string[]; // of a pick, whose value is an index
  most?: number; // characters of an entry
  lines?: number; // of an entry
}

/** A hue: a kind of attention, an ink, or a number of the series. */
export type Hue = 'encoder' | 'decoder' | 'cross' | 'ink' | 'soft' | 'faint' | 'less' | 'more' | number;

export interface Axis {
  label: string;
  low?: number;
  high?: number;
  log?: boolean;
  ticks?: number[];
  names?: string[]; // of ticks 0, 1, 2, ...
}

/** A line, or dots, through points; a y that is not finite interrupts it. */
export interface Series {
  name: string;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
  hue?: Hue;
  dash?: boolean;
  dots?: boolean; // instead of a line
  beside?: number; // of x, to the right of where the numbers are, so that dots do not hide each other
  line?: number; // width in pixels
  labels?: string[]; // of points, written beside them
  low?: ArrayLike<number>; // with `high`: a band
  high?: ArrayLike<number>;
}

export interface ChartFigure {
  kind: 'chart';
  title: string;
  x: Axis;
  y: Axis;
  series: Series[];
  marks?: {x: number; label: string}[]; // vertical lines
  levels?: {y: number; label: string}[]; // horizontal lines
  height?: number;
  isSquare?: boolean; // as high as wide, for a circle
}

/** Bars side by side for each label; from 0. */
export interface BarsFigure {
  kind: 'bars';
  title: string;
  labels: string[];
  series: {name: string; values: ArrayLike<number>; hue?: Hue}[];
  y: Axis;
  x?: {label: string};
  height?: number;
  written?: boolean; // numbers above the bars, where all of them have room
}

export interface MatrixFigure {
  kind: 'matrix';
  title: string;
  values: ArrayLike<number>[]; // rows; a number that is not finite is hatched
  rows?: string[];
  columns?: string[];
  rowTitle: string;
  columnTitle: string;
  scale?: 'share' | 'signed' | 'range'; // 0 to 1; symmetric about 0; from the least to the largest
  low?: number;
  high?: number;
  hue?: Hue;
  ends?: [string, string]; // names of 0 and 1, of a matrix that has nothing else
  written?: boolean; // numbers in cells that are large enough
  outlined?: [number, number][]; // cells with a frame
  height?: number; // largest, in pixels
  rowHeight?: number; // in pixels, instead of one that suits the width of the cells
}

export interface TableFigure {
  kind: 'table';
  title: string;
  head: string[];
  rows: (string | number)[][];
  strong?: [number, number][]; // cells that matter
  digits?: number; // of its numbers
}

/** Tokens in a row, each on a ground as strong as its share. */
export interface TokensFigure {
  kind: 'tokens';
  title: string;
  tokens: {text: string; share?: number; note?: string; hue?: Hue; off?: boolean}[];
}

/** Lines of arithmetic or code, one below the other. */
export interface LinesFigure {
  kind: 'lines';
  title: string;
  lines: string[];
}

/** The wrong way beside the right one, or any two columns with titles of their own. */
export interface PairFigure {
  kind: 'pair';
  left: Figure[];
  right: Figure[];
  titles?: [string, string];
}

/** A column of figures under a title. */
export interface Column {
  title: string;
  figures: Figure[];
}

/** Columns next to each other. */
export interface RowFigure {
  kind: 'row';
  columns: Column[];
  least?: number; // pixels that a column needs: fewer are next to each other where there is less
}

export type PlainFigure = ChartFigure | BarsFigure | MatrixFigure | TableFigure | TokensFigure | LinesFigure;
export type Figure = PlainFigure | PairFigure | RowFigure;

export interface Drawn {
  figures: Figure[];
  numbers?: Record<string, number | string>; // with the words `number.<name>`
  isLoss?: boolean; // whether its numbers are losses and their differences, with three decimals
  digits?: number; // of its numbers, where more are needed than a reader needs elsewhere
  reading?: string; // what is seen now, in a sentence
  progress?: string; // how many of several answers are there
}

/** What a lab draws with. */
export interface Given {
  say: (key: string, values?: Record<string, any>) => string; // words of the lab
  values: Values;
  facts: Facts;
}

/** One idea of the paper with controls and figures; a module of `labs` named like it. */
export interface Lab {
  name: string;
  group: Group;
  order: number;
  section: string; // of the paper; '' for what it does not say
  see?: string[]; // names of labs that answer what this one leaves open, with the words `see.<name>`
  controls: Control[];
  // The question to `core/labs/<name>.py`, or several, asked one after the other: `compute` then gets a list of answers
  // with null for those that are not there yet. Without it, the lab is computed here.
  ask?: (values: Values, facts: Facts) => Record<string, any> | Record<string, any>[];
  again?: boolean; // offers to ask once more: times, random draws of the server
  compute: (values: any, facts: Facts, answer: any) => any;
  draw: (numbers: any, given: Given) => Drawn;
}

/** A picture with the text for a place in it. */
export interface Picture {
  scene: Scene;
  at: (x: number, y: number) => string;
}

/** Where and how a picture is drawn. */
export interface Sheet {
  width: number;
  colours: Colours;
  family: string;
  texts: Texts;
}

export interface Bench {
  root: Part;
  part: (name: string) => Part;
  server: Server | null;
  labs: Lab[];
  texts: Texts;
  words: Record<string, string> | null; // of each lab, in every language; null before a search
  facts: Facts;
  colours: Colours;
  family: string; // of the letters
  lab: Lab;
  values: Values;
  given: Values; // those that a person or a link set; all others follow the model
  width: number; // of the figures in pixels; 0 while the tab is hidden
  answer: any;
}
