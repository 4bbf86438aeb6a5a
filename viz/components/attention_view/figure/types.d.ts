// Types of the large figure.

import type {Facing, Item, Part, Rgb, Sheet} from '../types.js';

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
