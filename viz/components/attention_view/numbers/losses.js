// The cost of switching a head off, from the losses without each head. Pure functions.

/** @import {HeadAt, Losses} from '../types.js' */

const LITTLE = 0.01; // nats: one per cent of a probability

/**
 * The cost of switching a head off at a step, or of the whole translation without a step: {key, cost, count}, with the
 * key of its sentence; null where the losses do not hold it.
 * @param {Losses} losses
 * @param {HeadAt} at
 * @param {number | null} step
 */
export const headCost = (losses, {layer, head}, step) => {
  /** @param {(number | null)[]} all */
  const sum = all => all.reduce((total, loss) => (total ?? 0) + (loss ?? NaN), 0);
  /** @param {(number | null)[]} all */
  const costOf = all => (step === null ? sum(all) : all[step]) ?? NaN;
  const tokens = losses[layer]?.[head];
  if (!tokens) return null;
  const cost = costOf(tokens);
  const heads = losses.flat();
  if (Number.isNaN(cost)) return null;
  const isBest = heads.length > 1 && heads.every(other => other === tokens || !(costOf(other) > cost));
  return {cost, count: heads.length, key: keyOf(cost, isBest)};
};

/**
 * @param {number} cost
 * @param {boolean} isBest
 */
const keyOf = (cost, isBest) => {
  if (Math.abs(cost) < LITTLE) return 'little';
  if (cost < 0) return 'hurts';
  return isBest ? 'best' : 'helps';
};
