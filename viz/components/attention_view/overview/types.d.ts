// Types of the small pictures and the map.

import type {Kind, Scale} from '../types.js';

/** A layer's attention on the map of the model, in pixels. */
export interface MapSlab {
  kind: Kind;
  layer: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Numbers behind the small pictures of a kind: of a head (by its number) and a cell. */
export interface PictureNumbers extends Scale {
  layers: number;
  heads: number;
  queries: number;
  keys: number;
  value: (head: number, cell: number) => number;
}

/** The small pictures of a kind as pixels; `nothing` where the lens has no numbers. */
export interface Pictures extends Partial<Scale> {
  nothing?: boolean;
  layers: number;
  heads: number;
  queries: number;
  keys: number;
  colour: (head: number, cell: number) => number;
}
