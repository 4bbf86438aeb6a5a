// Types of the search tree.

import type {Packed, Part, Texts} from '../types.js';

/** A candidate of the search, with its place in the tree. */
export interface TreeNode {
  id: number;
  parent: TreeNode | null;
  token: number;
  text: string;
  depth: number;
  logProb: number;
  total: number;
  penalty: number;
  score: number;
  status: string;
  children: TreeNode[];
  rank: number; // of the best hypothesis below it; -1 on the way to the one chosen
  end: number; // its own rank among the hypotheses, or -1
  last?: boolean;
  left?: boolean;
  offset: number;
  row: number;
  x: number;
  y: number;
  width: number;
}

/** State of the panel of the search tree. */
export interface Tree {
  host: Part;
  isWhole: boolean; // also candidates that led to no hypothesis are shown
  widest: number; // pixels of a token's letters, so that the whole search fits the width where it can
  source: Packed | null; // the translation whose tree it is
  look: number; // with which it was drawn
  reply: {hypotheses: number[]; chosen: number; beam: number; alpha: number; nodes: Record<string, any[]>};
  nodes: Map<number, TreeNode>;
  list: TreeNode[]; // those that are shown
  chosen: TreeNode;
  at: TreeNode | null; // under the keyboard
  over: TreeNode | null; // under the pointer
  pinned: TreeNode | null;
  described: TreeNode | null; // what was drawn last
  describedPin: TreeNode | null;
  describedTexts: Texts;
  font: string;
  boldFont: string;
  summary: HTMLElement;
  reason: HTMLElement; // why the search did not take the most probable token
  note: HTMLElement;
  fold: HTMLElement;
  scroll: Part;
  words: HTMLElement;
  numbers: HTMLElement;
  state: HTMLElement;
  actions: Part;
  body: HTMLElement;
  cue: () => void; // show that the tree scrolls
}
