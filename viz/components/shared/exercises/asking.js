// Exercises of the server, and what was answered, which the browser keeps.

import {keepUnder, keptUnder} from '../keeping.js';
import {say} from '../text.js';

/** @import {Server, Texts} from '../types.js' */
/** @import {SentExercise} from '../wire.js' */

const KEPT = 'glassformer.answers'; // in the browser's own store

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

/** Forget all answers. */
export const forgetAnswers = () => keepUnder(KEPT, {});
