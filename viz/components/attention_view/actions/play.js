// The translation made again token by token: a step every 700 ms, rows and tokens that do not exist yet left out.

import {shownPacked} from '../store.js';

/** @import {View} from '../types.js' */

const PLAY_EVERY = 700; // milliseconds a step: long enough to read one row

/**
 * Stop; at the end of the translation every row is there, and growth is what it was before. A pause keeps it.
 * @param {View} view
 * @param {boolean} [ended]
 */
export const stopPlaying = (view, ended = false) => {
  if (view.playing === null) return;
  clearInterval(view.playing.timer);
  const {grew} = view.playing;
  view.paused = ended ? null : {grew};
  view.playing = null;
  view.drawPlay();
  if (ended) view.change({grow: grew});
};

/** @param {View} view */
const startPlaying = view => {
  if (!view.packed || view.playing !== null) return;
  const last = () => shownPacked(view).predicted_tokens.length - 1;
  const timer = setInterval(() => {
    const {step} = view.choice;
    if (!view.root.isConnected) { clearInterval(timer); return; }
    if (step < last()) view.change({step: step + 1, pin: null});
    if (view.choice.step >= last()) stopPlaying(view, true);
  }, PLAY_EVERY);
  const {grow} = view.choice;
  view.playing = {timer, grew: grow && view.paused ? view.paused.grew : grow};
  view.drawPlay();
  view.change({grow: true, step: view.choice.step >= last() ? 0 : view.choice.step, pin: null, hover: null,
    cell: null});
};

/** @param {View} view */
export const togglePlaying = view => view.playing === null ? startPlaying(view) : stopPlaying(view);
