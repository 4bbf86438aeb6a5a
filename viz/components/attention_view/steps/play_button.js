// The button that plays the steps, and the keys that change the layer.

import {say} from '../../shared/text.js';
import {moveLayer} from '../store/shown_heads.js';
import {togglePlaying} from '../store/playing.js';

/** @import {View} from '../types.js' */

/** @param {View} view */
const drawPlay = view => {
  const playing = view.playing !== null;
  const button = view.part('play');
  button.textContent = playing ? '❚❚' : '▶';
  button.setAttribute('aria-label', say(view.texts, playing ? 'play.pause' : 'play.start'));
  button.title = say(view.texts, playing ? 'play.pause.hint' : 'play.hint');
  button.setAttribute('aria-pressed', String(playing));
  view.root.dataset.playing = playing;
};

/**
 * Move to the next or previous layer, from the strip, the scrubber and the figure.
 * @param {View} view
 * @param {KeyboardEvent} event
 */
const walkLayers = (view, event) => {
  const by = {PageUp: -1, PageDown: 1}[event.key];
  if (!by || !view.packed) return;
  event.preventDefault();
  moveLayer(view, by);
};

/** @param {View} view */
export const wirePlay = view => {
  view.show(({playing}) => [playing], drawPlay);
  view.part('play').addEventListener('click', () => togglePlaying(view));
  const spaced = [view.part('words'), view.part('range'), view.part('variant-words')];
  for (const node of spaced)
    node.addEventListener('keydown', event => {
      if (event.key !== ' ') return;
      event.preventDefault();
      togglePlaying(view);
    });
  // Releasing space also presses a focused button; do not handle it twice.
  for (const node of spaced)
    node.addEventListener('keyup', event => {
      if (event.key === ' ') event.preventDefault();
    });
  for (const node of [...spaced, view.part('figure'), view.part('play')])
    node.addEventListener('keydown', event => walkLayers(view, event));
};
