// Types of printed figures.

import type {Choice, Colours, Item, Sheet} from '../types.js';

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
