// The row of an attention that is looked at, and its strongest weight.

/** @import {Block, MachineView, Tensor} from '../types.js' */

/**
 * The strongest weight of a row: head, key and weight.
 * @param {Tensor} weights [H, Q, K]
 * @param {number} row
 */
export const strongest = ({shape: [heads, queries, keys], values}, row) => {
  let best = {head: 0, key: 0, weight: -1};
  for (let head = 0; head < heads; head++) {
    for (let key = 0; key < keys; key++) {
      const weight = values[(head * queries + row) * keys + key];
      if (weight > best.weight) best = {head, key, weight};
    }
  }
  return best;
};

/**
 * The token that is looked at: of the decoder's present step, else the first word.
 * @param {MachineView} view
 * @param {Block} block
 * @param {number} rows
 */
export const rowOf = ({stage}, block, rows) =>
  block.side === 'decoder' && stage.step >= 0 ? Math.min(stage.step, rows - 1) : Math.min(1, rows - 1);
