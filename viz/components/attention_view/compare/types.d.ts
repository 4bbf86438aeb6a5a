// Types of the comparison.

import type {Packed, Part} from '../types.js';

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

export interface CompareFields {
  text: string;
  target: string;
  checkpoint: string;
  rank: number;
  beam: number | null;
  alpha: number | null;
}
