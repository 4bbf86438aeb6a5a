// The lenses declared in the payload. This module knows only the meaning of their rows, and that the weights are part
// of the payload.

/** @import {Kind, Lens, Packed} from '../types.js' */

export const WEIGHTS = 'weights'; // needs no server and can be exact; the numbers of other lenses are requested

/**
 * @param {Packed} packed
 * @param {string} name
 */
export const lensOf = ({lenses}, name) => /** @type {Lens} */ (lenses.find(lens => lens.name === name));

/**
 * Whether rows are shares of one whole, on a scale from 0 to 1.
 * @param {Packed} packed
 * @param {string} name
 */
export const areShares = (packed, name) => lensOf(packed, name).rows === 'shares';

/**
 * Whether rows are logarithms of shares, up to a constant for each row; as the model computed them, before a change.
 * @param {Packed} packed
 * @param {string} name
 */
export const areLogarithms = (packed, name) => lensOf(packed, name).rows === 'logarithms';

/**
 * Whether the numbers of a lens are of all layers, or of all heads of a layer, together.
 * @param {Packed} packed
 * @param {Kind} kind
 * @param {string} lens
 */
export const fusedIn = (packed, kind, lens) => {
  const part = lens === WEIGHTS ? null : packed.lensValues.get(lens)?.kinds?.[kind];
  /** @param {number} axis */
  const isFused = axis => Boolean(part && part.shape[axis] < packed.kinds[kind].shape[axis]);
  return {layers: isFused(0), heads: isFused(1)};
};
