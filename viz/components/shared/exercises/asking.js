// Exercises of the server, and what was answered, which the browser keeps.

import {keepUnder, keptUnder} from '../keeping.js';
import {say} from '../text.js';

/** @import {Server, Texts} from '../types.js' */
/** @import {SentExercise} from '../wire.js' */

const KEPT = 'glassformer.answers'; // in the browser's own store: whether an exercise was answered right
const GIVEN = 'glassformer.given'; // what was answered, of each exercise the last; the last one answered is the last

export const ANSWERED = 'gf-answered'; // event of the document, after an answer is kept

/**
 * Ask for the exercises of a chapter about a translation.
 * @param {Server | null} server
 * @param {Texts} texts
 * @param {{id: string, chapter: string, seed: number}} asked
 * @returns {Promise<{exercises: SentExercise[], texts: Texts}>}
 */
export const askExercises = async (server, texts, asked) => {
  const reply = await server?.exercises(asked);
  if (!reply || typeof reply.problem === 'string') throw new Error(reply?.problem ?? say(texts, 'failed'));
  return {exercises: reply.exercises, texts: {...texts, ...reply.texts}};
};

/**
 * How each exercise was answered last, by `<chapter>.<name>`.
 * @returns {Record<string, boolean>}
 */
export const keptAnswers = () => keptUnder(KEPT);

/**
 * @param {SentExercise} exercise
 * @param {boolean} isRight
 */
export const keepAnswer = ({chapter, name}, isRight) => {
  keepUnder(KEPT, {...keptAnswers(), [`${chapter}.${name}`]: isRight});
  document.dispatchEvent(new Event(ANSWERED));
};

/**
 * What an exercise was made for: the translation, and the seed of its choices.
 * @typedef {{id: string, seed: number}} About
 */

/** @typedef {{given: any, isOver: boolean}} Given isOver: the right answer is shown */

/**
 * What was answered in an exercise; null for nothing.
 * @param {Pick<SentExercise, 'chapter' | 'name'>} exercise
 * @param {About} about
 * @returns {Given | null}
 */
export const keptGiven = ({chapter, name}, {id, seed}) => {
  const found = keptUnder(GIVEN)[`${chapter}.${name}`];
  return found?.id === id && found.seed === seed ? {given: found.given, isOver: found.isOver} : null;
};

/**
 * @param {Pick<SentExercise, 'chapter' | 'name'>} exercise
 * @param {About} about
 * @param {Given} given
 */
export const keepGiven = ({chapter, name}, {id, seed}, {given, isOver}) => {
  const all = keptUnder(GIVEN);
  const key = `${chapter}.${name}`;
  delete all[key]; // so that it becomes the last one
  all[key] = {id, seed, given, isOver};
  keepUnder(GIVEN, all);
};

/**
 * The exercise of a chapter that was answered last about a translation; null for none.
 * @param {string} id of the translation
 * @param {string} chapter
 */
export const lastGiven = (id, chapter) => {
  const found = Object.entries(keptUnder(GIVEN)).findLast(
    ([key, one]) => key.startsWith(`${chapter}.`) && one?.id === id,
  );
  return found ? {name: found[0].slice(chapter.length + 1), seed: /** @type {number} */ (found[1].seed)} : null;
};

/** Forget all answers. */
export const forgetAnswers = () => {
  for (const name of [KEPT, GIVEN]) keepUnder(name, {});
};
