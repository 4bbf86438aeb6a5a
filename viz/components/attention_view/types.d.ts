// The view's own types; those of what Python sends are made from Python, see ../shared/wire.d.ts.
// L layers, H heads, Q queries, K keys, S source tokens, T target tokens (steps of decoding).

import type {EngineService} from '../shared/engine/service.js';
import type {Payload} from '../shared/wire.js';
import type {LocalEngine} from './changes/local_engine.js';
import type {Colours, Gradio, Item, Kind, Listing, Part, Rgb, Scale, Scene, Texts} from '../shared/types.js';

export type {
  Attributes, Child, Colours, Font, Gradio, Item, Kind, Label, Part, Ramp, Rgb, Scale, Scene, Server, TextItem, Texts,
} from '../shared/types.js';

export type {Check, Decoding, Hypothesis, LensEntry as Lens, Payload} from '../shared/wire.js';

// The payload

export interface KindPayload {
  shape: [number, number, number, number]; // L, H, Q, K
  weights: Uint8Array; // 255 = 1
  reduced?: [number, number]; // rows and columns of the smaller pictures of a long input
}

/** A head of the model; layer and head counted from 0. */
export interface HeadAt {
  kind: Kind;
  layer: number;
  head: number;
}

/** A row of a head. */
export interface RowAt extends HeadAt {
  query: number;
}

export interface Edit extends RowAt {
  weights: ArrayLike<number>;
}

/** [kind, layer, head] */
export type HeadTuple = [Kind, number, number];

/** The change that makes a translation a variant of another. */
export interface Change {
  off?: HeadTuple[];
  uniform?: HeadTuple[];
  edits?: Edit[];
  prefix?: number[];
  same?: boolean;
  text?: string | null;
  target?: string | null;
  checkpoint?: string | null;
  rank?: number;
  beam_size?: number | null;
  alpha?: number | null;
}

/** One translation of this visit, as the browser keeps it. */
export interface Visit {
  text: string;
  translation: string;
  checkpoint: string;
  beam: number;
  alpha: number;
  rank: number; // of the hypothesis, from 0
}

/** What a link asks for, by the name of the field; nothing is known of the values. */
export type Asked = Record<string, any>;

export interface LensPart {
  shape: [number, number, number, number];
  levels: Uint8Array;
  low: number;
  high: number;
}

/** Numbers of a lens for a translation, or why they are missing. */
export interface LensValues {
  problem?: string;
  kinds?: Partial<Record<Kind, LensPart>>;
  agreement?: Record<string, number | null>;
}

/** One translation and all of its attention, as Python sends it and the view unpacks it; the rest follows later. */
export interface Packed extends Omit<Payload, 'kinds' | 'change'> {
  kinds: Record<Kind, KindPayload>;
  change: Change | null;
  exactHeads: Map<string, Float32Array>; // by the name of the head, with the lens before it where one is chosen
  asked: Set<string>; // requests to the server without an answer yet
  lensValues: Map<string, LensValues>;
  layers?: Map<string, Uint8Array>; // of a long input, by kind and layer
  layerProblem?: string;
}

/** The same from the engine on this page; `exact` are the float32 weights of all heads. */
export type Made = ReturnType<EngineService['second']>;

// What is shown

/** A token of a sheet; `sheet` is the number of the sheet, of two, in which it is hovered. */
export interface TokenAt {
  side: 'query' | 'key';
  index: number;
  sheet?: number;
}

export interface CellAt {
  query: number;
  key: number;
  sheet?: number;
}

export interface Choice extends HeadAt {
  view: 'lines' | 'matrix' | 'table';
  rows: 'predicted' | 'read';
  step: number;
  pin: TokenAt | null;
  hover: TokenAt | null;
  cell: CellAt | null;
  side: 'base' | 'variant' | 'difference' | 'both';
  bench: string | null;
  lens: string;
  against: string; // the second lens of the panel that compares; '' for none
  combine: 'one' | 'overlay' | 'mean' | 'max';
  heads: string[]; // chosen next to the current one, by name
  words: boolean;
  specials: boolean;
  mass: number;
  grow: boolean;
  kinds: 'all' | 'one';
}

