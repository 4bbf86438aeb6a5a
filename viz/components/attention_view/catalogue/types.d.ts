// Types of the head catalogue.

import type {Kind, Packed, Part} from '../types.js';

/** State of the head catalogue. */
export interface Catalogue {
  host: Part;
  reply: CatalogueReply;
  wanted: string;
  own: object | null; // the visitor's own sentences, as requested
  choice: CatalogueChoice;
  focus: string | null;
  seen: string;
  drawn: number; // the look with which it was drawn
  id: string | undefined; // of the translation for which it was measured
  checkpoint: string | undefined;
  packed: Packed | null;
  cue: () => void; // show that the table scrolls
}

/** A row of the head catalogue: a head, or the mean of a layer's heads; its measures by name. */
export type CatalogueRow = {kind: Kind; layer: number; head: number | 'mean'; role: string | null; role_score: number}
  & Record<string, any>;

export interface CatalogueReply {
  columns: string[];
  rows: CatalogueRow[];
  sentences: number;
  tokens: number;
  gold?: {diagonal: number};
}

export interface CatalogueChoice {
  column: string;
  down: boolean;
  kind: Kind | 'all';
  all: boolean; // every measure has its column
}
