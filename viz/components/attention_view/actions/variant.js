// A second translation next to the first: heads switched off, a forced prefix, another sentence or checkpoint.
// view.variant is null or {packed, change}; choice.side says which of the two the views show:
// "base", "variant", "difference" (variant minus base) or "both".

import {alignTokens} from '../model/align.js';
import {unpack} from '../model/payload.js';
import {stepOn} from '../store.js';
import {stopPlaying} from './play.js';

/** @import {Choice, View} from '../types.js' */

/**
 * Show a second translation: the JSON string of pack(), whose `change` says what was done.
 * @param {View} view
 * @param {string} payload
 * @param {Choice['side']} [side]
 */
export const showVariant = (view, payload, side = 'variant') => {
  const packed = unpack(payload), step = stepOn(view, 'base');
  stopPlaying(view);
  view.variant = {
    packed, change: packed.change ?? {}, alignments: new Map(), pair: null,
    steps: alignTokens(view.packed.predicted_tokens, packed.predicted_tokens),
  };
  view.reads += 1;
  view.choice = {...view.choice, side: 'base', step, pin: null, hover: null, cell: null};
  const there = stepOn(view, 'variant');
  view.choice = {...view.choice, side, step: side === 'variant' ? there : step};
  view.refresh();
};

/** @param {View} view */
export const dropVariant = view => {
  if (!view.variant) return;
  const step = stepOn(view, 'base');
  stopPlaying(view);
  view.variant = /** @type {any} */ (null);
  view.reads += 1;
  view.choice = {...view.choice, side: 'base', step, pin: null, hover: null, cell: null};
  view.refresh();
};