/** The choices of a figure for print: width in mm, size of the letters in points. */
export interface PrintOptions {
  width: number;
  size: number;
  ground: 'white' | 'transparent' | 'page';
  title: boolean; // lines of text around the figure
  legend: boolean;
  model: boolean;
  sentence: boolean;
  heads: 'shown' | 'chosen' | 'layer' | 'kind' | 'listed';
  listed: string;
  drawing: 'lines' | 'matrix';
  columns: number;
  tokens: boolean; // are written next to the panels
  marked: boolean; // the lines of the selected token are drawn strong
  format: 'svg' | 'pdf' | 'png';
  dpi: number;
}

/** One head in a figure for print, and where it is. */
export interface PrintPanel {
  sheet: Sheet;
  choice: Choice;
  name: string;
}

/** The room of a panel, in points: for the labels on its left, for its lines or cells, for labels on its right, above it. */
export interface PrintRoom {
  left: number;
  band: number;
  right: number;
  above: number;
}

/** Type and colours of a figure for print. */
export interface PrintStyle {
  size: number;
  colours: Colours;
  marked: boolean;
}

/** A part of a printed figure: its items start at the corner of the lines or cells. */
export interface PrintPart {
  height: number;
  items: Item[];
}

/** Numbers [rows * columns]; each row and column covers token positions. */
export interface Grid {
  values: Float32Array;
  rows: number[][];
  columns: number[][];
}

export interface Overlay extends HeadAt {
  colour: Rgb;
  values: Float32Array;
}

/** For each row and column of a sheet shown as a smaller picture, the one at which its line is drawn. */
export interface Middles {
  query: ArrayLike<number>;
  key: ArrayLike<number>;
}

/** What a figure draws. */
export interface Sheet extends Grid, Scale {
  kind: Kind;
  side: 'base' | 'variant' | 'difference' | 'both';
  title: string;
  queries: string[];
  keys: string[];
  exact: boolean;
  empty: boolean;
  shares: boolean;
  overlays: Overlay[] | null;
  middles: Middles | null;
  frame: string; // changes with the rows and columns
  off?: HeadAt[];
  note?: string[] | null;
  of?: {base: Sheet; there: Float32Array}; // a difference: the first side, and the numbers of the second on its cells
}

/** One head through two lenses. */
export interface LensPair {
  lenses: [string, string];
  sheets: [Sheet, Sheet];
  shares: [Float32Array, Float32Array]; // of their rows
  difference: Sheet; // of the shares, the second minus the first
  mean: number; // rank correlation within a row
  rows: number; // that have one
  signed: number | null; // that of numbers with their signs, where `mean` is of absolute values
}

export interface Alignment {
  forward: Int32Array;
  back: Int32Array;
}

export interface SheetAlignment {
  query: Alignment;
  key: Alignment;
}

/** A second translation next to the first. */
export interface Variant {
  packed: Packed;
  change: Change;
  alignments: Map<string, SheetAlignment>;
  pair: {base: number; variant: number} | null;
  steps: Alignment;
  first: boolean; // the old words under the change, until the new translation is there
}

/** The part of the view that a figure uses. */
export interface Facing {
  readonly root: Part;
  readonly texts: Texts;
  readonly colours: Colours;
  readonly choice: Choice;
  readonly figureWidth: number;
  change: (changes: Partial<Choice>) => void;
}

export interface Figure {
  draw: (sheet: Sheet) => void;
  mark: () => void;
  scene: () => Scene;
  axes: {from: number; to: number} | null;
  isNumbered?: () => boolean; // whether its cells have room for their numbers
}

