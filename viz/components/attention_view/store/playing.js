// Replay of the translation token by token: a step every 700 ms, later rows and tokens hidden.

import {shownPacked} from './selectors.js';

/** @import {View} from '../types.js' */

const PLAY_EVERY = 700; // milliseconds per step: long enough to read one row

/**
 * Stop; the end of the translation shows all rows and restores the growth option. A pause keeps it.
 * @param {View} view
 * @param {boolean} [ended]
 */
export const stopPlaying = (view, ended = false) => {
  if (view.playing === null) return;
  const {timer, grew} = view.playing;
  clearInterval(timer);
  view.set({playing: null, paused: ended ? null : {grew}});
  if (ended) view.change({grow: grew});
};

/** @param {View} view */
const startPlaying = view => {
  const {
    packed,
    playing,
    paused,
    choice: {step, grow},
  } = view;
  if (!packed || playing !== null) return;
  const last = () => shownPacked(view).predicted_tokens.length - 1;
  const timer = setInterval(() => {
    const {step: now} = view.choice;
    if (!view.root.isConnected) {
      clearInterval(timer);
      return;
    }
    if (now < last()) view.change({step: now + 1, pin: null});
    if (view.choice.step >= last()) stopPlaying(view, true);
  }, PLAY_EVERY);
  view.set({playing: {timer, grew: grow && paused ? paused.grew : grow}});
  view.change({grow: true, step: step >= last() ? 0 : step, pin: null, hover: null, cell: null});
};

/** @param {View} view */
export const togglePlaying = view => (view.playing === null ? startPlaying(view) : stopPlaying(view));
