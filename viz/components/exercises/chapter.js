// A chapter of the self-test: folded among others, and asked for once it is opened.

import {make} from '../shared/elements.js';
import {askExercises} from '../shared/exercises/asking.js';
import {showExercise} from '../shared/exercises/exercise.js';
import {say} from '../shared/text.js';

/** @import {Part, Server, Texts} from '../shared/types.js' */

/**
 * What is asked about.
 * @typedef {object} TestContext
 * @property {Server | null} server
 * @property {() => Texts} texts
 * @property {string} id of the translation
 * @property {number} seed
 * @property {(leave: () => void) => void} keep takes what lets go of an exercise
 */

/**
 * Ask for the exercises of a chapter and draw them; returns whether they came.
 * @param {string} chapter
 * @param {TestContext} about
 * @param {HTMLElement} list
 */
const drawExercises = async (chapter, {server, texts, id, seed, keep}, list) => {
  const note = make('p', {class: 'gf-test-hint', role: 'status'}, say(texts(), 'test.loading'));
  list.replaceChildren(note);
  try {
    const {exercises, texts: words} = await askExercises(server, texts(), {id, chapter, seed});
    if (!list.isConnected) return true; // another list has taken its place
    const items = exercises.map(exercise => {
      const host = /** @type {Part} */ (/** @type {unknown} */ (make('li', {'data-name': exercise.name})));
      keep(showExercise(host, {exercise, about: {id, seed}, texts: words}));
      return host;
    });
    if (items.length) list.replaceChildren(make('ol', {}, ...items));
    else note.textContent = say(texts(), 'test.none');
    return true;
  } catch (error) {
    note.textContent = error instanceof Error ? error.message : '';
    return false;
  }
};

/**
 * @param {string} chapter
 * @param {TestContext} about
 * @param {boolean} open
 */
export const drawChapter = (chapter, about, open) => {
  const title = make('summary', {}, make('h3', {}, say(about.texts(), `title.${chapter}`)), make('span', {}));
  const list = make('div', {});
  const section = make('details', {'data-chapter': chapter, open: open ? '' : null}, title, list);
  let isAsked = false;
  section.addEventListener('toggle', async () => {
    if (isAsked || !(/** @type {HTMLDetailsElement} */ (section).open)) return;
    isAsked = true;
    isAsked = await drawExercises(chapter, about, list); // what failed is asked for again when it is opened
  });
  return section;
};
