// The steps play by themselves once: on a first visit, until the visitor touches anything.

import {addressFields} from '../../shared/address.js';
import {stopPlaying, togglePlaying} from '../store/playing.js';

/** @import {View} from '../types.js' */

const KEPT = 'glassformer.played'; // in the browser's own store

/** Whether this browser has seen it; noted at once. */
const isFirstVisit = () => {
  try {
    const isFirst = localStorage.getItem(KEPT) === null;
    localStorage.setItem(KEPT, 'done');
    return isFirst;
  } catch {
    return false;
  } // a frame may not keep anything
};

/** Whether the page was opened as it begins: a link shows what it names. */
const isPlainPage = () => Object.keys(addressFields()).every(name => ['lang', '__theme', '__sign'].includes(name));

/** @param {View} view */
const playOnce = view => {
  if (!view.root.offsetWidth || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  if (!isPlainPage() || !isFirstVisit()) return;
  const {step} = view.choice;
  togglePlaying(view);
  view.change({step: 0, pin: null}); // while it plays: this is not a visitor's choice
  const held = new AbortController();
  const stop = () => {
    held.abort();
    if (view.playing === null) return;
    view.change({step});
    stopPlaying(view, true);
  };
  for (const input of ['pointerdown', 'keydown', 'wheel', 'touchmove'])
    document.addEventListener(input, stop, {signal: held.signal, passive: true, capture: true});
};

/** @param {View} view */
export const wireFirstPlay = view => {
  if (!view.server?.variant) return; // a saved page, a notebook
  let isOver = false;
  view.show(
    ({packed}) => [packed],
    () => {
      if (!isOver) setTimeout(() => playOnce(view));
      isOver = true;
    },
  );
};
