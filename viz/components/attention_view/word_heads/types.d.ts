// Types of one word in all heads.

import type {HeadAt} from '../types.js';

/** One head at one step. */
export interface HeadRow extends HeadAt {
  name: string;
  values: Float32Array; // weight of each column
  isExact: boolean;
  most: number; // column of the largest weight; -1 where the head attends to nothing
  loss: number | null; // nats that the word loses without the head; null while unknown and for a head that is off
}

/** The rows and columns of a head that one word is about: token positions. */
export interface WordPlace {
  queries: number[];
  columns: number[][];
  isWhole: boolean; // no column is hidden
  steps: number[]; // of the word whose probability is compared
}
