// Layout of a search tree. The best child of a node continues in its row, the others are placed below, so that the
// chosen translation is a straight line at the top. Pure functions without page or state.

import {joinedTexts} from '../../shared/bytes.js';
import {SPECIAL} from '../../shared/text.js';

/** @import {Tree, TreeNode} from './types.js' */

export const TREE = {row: 26, gap: 30, left: 8, top: 6, widest: 132, pad: 12};

/**
 * The reply's columns as linked nodes, by id; node 0 is the root.
 * @param {Pick<Tree['reply'], 'nodes' | 'hypotheses' | 'chosen'>} reply
 */
export const treeNodes = reply => {
  const {nodes: columns, hypotheses, chosen} = reply;
  const ends = new Map(hypotheses.map((id, rank) => /** @type {[number, number]} */ ([id, rank])));
  const root = {id: 0, parent: null, text: '<s>', depth: 0, logProb: 0, total: 0, penalty: 1, score: 0, status: 'root'};
  /** @type {Map<number, any>} */
  const half = new Map([[0, root]]);
  columns.id.forEach((id, i) =>
    half.set(id, {
      id,
      parent: half.get(columns.parent[i]),
      token: columns.token[i],
      text: columns.text[i],
      depth: columns.depth[i],
      logProb: columns.log_prob[i],
      total: columns.total[i],
      penalty: columns.penalty[i],
      score: columns.score[i],
      status: columns.status[i],
    }),
  );
  const nodes = /** @type {Map<number, TreeNode>} */ (half);
  for (const node of nodes.values()) Object.assign(node, {children: [], rank: Infinity, end: ends.get(node.id) ?? -1});
  for (const node of nodes.values()) node.parent?.children.push(node);
  /** @param {number} rank */
  const pathRank = rank => (rank === chosen ? -1 : rank);
  for (const [id, rank] of ends)
    for (let node = nodes.get(id) ?? null; node; node = node.parent) node.rank = Math.min(node.rank, pathRank(rank));
  const steps = Math.max(0, ...columns.depth);
  for (const node of nodes.values())
    if (node.status === 'kept' && node.end < 0) {
      node.last = node.depth === steps; // the search had ended
      node.left = !node.children.some(({status}) => status !== 'pruned');
    }
  /**
   * @param {TreeNode} a
   * @param {TreeNode} b
   */
  const better = (a, b) => (a.rank === b.rank ? b.total - a.total : a.rank - b.rank);
  for (const node of nodes.values()) node.children.sort(better);
  return nodes;
};

/**
 * Nodes from the root's first token to this one.
 * @param {TreeNode} node
 */
export const treePath = node => {
  /** @type {TreeNode[]} */
  const path = [];
  for (let now = node; now.parent; now = now.parent) path.unshift(now);
  return path;
};

/**
 * The texts of a path, to be written one after the other: the first without its blank, a special token after one, and
 * a character of several tokens at the one that completes it.
 * @param {TreeNode[]} path
 */
export const pathPieces = path =>
  joinedTexts(path.map(({text}) => text)).map((text, i) => {
    if (!i) return text.trimStart();
    return SPECIAL.test(text) ? ` ${text}` : text;
  });

/**
 * Assign a row to every visible node: subtrees are stacked as closely as their outlines allow.
 * @param {TreeNode} root
 * @param {(node: TreeNode) => boolean} shown
 */
const placeTree = (root, shown) => {
  /**
   * @param {TreeNode} node
   * @returns {{tops: number[], bottoms: number[]}}
   */
  const place = node => {
    const tops = [0];
    const bottoms = [0]; // of the rows taken at each depth from here, counted from this node's row
    node.offset = 0;
    node.children.filter(shown).forEach((child, order) => {
      const own = place(child);
      const taken = own.tops.map((_, depth) => bottoms[depth + 1] ?? -Infinity);
      child.offset = order ? Math.max(1, ...taken.map((bottom, depth) => bottom - own.tops[depth] + 1)) : 0;
      own.tops.forEach((top, depth) => {
        tops[depth + 1] = Math.min(tops[depth + 1] ?? Infinity, top + child.offset);
        bottoms[depth + 1] = Math.max(bottoms[depth + 1] ?? -Infinity, own.bottoms[depth] + child.offset);
      });
    });
    return {tops, bottoms};
  };
  const {bottoms} = place(root);
  /** @type {TreeNode[]} */
  const list = [];
  /**
   * @param {TreeNode} node
   * @param {number} row
   */
  const walk = (node, row) => {
    node.row = row;
    list.push(node);
    for (const child of node.children) if (shown(child)) walk(child, row + child.offset);
  };
  walk(root, 0);
  return {list, rows: Math.max(...bottoms) + 1};
};

/**
 * Return true for a candidate on the way to one of the hypotheses.
 * @param {TreeNode} node
 */
export const leadsOn = node => node.rank < Infinity;

/**
 * All positions in pixels; widthOf measures a node's label with its suffix.
 * @param {Map<number, TreeNode>} nodes
 * @param {boolean} isWhole also candidates that led to no hypothesis
 * @param {(node: TreeNode) => number} widthOf
 * @param {number} gap pixels between columns
 */
export const treeGeometry = (nodes, isWhole, widthOf, gap) => {
  const {list, rows} = placeTree(/** @type {TreeNode} */ (nodes.get(0)), node => isWhole || leadsOn(node));
  /** @type {number[]} */
  const widths = [];
  const ends = /** @type {number[]} */ ([]);
  for (const {row, depth} of list) ends[row] = Math.max(ends[row] ?? 0, depth);
  for (const node of list) {
    node.width = Math.ceil(widthOf(node));
    const reserved = node.depth === ends[node.row] ? 0 : node.width; // nothing follows the last one of a row
    widths[node.depth] = Math.max(widths[node.depth] ?? 0, reserved);
  }
  const lefts = [TREE.left];
  widths.forEach((width, depth) => {
    lefts[depth + 1] = lefts[depth] + width + gap;
  });
  for (const node of list) Object.assign(node, {x: lefts[node.depth], y: TREE.top + (node.row + 0.5) * TREE.row});
  const width = Math.max(...list.map(node => node.x + node.width)) + gap + TREE.left;
  return {list, width, height: 2 * TREE.top + rows * TREE.row};
};

/**
 * The node that an arrow key selects: left to the parent, right to the best child, up and down within the column.
 * @param {Tree} tree
 * @param {TreeNode} node
 * @param {string} key
 */
export const treeStep = (tree, node, key) => {
  const column = tree.list.filter(other => other.depth === node.depth).sort((a, b) => a.row - b.row);
  const place = column.indexOf(node);
  const children = tree.list.filter(other => other.parent === node);
  /** @type {Record<string, () => TreeNode | null | undefined>} */
  const moves = {
    ArrowLeft: () => node.parent,
    ArrowRight: () => children[0],
    ArrowUp: () => column[place - 1],
    ArrowDown: () => column[place + 1],
    Home: () => tree.list[0],
    End: () => tree.chosen,
  };
  return moves[key] ? (moves[key]() ?? node) : null;
};

/**
 * The first of some candidates that several of them follow; undefined where there is none.
 * @param {TreeNode[]} list
 */
export const firstFork = list => {
  const shown = new Set(list);
  const forks = list.filter(node => node.children.filter(child => shown.has(child)).length > 1);
  return forks.sort((a, b) => a.depth - b.depth)[0];
};
