// The blocks of Figure 1 in the order in which they compute, and the decoding of their numbers. Pure functions.

import {bytesOf} from '../../shared/bytes.js';

/** @import {Block, Machine, Mode, Opened, Output, Shown, Side, Stage} from '../types.js' */

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

const SLOW = 620;
const FAST = 110; // milliseconds of a stage at most
const FIRST = 22000; // milliseconds of the encoder and the first step together, at most
const STEP = 1400; // milliseconds of each later step, at most

/**
 * All stages: the encoder once, then the decoder for one position after the other, or for all positions at once.
 * @param {Block[]} blocks in the order of computation
 * @param {number} steps of the decoder
 * @param {Mode} mode
 * @returns {Stage[]}
 */
export const stagesOf = (blocks, steps, mode) => {
  /** @param {Side} side */
  const indexesOf = side => blocks.flatMap((block, i) => (block.side === side ? [i] : []));
  const encoder = indexesOf('encoder').map(block => ({block, step: -1}));
  const decoder = indexesOf('decoder');
  const turns = mode === 'train' ? [-1] : Array.from({length: steps}, (_, step) => step);
  return [...encoder, ...turns.flatMap(step => decoder.map(block => ({block, step})))];
};

/**
 * The stage at which a block computes: in the decoder at the step of another stage.
 * @param {Stage[]} stages
 * @param {number} block
 * @param {number} step
 */
export const stageAt = (stages, block, step) => {
  const found = stages.findIndex(stage => stage.block === block && (stage.step === step || stage.step === -1));
  return found >= 0
    ? found
    : Math.max(
        0,
        stages.findIndex(stage => stage.block === block),
      );
};

/**
 * The next stage of the kind of block that ends a step: where a step begins, for moving by whole steps.
 * @param {Stage[]} stages
 * @param {number} at
 * @param {number} by 1 or -1
 */
export const stepFrom = (stages, at, by) => {
  const {step} = stages[at];
  const wanted = step + by;
  const found = stages.findIndex(stage => stage.step === wanted && stage.block === stages[at].block);
  if (found >= 0) return found;
  return by > 0
    ? stages.length - 1
    : Math.max(
        0,
        stages.findIndex(stage => stage.step === step),
      );
};

/**
 * How long a stage lasts at normal speed, in milliseconds: the encoder and the first step are slow, later steps fast.
 * @param {Stage[]} stages
 * @param {number} at
 */
export const timeOf = (stages, at) => {
  const later = stages.findIndex(({step}) => step > 0);
  const slow = later < 0 ? stages.length : later;
  if (at < slow) return Math.min(SLOW, FIRST / slow);
  return Math.min(FAST, STEP / (slow - stages.findIndex(({step}) => step === 0)));
};

/**
 * Nats for each token of the reference, the loss without smoothing.
 * @param {number[]} probabilities of the tokens that follow
 */
export const meanLoss = probabilities => probabilities.reduce((sum, p) => sum - Math.log(p), 0) / probabilities.length;

/**
 * The layer of each stack that is drawn with its blocks at a stage.
 * @param {Machine} machine
 * @param {Stage} stage
 * @param {Record<Side, number>} open before
 * @returns {Record<Side, number>}
 */
export const openAt = ({blocks, model}, stage, open) => {
  const {side, layer} = blocks[stage.block];
  if (layer === null)
    return side === 'decoder' && blocks[stage.block].kind === 'embedding' ? {...open, decoder: 0} : open;
  return open[side] === layer ? open : {...open, [side]: Math.min(layer, model[`${side}_layers`] - 1)};
};
