// What the target tokens lose when a head is switched off in addition to what is changed:
// core/inspection/importance.py.

import {rowOf} from './matrix.js';
import {passOf} from './passes.js';

/** @import {Changes, Kind, Traced} from './types.js' */
/** @import {Transformer} from './transformer.js' */

/**
 * The nats that each target token loses without each head of a kind, [L][H][T]; null where the head is off already.
 * @param {Transformer} model
 * @param {Traced} traced
 * @param {Kind} kind
 * @param {() => Promise<unknown>} between runs before each head, so that the page stays responsive
 */
export const tokenLosses = async (model, traced, kind, between) => {
  const {num_layers, num_decoder_layers, num_heads} = model.config;
  const {target, steps, changes} = traced;
  const isOff = new Set(changes.off.map(at => at.join('.')));
  /** @type {(number | null)[][][]} */
  const losses = [];
  for (let layer = 0; layer < (kind === 'encoder' ? num_layers : num_decoder_layers); layer++) {
    losses.push([]);
    for (let head = 0; head < num_heads; head++) {
      await between();
      const without = {...changes, off: [...changes.off, /** @type {Changes['off'][0]} */ ([kind, layer, head])]};
      losses[layer].push(
        isOff.has(`${kind}.${layer}.${head}`)
          ? target.map(() => null)
          : logProbsUnder(model, traced, without).map((logProb, t) => steps[t].logProb - logProb),
      );
    }
  }
  return losses;
};

/**
 * Log-probabilities of the target under other changes.
 * @param {Transformer} model
 * @param {Traced} traced
 * @param {Changes} changes
 */
const logProbsUnder = (model, traced, changes) => {
  const logits = model.logits(passOf(model, {...traced, changes}, traced).decoded);
  return traced.target.map((id, t) => {
    const {highest, total} = model.sums(rowOf(logits, t));
    return rowOf(logits, t)[id] - highest - Math.log(total);
  });
};
