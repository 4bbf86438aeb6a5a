// Questions of a lab to the server: one at a time, the latest wins; each answer is kept.

import {bytesOf} from '../../shared/bytes.js';

/** @import {Bench} from '../types.js' */

const WAIT = 40;  // milliseconds: a dragged control asks at its first place, then at its last
const KEPT = 60;  // answers

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
 * What asks for a bench; `ask` calls back with each answer, or at once with one that is known.
 * @param {Bench} bench
 */
export const makeAsker = bench => {
  /** @type {Map<string, any>} */
  const known = new Map();
  let timer = 0, last = -Infinity, current = '', turn = 0;
  /**
   * @param {string} key
   * @param {Record<string, any>} request
   * @param {(reply: any) => void} told
   */
  const send = async (key, request, told) => {
    last = performance.now();
    /** @type {any} */
    let reply;
    try { reply = await bench.server?.lab(request); } catch (error) { console.error(error); }
    const found = reply && !('problem' in reply) ? unpacked(reply.numbers) : null;
    if (found) {
      if (known.size >= KEPT) known.delete(/** @type {string} */ (known.keys().next().value));
      known.set(key, found);
    }
    if (current === key) told(found ? {answer: found} : {problem: reply?.problem ?? ''});
  };
  return {
    known,
    /** Forget what was asked for, so that a late answer is not shown. */
    cancel: () => { clearTimeout(timer); current = ''; },
    /** Ask for the same once more. */
    again: () => { turn += 1; },
    /**
     * @param {Record<string, any>} values
     * @param {(reply: {answer?: any, problem?: string, waiting?: boolean}) => void} told
     */
    ask: (values, told) => {
      const request = {id: bench.facts.id, lab: bench.lab.name, values: JSON.stringify(values), turn}, key = JSON.stringify(request);
      clearTimeout(timer);
      current = key;
      if (known.has(key)) { told({answer: known.get(key)}); return; }
      told({waiting: true});
      const wait = performance.now() - last > WAIT ? 0 : WAIT;
      if (wait) timer = setTimeout(() => send(key, request, told), wait);
      else send(key, request, told);
    },
  };
};
