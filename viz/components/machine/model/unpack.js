// Decoding of data from Python. Pure functions.

import {bytesOf} from '../../shared/bytes.js';

/** @import {Machine, Opened, Output, Shown} from '../types.js' */

/**
 * What the figure draws; throws where sizes do not agree.
 * @param {any} reply
 * @param {Shown} shown
 * @returns {Machine}
 */
export const unpackMachine = (reply, shown) => {
  /** @type {Map<string, Output>} */
  const outputs = new Map();
  for (const {name, side} of reply.blocks) {
    const found = reply.outputs[name];
    if (!found) continue;
    const levels = bytesOf(found.levels);
    const tokens = side === 'encoder' ? shown.src_tokens : shown.tgt_tokens;
    if (levels.length !== tokens.length * reply.model.d_model) throw new Error(name);
    outputs.set(name, {...found, levels});
  }
  return {model: reply.model, blocks: reply.blocks, outputs, shown};
};

/**
 * One block, opened.
 * @param {any} reply
 * @returns {Opened}
 */
export const unpackBlock = reply => ({
  ...reply,
  tensors: reply.tensors.map((/** @type {any} */ one) => ({
    ...one,
    values: new Float32Array(bytesOf(one.values).buffer),
  })),
});

/**
 * The numbers of one token in what a block made, -1 to 1: shares of the largest magnitude in it.
 * @param {Output} output
 * @param {number} token
 * @param {number} width D
 * @returns {number[]}
 */
export const tokenShares = ({levels, low, high}, token, width) => {
  const most = Math.max(Math.abs(low), Math.abs(high)) || 1;
  return Array.from(
    levels.subarray(token * width, (token + 1) * width),
    level => (low + (level / 255) * (high - low)) / most,
  );
};

/**
 * Columns and rows of a tile with one cell for each number of a vector, somewhat higher than wide.
 * @param {number} width D
 */
export const tileGrid = width => {
  const columns = Math.max(1, Math.round(Math.sqrt(width * 0.75)));
  return {columns, rows: Math.ceil(width / columns)};
};