/** The head lab: its changes, and the importance of heads. It is replaced, never mutated. */
export interface Lab {
  packed: Packed;
  gates: Map<string, string>; // "off" or "uniform" by the name of the head
  edits: Map<string, Edit>; // by the name of the row
  mode: string;
  rankings: Map<string, Importance>; // by the id of a translation
  scored: Map<string, number>; // cost of a change for the first words, by its request
  scoring: boolean;
  heat: string | null; // the ranking that is shown
  dirty: boolean; // changed since the server was asked
  running: boolean;
  ranking: boolean;
  problem: string;
  selected: string[]; // heads to be changed together, by name
  selecting: boolean; // clicks on heads select them
  anchor: string | null; // the head selected last: a block begins there
  shown: Variant | null; // the second translation that it led to
  side: Choice['side'] | null; // to show the answer on, once
}

/** A score of the same sentences before and after a change, and the interval of the difference; null for one sentence. */
export interface Paired {
  before: number;
  after: number;
  difference: number;
  low: number | null;
  high: number | null;
}

/** The effect of a change of heads on a set of sentences, and where its numbers come from. */
export interface EffectReply {
  effect: {
    loss: Paired;
    bleu: Paired;
    bleu_signature: string;
    sentences: number;
    source_tokens: number;
    target_tokens: number;
    changed: number; // translations
    own_targets: boolean; // the references are the unchanged model's own
    seconds: number;
    resamples: number;
    seed: number;
    level: number;
    verdict_from: number; // sentences
    per_sentence?: object[]; // losses and translations before and after
  };
  provenance: Record<string, any>;
}

/** A measurement on a set: what is asked for, how far it is, and the last result. It is replaced, never mutated. */
export interface Effect {
  own: boolean; // on the visitor's pairs, not on the sample
  text: string; // those pairs
  greedy: boolean; // not with the beam of the translation that is shown
  starting: boolean;
  stopping: boolean;
  stopped: boolean; // the last one was
  work: string; // its id while it is under way
  done: number;
  total: number;
  problem: string;
  reply: EffectReply | null;
}

/** What each token loses without each head of a kind, [L][H][T] in nats; null for a head that is off. */
export type Losses = (number | null)[][][];

