// Every attention of one translation, from one pass over source and target, and what was predicted at each step.

import {changing, inTurn, recorder} from './changes.js';
import {rowOf} from './matrix.js';
import {largest} from './search.js';

/** @import {Changes} from './types.js' */
/** @import {Transformer} from './transformer.js' */

const TOP = 10;

/**
 * @param {Transformer} model
 * @param {number[]} source ids, the end symbol last
 * @param {number[]} target the ids generated, without the start symbol
 * @param {Partial<Changes>} [changes]
 */
export const trace = (model, source, target, changes = {}) => {
  const read = [model.config.start_id, ...target.slice(0, -1)], {probe, kept} = recorder(model.config, source.length, target.length);
  const seen = inTurn([changing(changes), probe]);
  const logits = model.logits(model.decode(read, model.encode(source, seen), seen));
  return {source, read, target, attention: kept, logits, steps: target.map((id, t) => prediction(model, rowOf(logits, t), id))};
};

/**
 * What the model predicts at one step, in nats, and how the token there stands among all tokens.
 * @param {Transformer} model
 * @param {Float32Array} logits
 * @param {number} id
 */
const prediction = (model, logits, id) => {
  const {highest, total, weighted} = model.sums(logits), normaliser = highest + Math.log(total), own = logits[id];
  const top = largest(logits, Math.min(TOP, logits.length));
  let rank = 1;
  for (let at = 0; at < logits.length; at++) if (logits[at] > own) rank += 1;
  return {
    logProb: own - normaliser, entropy: Math.log(total) - weighted / total, rank, top,
    probabilities: top.map(one => Math.exp(logits[one] - normaliser)),
  };
};
