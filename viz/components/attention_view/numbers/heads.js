// Heads and their names.

/** @import {Change, HeadAt, Kind, Packed, RowAt} from '../types.js' */

/** @param {{kind: Kind, layer: number, head: number | string}} given */
export const nameOfHead = ({kind, layer, head}) => `${kind}.${layer}.${head}`;

/**
 * @param {string} name
 * @returns {HeadAt}
 */
export const headOfName = name => {
  const [kind, layer, head] = name.split('.');
  return {kind: /** @type {Kind} */ (kind), layer: +layer, head: +head};
};

/**
 * The heads that the sheet is made of: the current one first, then the added ones, all of one kind.
 * @param {HeadAt & {combine: string, heads: string[]}} at
 * @returns {HeadAt[]}
 */
export const headsInUse = ({kind, layer, head, combine, heads}) => {
  const own = {kind, layer, head};
  if (combine === 'one') return [own];
  const others = heads.filter(name => name.startsWith(`${kind}.`) && name !== nameOfHead(own));
  return [own, ...others.map(headOfName)];
};

/**
 * The heads of a sheet that are off in its translation.
 * @param {Change | null} change
 * @param {HeadAt[]} heads
 */
export const offHeads = (change, heads) => {
  const off = new Set((change?.off ?? []).map(([kind, layer, head]) => nameOfHead({kind, layer, head})));
  return heads.filter(head => off.has(nameOfHead(head)));
};

/**
 * The replacement if a model lacks the chosen layer or head; null if it has it.
 * @param {Packed} packed
 * @param {HeadAt} at
 */
export const standingIn = (packed, {kind, layer, head}) => {
  const [layers, heads] = packed.kinds[kind].shape;
  return layer < layers && head < heads
    ? null
    : {kind, layer: Math.min(layer, layers - 1), head: Math.min(head, heads - 1)};
};

/** @param {RowAt} at */
export const rowName = ({kind, layer, head, query}) => `${kind}.${layer}.${head}.${query}`;
