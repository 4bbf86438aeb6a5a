// The view's own types; those of what Python sends are made from Python, see ../shared/wire.d.ts.
// L layers, H heads, Q queries, K keys, S source tokens, T target tokens (steps of decoding).

import type {EngineService} from '../shared/engine/service.js';
import type {CodeReply, LensReply, LossesReply, Payload, SentLevels, TemperedReply} from '../shared/wire.js';
import type {Catalogue} from './catalogue/types.js';
import type {CloseUp} from './close_up/types.js';
import type {Compare} from './compare/types.js';
import type {LabPanel} from './lab/types.js';
import type {Tree} from './tree/types.js';
import type {LocalEngine} from './changes/local_engine.js';
import type {Colours, Gradio, Item, Kind, Part, Rgb, Scale, Scene, Texts} from '../shared/types.js';

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
  systems?: string; // letters of both translations in the evaluation from which they were opened: AB or BA
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

export interface LensPart extends Omit<SentLevels, 'shape' | 'levels'> {
  shape: [number, number, number, number];
  levels: Uint8Array;
}

/** Numbers of a lens for a translation, or why they are missing. */
export interface LensValues {
  problem?: string;
  kinds?: Partial<Record<Kind, LensPart>>;
  agreement?: LensReply['agreement'];
}

/** One translation and all of its attention, as Python sends it and the view unpacks it; the rest follows later. */
export interface Packed extends Omit<Payload, 'kinds' | 'change'> {
  kinds: Record<Kind, KindPayload>;
  change: Change | null;
  exactHeads: Map<string, Float32Array>; // by the name of the head, with the lens before it where one is chosen
  asked: Set<string>; // requests to the server without an answer yet
  lensValues: Map<string, LensValues>;
  tempered?: TemperedReply;
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
  isMention?: boolean; // hovered in the sentence above the figure
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

/** What a head does clearly more than a uniform head, from 0 to 1, on a number of sentences. */
export interface Role {
  role: string;
  score: number;
  sentences: number;
}

/** The roles of a checkpoint's heads over a sample, by name of the head. */
export interface SampledRoles {
  checkpoint: string;
  roles: Map<string, Role>;
}

/** What each token loses without each head of a kind, [L][H][T] in nats; null for a head that is off. */
export type Losses = LossesReply['losses'];

/** The loss from switching a head off, by kind, layer and head; null for one that is off already. */
export type Importance = Record<Kind, (number | null)[][]> & {base: number};

/** The lines that computed a lens, or why there are none. */
export interface LensCode extends Partial<CodeReply> {
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
  /** The translation to return to while given attention is shown. */
  behind: Pick<State, 'packed' | 'variant' | 'choice'> | null;
  temperature: number; // of the probabilities of the next tokens
  allNext: boolean; // all of the most likely next tokens are listed, not only the first
  allHeads: boolean; // the same of the heads of one word
  losses: Map<string, Losses | null>; // by the id of a translation and the kind; null while it is asked for
  lossProblems: Map<string, string>; // why they are missing
  sampledRoles: SampledRoles | null; // of the heads over the catalogue's sentences, once they have been measured
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
    tile: {size: number; gap: number; under: number}; // pixels; under a picture for the name of its role
    overview: string;
    overviewFrame: unknown[];
    linkTimer: number;
  };
  readonly panels: {tree: Tree; closeUp: CloseUp; catalogue: Catalogue; compare: Compare; lab: LabPanel};
  find: (selector: string) => Part;
  part: (name: string) => Part;
  set: (changes: Partial<State>) => void; // the only way to change the state; `change` is for its choices
  setInSight: (changes: Partial<State>, wait?: number) => Promise<void>; // the bench is drawn first, what is out of sight last
  setWithoutDrawing: (changes: Partial<State>) => void; // what it changes is drawn with the next change
  wire: (wire: (view: View) => void, part: string[] | null) => void; // its drawings can wait while these sections are out of sight
  subscribe: (reads: (view: View) => unknown[], draw: (view: View, before: any[] | null) => void) => void;
  show: View['subscribe']; // only while something is visible; also called after each change of `look`
}

// What drawing and the panels keep

/** The inputs of a sheet. */
export type SheetChoice = Pick<Choice, 'kind' | 'layer' | 'head' | 'rows' | 'step' | 'lens' | 'combine' | 'heads' | 'words'
  | 'specials' | 'mass' | 'grow'>;
