// What the target tokens lose when a head is switched off in addition to what is changed: core/inspection/importance.py.

import {changing, inTurn} from './changes.js';
import {rowOf} from './matrix.js';

/** @import {Changes, Kind, Matrix, Probe, Traced} from './types.js' */
/** @import {Transformer} from './transformer.js' */

/** @param {Kind} kind */
const isOfEncoder = kind => kind === 'encoder';

/**
 * The nats that each target token loses without each head of a kind, [L][H][T]; null where the head is off already.
 * @param {Transformer} model
 * @param {Traced} traced
 * @param {Changes} changes
 * @param {Kind} kind
 * @param {() => Promise<unknown>} between runs before each head, so that the page stays responsive
 */
export const tokenLosses = async (model, {source, read, target, steps}, changes, kind, between) => {
  const {num_layers, num_decoder_layers, num_heads} = model.config, made = changing(changes), isOff = new Set(changes.off.map(at => at.join('.')));
  const memory = isOfEncoder(kind) ? null : model.encode(source, made);
  /** @type {(number | null)[][][]} */
  const losses = [];
  for (let layer = 0; layer < (isOfEncoder(kind) ? num_layers : num_decoder_layers); layer++) {
    losses.push([]);
    for (let head = 0; head < num_heads; head++) {
      await between();
      const without = inTurn([made, changing({off: [[kind, layer, head]]})]);
      losses[layer].push(isOff.has(`${kind}.${layer}.${head}`) ? target.map(() => null)
        : logProbsUnder(model, memory ?? model.encode(source, without), read, target, without).map((logProb, t) => steps[t].logProb - logProb));
    }
  }
  return losses;
};

/**
 * Log-probabilities of the target under a change.
 * @param {Transformer} model
 * @param {Matrix} memory
 * @param {number[]} read
 * @param {number[]} target
 * @param {Probe} probe
 */
const logProbsUnder = (model, memory, read, target, probe) => {
  const logits = model.logits(model.decode(read, memory, probe));
  return target.map((id, t) => {
    const {highest, total} = model.sums(rowOf(logits, t));
    return rowOf(logits, t)[id] - highest - Math.log(total);
  });
};
