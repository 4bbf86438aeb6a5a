// The question of a chapter: one exercise at a time, another on demand. A reader who comes back finds it as it was,
// after a reload of the page the one that was answered last.

import {make} from '../shared/elements.js';
import {say} from '../shared/text.js';
import {askExercises, lastGiven} from '../shared/exercises/asking.js';
import {showExercise} from '../shared/exercises/exercise.js';

/** @import {Part, Server, Texts} from '../shared/types.js' */
/** @import {SentExercise} from '../shared/wire.js' */

/**
 * What was asked in a chapter.
 * @typedef {object} Asked
 * @property {string} id of the translation
 * @property {string} chapter
 * @property {number} seed
 * @property {string} first name of the exercise to begin with
 * @property {number} next place in `exercises`
 * @property {SentExercise[]} exercises
 * @property {Texts} texts
 * @property {Part | null} shown the exercise as it stands
 * @property {boolean} isAnswered
 * @property {() => void} leave lets go of the address
 */

/**
 * @param {(name: string) => Part} part
 * @param {Server | null} server
 * @param {() => Texts} texts
 */
export const makeQuestion = (part, server, texts) => {
  /** @returns {Asked} */
  const fresh = (id = '', chapter = '') => ({
    id,
    chapter,
    seed: 0,
    first: '',
    next: 0,
    exercises: [],
    texts: {},
    shown: null,
    isAnswered: false,
    leave: () => {},
  });
  let asked = fresh();
  /** @type {Map<string, Asked>} of the translation, by chapter */
  const left = new Map();
  let turn = 0;
  const note = (/** @type {string} */ words) => {
    part('question-note').textContent = words;
  };
  /** @param {boolean} waits whether a button has to be pressed first */
  const draw = waits => {
    part('exercise').replaceChildren(...(asked.shown ? [asked.shown] : []));
    part('another').hidden = !asked.isAnswered;
    part('ask').hidden = !waits;
    note('');
  };
  /** Show the next exercise; after the last one, the first of another seed. */
  const show = async (/** @type {Event | undefined} */ pressed = undefined) => {
    const own = (turn += 1);
    const of = asked;
    part('ask').hidden = true;
    if (of.next >= of.exercises.length) {
      if (of.exercises.length) Object.assign(of, {seed: of.seed + 1, first: ''});
      note(say(texts(), 'question.loading'));
      try {
        Object.assign(of, await askExercises(server, texts(), {id: of.id, chapter: of.chapter, seed: of.seed}));
      } catch (error) {
        if (own !== turn) return;
        note(error instanceof Error ? error.message : '');
        part('ask').hidden = !part('another').hidden;
        return;
      }
      if (own !== turn) return;
      of.next = Math.max(
        0,
        of.exercises.findIndex(({name}) => name === of.first),
      );
    }
    const exercise = of.exercises[of.next++];
    of.leave();
    Object.assign(of, {shown: null, isAnswered: false, leave: () => {}});
    if (exercise) {
      of.shown = /** @type {Part} */ (/** @type {unknown} */ (make('div', {})));
      of.leave = showExercise(of.shown, {
        exercise,
        about: {id: of.id, seed: of.seed},
        texts: of.texts,
        isAlone: true,
        answered: () => {
          of.isAnswered = true;
          part('another').hidden = false;
        },
      });
    }
    draw(false);
    if (!exercise) note(say(texts(), 'question.none'));
    if (pressed) part('question').scrollIntoView({block: 'nearest'});
  };
  const forget = () => {
    for (const {leave} of left.values()) leave();
    left.clear();
  };
  part('ask').addEventListener('click', show);
  part('another').addEventListener('click', show);
  return {
    /**
     * Ask about a translation; the question stays while both are the same.
     * @param {{id: string, chapter: string, waits: boolean}} given whether a button has to be pressed first
     */
    begin: ({id, chapter, waits}) => {
      if (asked.id === id && asked.chapter === chapter) return;
      turn += 1;
      if (asked.id !== id) forget();
      const found = left.get(chapter);
      const kept = found ? null : lastGiven(id, chapter);
      asked = found ?? {...fresh(id, chapter), ...(kept && {seed: kept.seed, first: kept.name})};
      left.set(chapter, asked);
      const mayShow = !waits || kept !== null;
      draw(!mayShow && !asked.shown);
      if (mayShow && !asked.shown) show();
    },
    /** Forget what was asked: the words of the page have changed. */
    renew: () => {
      forget();
      asked = fresh();
    },
  };
};
