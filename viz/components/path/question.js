// The question of a chapter: one exercise at a time, another on demand.

import {say} from '../shared/text.js';
import {askExercises, keepAnswer} from '../shared/exercises/asking.js';
import {showExercise} from '../shared/exercises/exercise.js';

/** @import {Part, Server, Texts} from '../shared/types.js' */
/** @import {SentExercise} from '../shared/wire.js' */

/**
 * @param {(name: string) => Part} part
 * @param {Server | null} server
 * @param {() => Texts} texts
 */
export const makeQuestion = (part, server, texts) => {
  let asked = {id: '', chapter: '', seed: 0};
  let next = 0;
  let turn = 0;
  let left = () => {};
  let found = {exercises: /** @type {SentExercise[]} */ ([]), texts: /** @type {Texts} */ ({})};
  const note = (/** @type {string} */ words) => {
    part('question-note').textContent = words;
  };
  const clear = () => {
    left();
    left = () => {};
    part('exercise').replaceChildren();
    part('exercise').removeAttribute('data-is');
    part('another').hidden = true;
    note('');
  };
  /** Show the next exercise; after the last one, the first of another seed. */
  const show = async (/** @type {Event | undefined} */ pressed = undefined) => {
    const own = (turn += 1);
    part('ask').hidden = true;
    if (next >= found.exercises.length) {
      if (found.exercises.length) asked = {...asked, seed: asked.seed + 1};
      next = 0;
      note(say(texts(), 'question.loading'));
      try {
        const reply = await askExercises(server, texts(), asked);
        if (own !== turn) return;
        found = reply;
      } catch (error) {
        if (own !== turn) return;
        note(error instanceof Error ? error.message : '');
        part('ask').hidden = !part('another').hidden;
        return;
      }
    }
    clear();
    const exercise = found.exercises[next++];
    if (!exercise) {
      note(say(texts(), 'question.none'));
      return;
    }
    left = showExercise(part('exercise'), {
      exercise,
      texts: found.texts,
      isAlone: true,
      answered: isRight => {
        keepAnswer(exercise, isRight);
        part('another').hidden = false;
      },
    });
    if (pressed) part('question').scrollIntoView({block: 'nearest'});
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
      asked = {id, chapter, seed: 0};
      next = 0;
      found = {exercises: [], texts: {}};
      clear();
      part('ask').hidden = !waits;
      if (!waits) show();
    },
    /** Forget what was asked: the words of the page have changed. */
    renew: () => {
      asked = {id: '', chapter: '', seed: 0};
    },
  };
};
