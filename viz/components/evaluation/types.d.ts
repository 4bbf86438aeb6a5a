// The table's own types; those of what Python sends are made from Python, see ../shared/wire.d.ts.

import type {Gradio, Part, Texts} from '../shared/types.js';
import type {Sentences} from '../shared/wire.js';

export type {Gradio, Part, Texts} from '../shared/types.js';
export type {Sentences} from '../shared/wire.js';

/** How the rows are sorted: by the key of a column, or 'worst' or 'different'. */
export interface Order {
  by: string;
  descending: boolean;
}

/** One of the packed buckets. The document's event 'sentences-bucket' has it as its detail, or null to remove it. */
export interface Bucket {
  by: string;
  label: string;
}

export type Marks = 'systems' | 'reference' | 'none';

/** What a visitor has chosen; kept in the session. */
export interface Choice {
  order: Order;
  text: string;
  flags: string[]; // a row with one of them passes; empty: all pass
  uncertain: boolean; // whether flags that are often wrong are shown too
  bucket: Bucket | null;
  marks: Marks;
  open: number; // index of the row whose detail is shown; -1: none
  top: number; // pixels scrolled
}

export interface Column {
  key: string; // such as 'chrf.1': of the second system
  name: string; // what it holds, such as 'chrf'
  system: number; // -1: of no system
  kind: 'text' | 'number';
}

/** Heights in pixels that place the rows; `open` is the position of the row with a detail, or -1. */
export interface Sizes {
  count: number;
  row: number;
  open: number;
  detail: number;
}

export interface Segment {
  text: string;
  differs: boolean;
}

/** Keys to sort by, of every row. */
export type Keys = ArrayLike<number> | string[];

export interface View {
  root: Part;
  props: Gradio['props'];
  given: Record<string, any>;
  trigger: Gradio['trigger'];
  texts: Texts;
  data: Sentences | null;
  note: string; // key of what is said instead of a table
  columns: Column[];
  choice: Choice;
  rows: Uint32Array; // indices of the rows that pass, in order
  active: number; // position of the row under the keyboard
  sizes: Sizes;
  drawn: Map<number, HTMLElement>; // position -> row
  haystack: string[] | null; // the texts of each row in lower case, for the search
  isNarrow: boolean;
  width: number; // pixels, when it was last to be seen; 0 before
  lengths: number[] | null; // of all texts, in letters
  part: (name: string) => Part;
}
