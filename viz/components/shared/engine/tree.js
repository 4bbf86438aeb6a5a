// A search as a tree, column by column: the answer to `search_tree`.

/** @import {Hypothesis, Request, TreeNode} from './types.js' */
/** @import {Tokenizer} from './tokenizer.js' */

const COLUMNS = /** @type {(keyof TreeNode)[]} */ ([
  'id',
  'parent',
  'token',
  'depth',
  'log_prob',
  'total',
  'penalty',
  'score',
  'status',
]);

/**
 * @param {Hypothesis[]} hypotheses best first
 * @param {TreeNode[]} nodes
 * @param {Request} request
 * @param {Tokenizer} tokenizer
 */
export const treeOf = (hypotheses, nodes, {rank, alpha, beam}, tokenizer) => ({
  nodes: {
    ...Object.fromEntries(COLUMNS.map(name => [name, nodes.map(node => node[name])])),
    text: nodes.map(({token}) => tokenizer.alone(token)),
  },
  hypotheses: hypotheses.map(({node}) => node),
  chosen: rank,
  alpha,
  beam,
});
