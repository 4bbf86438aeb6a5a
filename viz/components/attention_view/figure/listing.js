// Requests of the lines that compute the current lens, made only while a visitor has them open.

import {shownPacked} from '../store/selectors.js';

/** @import {LensCode, View} from '../types.js' */

const MOST_KEPT = 40; // lenses and kinds of the latest translations

/** @param {View} view */
const keyOf = view => `${shownPacked(view).id} ${view.choice.lens} ${view.choice.kind}`;

/**
 * The lines of the lens, the kind and the translation that are shown; null while they are not known.
 * @param {View} view
 */
export const knownCode = view => view.codes.get(keyOf(view)) ?? null;

/**
 * Ask again for what did not arrive.
 * @param {View} view
 */
export const forgetFailure = view => {
  const known = knownCode(view);
  const codes = new Map(view.codes);
  if (!known || known.code || known.problem) return;
  codes.delete(keyOf(view));
  view.set({codes});
};

/**
 * @param {View} view
 * @param {string} key
 * @param {LensCode | null} code
 */
const keep = (view, key, code) => {
  const codes = new Map(view.codes).set(key, code);
  for (const old of codes.keys()) if (codes.size > MOST_KEPT && codes.get(old)) codes.delete(old);
  view.set({codes});
};

/** @param {View} view */
export const fetchCode = async view => {
  const {
    server,
    choice: {lens, kind},
  } = view;
  const {id} = shownPacked(view);
  const key = keyOf(view);
  if (view.codes.has(key)) return;
  keep(view, key, null);
  let reply = null;
  try {
    reply = await server?.lens_code({id, lens, kind});
  } catch (error) {
    console.error(error);
  }
  keep(
    view,
    key,
    Array.isArray(reply?.code)
      ? {code: reply.code}
      : {problem: typeof reply?.problem === 'string' ? reply.problem : ''},
  );
};
