// What Python packs (run_list/__init__.py), and what the list keeps.

import type {Gradio, Part, Texts} from '../shared/types.js';

export type {Attributes, Gradio, Part, Texts} from '../shared/types.js';

export interface Run {
  name: string;
  tone: string;
  state: string;
  step: string;
  score: string;
  when: number; // seconds since the epoch, or 0
  followed: boolean;
  colour: [string, string] | null; // in light and in dark
  changeable: boolean;
}

export interface Runs {
  runs: Run[];
  words: Texts;
  most: number; // runs beside the followed one
}

/** The line that asks something, and what has been typed there. */
export interface Question {
  name: string;
  what: 'rename' | 'delete';
  text: string;
}

export interface RunList {
  root: Part;
  props: Gradio['props'];
  trigger: Gradio['trigger'];
  question: Question | null;
  showsAll: boolean;
  isPlain: boolean; // of evaluations, which are neither drawn in figures nor renamed
}

/** What had the keyboard before the list was drawn anew. */
export interface Held {
  action?: string;
  name?: string;
  inField: boolean;
  at: number | null;
}