/** A layer's attention on the map of the model, in pixels. */
export interface MapSlab {
  kind: Kind;
  layer: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The loss from switching a head off, by kind, layer and head; null for one that is off already. */
export type Importance = Record<Kind, (number | null)[][]> & {base: number};

/** The lines that computed a lens, or why there are none. */
export interface LensCode {
  code?: Listing[];
  problem?: string;
}

/** The state of the view; `packed` and `variant` may be null. */
export interface State {
  texts: Texts;
  colours: Colours;
  width: number; // 0 while the view is hidden
  narrow: boolean;
  look: number; // counts translations, words, colours and widths: each of which redraws everything
  packed: Packed;
  variant: Variant;
  broken: boolean; // the last payload could not be read
  waiting: {busy: boolean; problem: string; note: string};
  typed: string | null; // the sentence in the page's box, once somebody has typed there
  arrivals: number; // counts the numbers that came from the server after the payload
  lensFailed: string | null;
  stage: {before: Pick<Choice, 'rows' | 'grow'>; veil: '' | 'hidden' | 'shown'} | null; // the presentation, if any
  costHeld: boolean; // whether what the chosen head is worth is not shown yet: a first visit is to find it out
  allNext: boolean; // all of the most likely next tokens are listed, not only the first
  losses: Map<string, Losses | null>; // by the id of a translation and the kind; null while it is asked for
  codes: Map<string, LensCode | null>; // by the id of a translation, lens and kind; null while it is asked for
  codeOpen: boolean; // the code of the lens is shown
  lab: Lab;
  effect: Effect;
  playing: {timer: number; grew: boolean} | null;
  paused: {grew: boolean} | null;
  choosing: boolean; // clicks on small pictures add heads
  choice: Choice;
}

/** The previous state that a panel compares with. */
export type PanelState = Pick<State, 'choice' | 'lab' | 'arrivals'>;

/** The whole component: its read-only state, derived values, and the state of drawing and panels. */
export interface View extends Readonly<State>, Facing {
  readonly texts: Texts;
  readonly colours: Colours;
  readonly choice: Choice;
  readonly props: Gradio['props'];
  readonly trigger: Gradio['trigger'];
  readonly server: Gradio['server'];
  readonly asked: Map<string, {name: string; request: Record<string, any>}>; // what the server has answered
  readonly local: LocalEngine | null; // answers for the server once it has the model
  readonly sheets: Sheet[];
  readonly facings: Facing[];
  readonly drawn: {
    figureWidth: number;
    sideWidth: number;
    figures: Figure[];
    frame: string;
    tile: {size: number; gap: number};
    overview: string;
    overviewFrame: unknown[];
    linkTimer: number;
  };
  readonly panels: {tree: Tree; closeUp: CloseUp; catalogue: Catalogue; compare: Compare; lab: LabPanel};
  find: (selector: string) => Part;
  part: (name: string) => Part;
  set: (changes: Partial<State>) => void; // the only way to change the state; `change` is for its choices
  setInSight: (changes: Partial<State>, wait?: number) => Promise<void>; // the bench is drawn first, what is out of sight last
  setQuietly: (changes: Partial<State>) => void; // what it changes is drawn with the next change
  wire: (wire: (view: View) => void, part: string[] | null) => void; // its drawings can wait while these sections are out of sight
  subscribe: (reads: (view: View) => unknown[], draw: (view: View, before: any[] | null) => void) => void;
  show: View['subscribe']; // only while something is visible; also called after each change of `look`
}

// What drawing and the panels keep

/** The inputs of a sheet. */
export type SheetChoice = Pick<Choice, 'kind' | 'layer' | 'head' | 'rows' | 'step' | 'lens' | 'combine' | 'heads' | 'words'
  | 'specials' | 'mass' | 'grow'>;

/** Numbers behind the small pictures of a kind: of a head (by its number) and a cell. */
export interface PictureNumbers extends Scale {
  layers: number;
  heads: number;
  queries: number;
  keys: number;
  value: (head: number, cell: number) => number;
}

/** The small pictures of a kind as pixels; `nothing` where the lens has no numbers. */
export interface Pictures extends Partial<Scale> {
  nothing?: boolean;
  layers: number;
  heads: number;
  queries: number;
  keys: number;
  colour: (head: number, cell: number) => number;
}

/** A column of tokens in the lines: their number and distance, and whether it must scroll. */
export interface Column {
  n: number;
  step: number;
  length: number;
  long: boolean;
}

/** Positions of the columns of the lines, in pixels: labels up to `from` and after `to`. */
export interface LinesGeometry {
  width: number;
  height: number;
  whole: number; // the length of the longer column
  pitch: number;
  size: number;
  family: string;
  from: number;
  to: number;
  left: number; // width of the labels
  right: number;
  query: Column;
  key: Column;
}

/** One head as lines: its sheet, its pane, its scroll position. */
export interface LinesPicture {
  view: Facing;
  pane: Pane;
  g: LinesGeometry;
  font: string;
  sheet: Sheet;
  layers: DrawnLayer[];
  groups: LineGroup[];
  share: number; // of the way that it can be scrolled
  settled: string; // the choice that it scrolled to last
}

/** Positions of the cells and labels of a matrix, in pixels. */
export interface MatrixGeometry {
  left: number;
  top: number;
  cell: number;
  upright: boolean; // labels of the columns
  tall: number; // their height
  size: number;
  family: string;
  every: number; // one in this many rows or columns has a label
  wide: number; // the whole
  high: number;
  small: boolean; // cells too small for labels
  width: number; // what is in sight
  height: number;
}

/** One head as a matrix: its sheet, its pane, its pinned rows and columns. */
export interface MatrixPicture {
  view: Facing;
  host: PinHost;
  pane: Pane;
  sheet: Sheet;
  family: string;
  g: MatrixGeometry;
  whole: MatrixGeometry;
  larger: () => MatrixGeometry;
  pins: {query: Set<number>; key: Set<number>};
  pixels: Uint32Array;
  image: HTMLCanvasElement; // one pixel a cell
  zoom: HTMLButtonElement;
  enlarged: boolean;
  settled: string; // the choice that it scrolled to last
}

/** The pane of a figure: its visible part and scroll position. */
export interface Pane {
  scroller: HTMLElement;
  sight: HTMLElement;
  curves: SVGElement;
  base: HTMLCanvasElement;
  top: HTMLCanvasElement;
  width: number;
  height: number;
  wide: number;
  high: number;
  x: number;
  y: number;
  size: (width: number, height: number, wide?: number, high?: number) => void;
  write: (items: Item[]) => void;
  paint: (canvas: HTMLCanvasElement, items: Item[]) => void;
  scrollTo: (x: number, y: number) => void;
  at: (event: MouseEvent) => {x: number; y: number};
  listen: (handlers: PaneHandlers) => void;
}

export interface PaneHandlers {
  move: ((event: MouseEvent) => void) | null;
  leave: (() => void) | null;
  click: (event: MouseEvent) => void;
  twice?: ((event: MouseEvent) => void) | null;
  scroll: () => void;
}

/** One head in a picture of lines. */
export interface DrawnLayer {
  values: Float32Array;
  lines: number[][] | null;
  shift: number;
  colour: (share: number) => Rgb;
}

/** Lines of one colour and strength: pairs of a query and a key. */
export interface LineGroup {
  layer: number;
  level: number;
  sign: number;
  pairs: number[];
}

/** The strongest line that leads to a token. */
export interface Strongest {
  size: number;
  value: number;
  colour: Rgb;
}

/** One head of the table of numbers; without a colour, that of its numbers. */
export interface TableLayer {
  values: Float32Array;
  colour: Rgb | null;
}

/** The table of numbers: its sheet, its pane, and its HTML counterpart for screen readers. */
export interface NumberTable {
  view: Facing;
  pane: Pane;
  heard: HTMLElement;
  more: HTMLElement; // that there are columns to scroll to
  sheet: Sheet;
  layers: TableLayer[];
  rows: number;
  narrow: boolean;
  wide: number; // pixels of the first column
  family: string;
  filling: number; // timer
  settled: number; // the row highlighted last
}

/** A part of the table between two corners, in pixels and in rows and columns. */
export interface TablePart {
  x: number;
  y: number;
  width: number;
  height: number;
  from: number;
  to: number;
  start: number;
  end: number;
}

/** The rows and columns for screen readers. */
export interface HeardPart {
  row: number;
  last: number;
  column: number;
  end: number;
  all: boolean;
}

/** The highlighted row and column. */
export interface Standing {
  query: number | null;
  key: number | null;
}

/** State of a figure on its element, kept from one head to the next. */
export interface PinHost extends HTMLElement {
  gfPins?: {frame: string; query: Set<number>; key: Set<number>};
  gfCells?: HTMLCanvasElement;
  gfEnlarged?: boolean;
}

export interface PaneHost extends HTMLElement {
  gfRoom?: {width: number; height: number} | null;
  gfScrolled: {x: number; y: number};
  gfPane?: object;
}

export interface TokenHost extends Part {
  gfMarked?: {first: Element; step: number; shown: number; grow: boolean};
}

/** A candidate of the search, with its place in the tree. */
export interface TreeNode {
  id: number;
  parent: TreeNode | null;
  token: number;
  text: string;
  depth: number;
  logProb: number;
  total: number;
  penalty: number;
  score: number;
  status: string;
  children: TreeNode[];
  rank: number; // of the best hypothesis below it; -1 on the way to the one chosen
  end: number; // its own rank among the hypotheses, or -1
  last?: boolean;
  left?: boolean;
  offset: number;
  row: number;
  x: number;
  y: number;
  width: number;
}

/** State of the panel of the search tree. */
export interface Tree {
  host: Part;
  isWhole: boolean; // also candidates that led to no hypothesis are shown
  widest: number; // pixels of a token's letters, so that the whole search fits the width where it can
  source: Packed | null; // the translation whose tree it is
  look: number; // with which it was drawn
  reply: {hypotheses: number[]; chosen: number; beam: number; alpha: number; nodes: Record<string, any[]>};
  nodes: Map<number, TreeNode>;
  list: TreeNode[]; // those that are shown
  chosen: TreeNode;
  at: TreeNode | null; // under the keyboard
  over: TreeNode | null; // under the pointer
  pinned: TreeNode | null;
  told: TreeNode | null; // what was drawn last
  toldPin: TreeNode | null;
  toldTexts: Texts;
  font: string;
  boldFont: string;
  summary: HTMLElement;
  reason: HTMLElement; // why the search did not take the most probable token
  note: HTMLElement;
  fold: HTMLElement;
  scroll: Part;
  words: HTMLElement;
  numbers: HTMLElement;
  state: HTMLElement;
  actions: Part;
  body: HTMLElement;
  cue: () => void; // show that the tree scrolls
}

/** State of the close-up. */
export interface CloseUp {
  host: Part;
  query: number;
  keys: Map<string, number>; // the key chosen, by translation and kind
  kept: Map<string, CloseUpReply>;
  wanted: string;
  reply: CloseUpReply;
  place: CloseUpPlace & {side: string; sheet: Sheet; key: number | null};
  drawn: string;
  timer: number;
  at: number; // the dimension pointed at, or -1
  key: number;
  products: number[];
  frame: string;
  packed: Packed;
}

/** State of the head catalogue. */
export interface Catalogue {
  host: Part;
  reply: CatalogueReply;
  wanted: string;
  own: object | null; // the visitor's own sentences, as requested
  choice: CatalogueChoice;
  focus: string | null;
  seen: string;
  drawn: number; // the look with which it was drawn
  checkpoint: string | undefined;
  packed: Packed | null;
  cue: () => void; // show that the table scrolls
}

/** State of the lab's panel. */
export interface LabPanel {
  host: Part;
  packed: Packed | null;
  texts: Texts | null;
  width: number; // of the view, for which the tiles have their size
  frame: string; // of the row to edit
  query: number | null; // the row chosen by hand
  effect: HTMLElement; // the part for a set of sentences
}

/** State of the comparison. */
/** A token of a translation that was given; `other` is the model's most likely token, null where it is this one. */
export interface ScoredToken {
  token: string;
  p: number;
  rank: number;
  other: string | null;
  otherP: number;
}

export interface Compare {
  host: Part;
  packed: Packed | null;
  running: boolean;
  problem: string;
  drawn: string;
  form: string;
}

/** Corresponding cells of a kind's attention, and rows and columns without a counterpart. */
export interface ComparedCells {
  cells: [number, number][];
  byQuery: number[][];
  byKey: number[][];
  queries: string[];
  keys: string[];
  left: Record<'queries' | 'keys' | 'otherQueries' | 'otherKeys', string[]>;
}

/** A row of the head catalogue: a head, or the mean of a layer's heads; its measures by name. */
export type CatalogueRow = {kind: Kind; layer: number; head: number | 'mean'; role: string | null; role_score: number}
  & Record<string, any>;

export interface CatalogueReply {
  columns: string[];
  rows: CatalogueRow[];
  sentences: number;
  tokens: number;
  gold?: {diagonal: number};
}

export interface CatalogueChoice {
  column: string;
  down: boolean;
  kind: Kind | 'all';
}

export interface CloseUpPlace extends RowAt {
  packed: Packed;
}

/** One query of one head: vectors, scores and weights of each key. */
export interface CloseUpReply {
  d_k: number;
  query: number[];
  keys: number[][];
  dot: number[];
  scaled: number[];
  mask: boolean[];
  weights: number[];
  used?: number[];
  change?: string;
  model_scales?: boolean;
  histogram: {edges: number[]; raw: number[]; scaled: number[]} & Record<string, any>;
}

export interface CompareFields {
  text: string;
  target: string;
  checkpoint: string;
  rank: number;
  beam: number | null;
  alpha: number | null;
}
