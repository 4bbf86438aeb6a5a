// The lines of the project that computed the numbers of the current lens, below the figure and closed at first.

import {drawListings} from '../../shared/listing.js';
import {say} from '../../shared/text.js';
import {shownPacked} from '../store/selectors.js';

/** @import {LensCode, View} from '../types.js' */

// Requests of the lines that compute the current lens, made only while a visitor has them open.

const MOST_KEPT = 40; // lenses and kinds of the latest translations

/** @param {View} view */
const keyOf = view => `${shownPacked(view).id} ${view.choice.lens} ${view.choice.kind}`;

/**
 * The lines of the lens, the kind and the translation that are shown; null while they are not known.
 * @param {View} view
 */
const knownCode = view => view.codes.get(keyOf(view)) ?? null;

/**
 * Ask again for what did not arrive.
 * @param {View} view
 */
const forgetFailure = view => {
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
const fetchCode = async view => {
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

/** What is drawn in each view. @type {WeakMap<View, unknown>} */
const drawn = new WeakMap();

/** @param {View} view */
const drawCode = view => {
  const {
    texts,
    codeOpen,
    choice: {lens, kind},
  } = view;
  const known = knownCode(view);
  const lines = view.part('code-lines');
  view.part('code').hidden = !view.server?.lens_code;
  if (!codeOpen) return;
  if (!known) fetchCode(view);
  const waits = known ? '' : say(texts, 'code.wait');
  view.part('code-note').textContent = known && !known.code ? known.problem || say(texts, 'code.failed') : waits;
  lines.setAttribute('aria-busy', String(!known)); // of another lens or sentence until the answer is here
  if (!known || drawn.get(view) === known) return;
  drawn.set(view, known);
  lines.replaceChildren(...drawListings(texts, known.code ?? []));
  lines.dataset.lists = `${lens} ${kind}`;
};

/** @param {View} view */
export const wireCode = view => {
  const part = /** @type {HTMLDetailsElement} */ (/** @type {HTMLElement} */ (view.part('code')));
  part.addEventListener('toggle', () => {
    if (part.open) forgetFailure(view);
    view.set({codeOpen: part.open});
  });
  view.show(
    ({codes, codeOpen, variant, choice: {lens, kind, side}}) => [codes, codeOpen, variant, lens, kind, side],
    drawCode,
  );
};
