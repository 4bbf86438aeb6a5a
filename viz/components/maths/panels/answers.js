// Questions of a lab to the server: one at a time, the latest wins; each answer is kept.

import {bytesOf} from '../../shared/bytes.js';

/** @import {Bench} from '../types.js' */

const WAIT = 40; // milliseconds: a dragged control asks at its first place, then at its last
const KEPT = 60; // answers

/**
 * Arrays of the server as nested lists.
 * @param {any} value
 * @returns {any}
 */
export const unpacked = value => {
  if (Array.isArray(value)) return value.map(unpacked);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value.shape) && typeof value.f4 === 'string') {
    const found = new Float32Array(bytesOf(value.f4).buffer);
    return nested(found, value.shape, 0, found.length);
  }
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, unpacked(one)]));
};

/**
 * @param {Float32Array} flat
 * @param {number[]} shape
 * @param {number} from
 * @param {number} to
 * @returns {any}
 */
const nested = (flat, shape, from, to) => {
  if (shape.length <= 1) return Array.from(flat.subarray(from, to));
  const size = shape[0] ? (to - from) / shape[0] : 0;
  return Array.from({length: shape[0]}, (_, i) => nested(flat, shape.slice(1), from + i * size, from + (i + 1) * size));
};

/**
 * Make the object that asks the server for a bench and keeps its answers; `ask` calls back, at once if an answer
 * is kept.
 * @param {Bench} bench
 */
export const makeAsker = bench => {
  /** @type {Map<string, any>} */
  const known = new Map();
  let timer = 0;
  let last = -Infinity;
  let current = 0;
  let turn = 0;
  /**
   * Send a question and keep its answer.
   * @param {string} key
   * @param {Record<string, any>} request
   * @returns {Promise<string | null>} the problem; null without one
   */
  const send = async (key, request) => {
    last = performance.now();
    /** @type {any} */
    let reply;
    try {
      reply = await bench.server?.lab(request);
    } catch (error) {
      console.error(error);
    }
    if (!reply || 'problem' in reply) return reply?.problem ?? '';
    if (known.size >= KEPT) known.delete(/** @type {string} */ (known.keys().next().value));
    known.set(key, unpacked(reply.numbers));
    return null;
  };
  return {
    known,
    /** Forget what was asked for, so that a late answer is not shown. */
    cancel: () => {
      clearTimeout(timer);
      current += 1;
    },
    /** Ask for the same once more. */
    again: () => {
      turn += 1;
    },
    /**
     * Ask one question, or several one after the other: their answer is a list, null where there is none yet.
     * @param {Record<string, any> | Record<string, any>[]} questions
     * @param {(reply: {answer?: any, problem?: string, waiting?: boolean}) => void} answered `waiting` comes with the
     *   answers so far
     */
    ask: (questions, answered) => {
      const requests = [questions].flat().map(values => ({id: bench.facts.id, lab: bench.lab.name, values, turn}));
      const keys = requests.map(request => JSON.stringify(request));
      const own = (current += 1);
      clearTimeout(timer);
      const follow = () => {
        const answers = keys.map(key => known.get(key) ?? null);
        const at = answers.indexOf(null);
        const isWaiting = at >= 0;
        const answer = Array.isArray(questions) ? answers.some(Boolean) && answers : answers[0];
        answered({...(answer && {answer}), ...(isWaiting && {waiting: true})});
        if (isWaiting)
          later(async () => {
            const problem = await send(keys[at], requests[at]);
            if (current !== own) return;
            if (problem === null) follow();
            else answered({problem});
          });
      };
      const wait = performance.now() - last > WAIT ? 0 : WAIT; // of the first question
      let isFirst = true;
      const later = (/** @type {() => void} */ run) => {
        if (isFirst && wait) timer = setTimeout(run, wait);
        else run();
        isFirst = false;
      };
      follow();
    },
  };
};
