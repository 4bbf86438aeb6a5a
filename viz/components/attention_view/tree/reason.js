// Why the search chose its tokens: the first step at which greedy decoding would have taken another one, and what the
// search found there. Pure functions without page or state.

import {treePath} from './layout.js';

/** @import {TreeNode} from './types.js' */

/**
 * A node and everything below it.
 * @param {TreeNode} node
 * @returns {TreeNode[]}
 */
const branch = node => [node, ...node.children.flatMap(branch)];

/**
 * The end of the best finished hypothesis through a node, also one that is not among the hypotheses shown.
 * @param {TreeNode} node
 */
const bestEnd = node => {
  const ends = branch(node).filter(({status, end}) => status === 'finished' || end >= 0);
  return ends.length ? ends.reduce((best, one) => (one.score > best.score ? one : best)) : null;
};

/** @typedef {{kind: string, step: number, own: TreeNode, other: TreeNode, end: TreeNode | null, by: number}} Reason */

/**
 * Null if every chosen token was the most probable one of its step; else the first other step, with the node chosen
 * (own), the most probable one (other), and how the search ended there: `wins` or `loses` by the score of the whole
 * sentence (ends), or `pruned` or `open` (kept until the search ended) without a finished hypothesis.
 * @param {TreeNode} chosen the end of the chosen hypothesis
 * @returns {(Reason & {until?: number}) | null}
 */
export const treeReason = chosen => {
  for (const own of treePath(chosen)) {
    const other = /** @type {TreeNode} */ (own.parent).children.reduce(
      (best, one) => (one.logProb > best.logProb ? one : best),
      own,
    );
    if (other === own) continue;
    const end = bestEnd(other);
    const found = {step: own.depth, own, other, end, by: end ? chosen.score - end.score : 0};
    if (end) return {...found, kind: found.by >= 0 ? 'wins' : 'loses'};
    const below = branch(other);
    return below.some(({last}) => last)
      ? {...found, kind: 'open'}
      : {...found, kind: 'pruned', until: Math.max(...below.map(({depth}) => depth))};
  }
  return null;
};

/**
 * Labels of siblings: `cut` shortens each; those that are then the same begin at the first letter that differs.
 * @param {string[]} texts
 * @param {(text: string) => string} cut
 */
export const siblingLabels = (texts, cut) => {
  const labels = texts.map(cut);
  return texts.map((text, i) => {
    const same = texts.filter((other, j) => other !== text && labels[j] === labels[i]);
    if (!same.length) return labels[i];
    const letters = Array.from(text);
    const shared = Math.min(
      ...same.map(other => {
        const others = Array.from(other);
        const at = letters.findIndex((letter, k) => letter !== others[k]);
        return at < 0 ? letters.length : at;
      }),
    );
    return cut(`…${letters.slice(Math.max(0, shared - 1)).join('')}`);
  });
};
