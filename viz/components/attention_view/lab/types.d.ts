// Types of the head lab's panel.

import type {Packed, Part, Texts} from '../types.js';

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
