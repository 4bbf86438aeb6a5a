// A second translation next to the first: heads switched off, a forced prefix, another sentence or checkpoint.
// choice.side selects what the views show: "base", "variant", "difference" (variant minus base) or "both".

import {alignTokens} from '../../shared/align.js';
import {unpack} from '../numbers/payload.js';
import {stepOn, variantStep} from '../store/selectors.js';
import {stopPlaying} from '../store/playing.js';

/** @import {Choice, Made, Variant, View} from '../types.js' */

const NOWHERE = {pin: null, hover: null, cell: null};

/**
 * The state with a second translation: the JSON string of pack(), whose `change` describes the request.
 * @param {View} view
 * @param {string | Made} payload
 * @param {Choice['side']} side
 * @param {boolean} [first] whether the translation itself is still to come
 */
export const secondOf = (view, payload, side, first = false) => {
  const packed = unpack(payload);
  const step = stepOn(view, 'base');
  /** @type {Variant} */
  const variant = {
    packed,
    change: packed.change ?? {},
    alignments: new Map(),
    pair: null,
    first,
    steps: alignTokens(view.packed.predicted_tokens, packed.predicted_tokens),
  };
  const there = variantStep(variant, step);
  return {variant, choice: {...view.choice, ...NOWHERE, side, step: side === 'variant' ? there : step}};
};

/**
 * Show a second translation.
 * @param {View} view
 * @param {string | Made} payload
 * @param {Choice['side']} [side]
 * @param {string} [systems] see `Change`
 */
export const showVariant = (view, payload, side = 'variant', systems) => {
  const second = secondOf(view, payload, side);
  if (systems) second.variant.change = {...second.variant.change, systems};
  stopPlaying(view);
  view.set(second);
};

/** @param {View} view */
export const dropVariant = view => {
  if (!view.variant) return;
  const step = stepOn(view, 'base');
  stopPlaying(view);
  view.set({variant: /** @type {any} */ (null), choice: {...view.choice, ...NOWHERE, side: 'base', step}});
};
