// A figure of plotly, and the state of the component. Plotly's own types are not installed.

import type {Gradio, Part} from '../shared/types.js';

export type {Gradio, Part} from '../shared/types.js';

/** Data and layout as plotly has them. */
export interface PlotlyFigure {
  data: any[];
  layout: any;
}

/** Numbers as Python packs them: a list, or bytes in base64. */
export type PackedNumbers = any[] | {dtype: string; bdata: string; shape?: string} | null | undefined;

/** The colours around the lines of a figure. */
export interface PaperColours {
  ink: string;
  soft: string;
  rule: string;
  panel: string;
}

/** Where a figure is drawn. */
export interface Room {
  width: number;
  dark: boolean;
}

export interface FigureView {
  root: Part;
  plot: Part & PlotlyFigure & {on: (event: string, callback: (change: any) => void) => void};
  tools: Part;
  props: Gradio['props'];
  given: Record<string, any>;
  drawn: Room & {value: string | null};
  turn: number; // newest request to draw; older waiting ones are dropped
  revision: number; // raised by the reset button: plotly keeps the zoom while its uirevision stays the same
  zoomed: string | null; // the uirevision under which the visitor has zoomed
  chosen: {event: string; detail: unknown}; // the last choice that a table made known
}
