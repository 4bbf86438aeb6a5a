// The sentence in the page's box: whether it is the one whose translation is shown, and a server that does not answer.

import {targetOf} from '../../shared/elements.js';
import {say} from '../../shared/text.js';

/** @import {View} from '../types.js' */

const BOX = '.gf-sentence textarea';
const ANSWER_WAIT = 1500; // milliseconds until a translation that did not begin is looked into

/** @param {View} view */
const readTyped = view => {
  const box = view.root.querySelector(BOX);
  if (box) view.set({typed: box.value});
};

/**
 * Report a server that cannot be reached: the page would seem to have finished.
 * @param {View} view
 */
const watchAnswer = view => {
  const {packed} = view;
  setTimeout(async () => {
    if (!packed || view.packed !== packed || view.waiting.busy || view.waiting.problem) return;
    try {
      await fetch(location.href, {method: 'HEAD', cache: 'no-store'});
    } catch {
      view.set({waiting: {...view.waiting, problem: say(view.texts, 'offline')}});
    }
  }, ANSWER_WAIT);
};

/** @param {View} view */
export const wireTyped = view => {
  const {root} = view;
  root.addEventListener('input', event => {
    if (!targetOf(event).matches(BOX)) return;
    readTyped(view);
    if (view.waiting.problem) view.set({waiting: {...view.waiting, problem: ''}}); // it was of the sentence before
  });
  // Gradio may write the box with the same answer, or with a draft after a reload, without an event.
  view.subscribe(
    ({packed}) => [packed],
    () => {
      setTimeout(() => readTyped(view), 300);
    },
  );
  root.addEventListener('click', event => {
    if (targetOf(event).closest('#translate')) watchAnswer(view);
  });
  root.addEventListener('keydown', event => {
    if (event.key === 'Enter' && targetOf(event).matches(BOX)) watchAnswer(view);
  });
};
