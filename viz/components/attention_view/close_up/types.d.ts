// Types of the close-up.

import type {Packed, Part, RowAt, Sheet} from '../types.js';

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
