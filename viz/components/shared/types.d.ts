// Types that several components share.

export type Kind = 'encoder' | 'decoder' | 'cross';

/** Words of the page by their keys; `{name}` in one is filled in where it is shown. */
export type Texts = Record<string, string>;

export type {CodeLine, CodeShape, Listing} from './wire.js';

/** Red, green and blue, 0 to 255. */
export type Rgb = number[];

/** 256 packed pixels, one for each level of an 8-bit weight. */
export type Ramp = Uint32Array;

export interface Colours {
  background: Rgb;
  ink: Rgb;
  soft: Rgb;
  faint: Rgb;
  quiet: Rgb;
  rule: Rgb;
  tint: Rgb;
  onHue: Rgb;
  more: Rgb;
  less: Rgb;
  nothing: Rgb;
  hatch: Rgb;
  overlays: Rgb[];
  hues: Record<Kind, Rgb>;
  hueTexts: Record<Kind, Rgb>;
  ramps: Record<Kind, Ramp>;
}

/** The ends of a scale; a signed one is symmetric about 0. */
export interface Scale {
  signed: boolean;
  low: number;
  high: number;
}

export interface Font {
  size: number;
  family: string;
  weight?: number;
}

/** What paints on a canvas. */
export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export interface RectItem {
  do: 'rect';
  x: number;
  y: number;
  width: number;
  height: number;
  fill?: string;
  stroke?: string;
  line?: number;
}

export interface TextItem extends Font {
  do: 'text';
  x: number;
  y: number;
  text: string;
  fill: string;
  anchor?: 'start' | 'middle' | 'end';
  turn?: number; // degrees
  blank?: boolean; // a mark before it: the token begins a word
  soft?: string; // colour of that mark
  title?: string; // the whole token, where it was shortened
  length?: number; // its width where that does not follow from a font
}

export interface CurvesItem {
  do: 'curves';
  from: number;
  to: number;
  ends: number[]; // y on the left, y on the right, and so on
  stroke: string;
  line: number;
  opacity?: number;
}

export interface LineItem {
  do: 'line';
  points: ArrayLike<number>; // x, y, and so on; what is not finite interrupts the line
  stroke?: string;
  line?: number;
  dash?: number[];
  fill?: string; // closes it
  opacity?: number;
}

export interface DotsItem {
  do: 'dots';
  points: ArrayLike<number>; // x, y, and so on
  radius: number;
  fill: string;
}

export interface CellsItem {
  do: 'cells';
  x: number;
  y: number;
  cell: number;
  rows: number;
  columns: number;
  pixels: Uint32Array;
  image?: HTMLCanvasElement; // one pixel a cell; made where it is needed if missing
}

export interface ImageItem {
  do: 'image';
  x: number;
  y: number;
  width: number;
  height: number;
  image: HTMLCanvasElement;
  smooth: boolean;
}

export interface TileItem {
  do: 'tile';
  x: number;
  y: number;
  size: number;
  image: HTMLCanvasElement;
  smooth: boolean;
  part: [number, number, number, number]; // x, y, width and height in the image
}

export interface HatchItem {
  do: 'hatch';
  rects: number[]; // x, y, width, height, and so on
  stroke: string;
}

export interface ShiftItem {
  do: 'shift';
  x: number;
  y: number;
  items: Item[];
}

export interface GroupItem {
  do: 'group';
  clip: [number, number, number, number] | null; // x, y, width and height
  opacity?: number;
  items: Item[];
}

/** A primitive of a picture. */
export type Item =
  RectItem | TextItem | CurvesItem | LineItem | DotsItem | CellsItem | ImageItem | TileItem | HatchItem | ShiftItem | GroupItem;

/** An element of an SVG, not yet in a page or a file. */
export interface SvgNode {
  name: keyof SVGElementTagNameMap;
  attributes: Attributes;
  children: (SvgNode | string)[];
}

/** A picture, painted on the page or written to a file. */
export interface Scene {
  width: number;
  height: number;
  items: Item[];
  mm?: [number, number]; // width and height in print, where a unit of the scene is a point
  title?: string;
  note?: string; // ASCII, in a file's metadata
}

/** Positions of the ends of a figure's rows and columns. */
export interface Label {
  text: string;
  blank: boolean;
  width: number;
}

/** An element of a template. What is looked for in it by a data attribute is there and has that attribute. */
export interface Part extends HTMLElement {
  readonly dataset: Record<string, any>;
  value: any;
  max: any;
  disabled: boolean;
  placeholder: string;
  checked: boolean;
  open: boolean;
  readonly options: HTMLOptionsCollection;
  readonly children: HTMLCollectionOf<any>;
  readonly firstChild: any;
  readonly parentElement: any;
  readonly parentNode: any;
  readonly form: HTMLFormElement;
  select(): void;
  closest(selector: string): any;
  setAttribute(name: string, value: string | number | boolean): void;
  querySelector(selector: string): any;
  querySelectorAll(selector: string): NodeListOf<any>;
}

export type Attributes = Record<string, string | number | boolean | null | undefined>;
export type Child = Node | string | number;

/** Gradio's objects for a component, with constant properties from Python. */
export interface Gradio {
  element: Part;
  props: Record<string, any>;
  trigger: (event: string, data?: object) => void;
  server: Server | null;
  watch: (names: string | string[], callback: () => void) => void;
  given?: Record<string, any>;
  load?: (file: string) => Promise<any>; // a module of the server, by its address below the page's
}

/** Questions to the server by name; each takes and returns one JSON object. */
export type Server = Record<string, (request: object) => Promise<any>>;
