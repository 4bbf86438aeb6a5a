// The lines of the project that computed the numbers of the current lens, below the figure and closed at first.

import {drawListings} from '../../shared/listing.js';
import {say} from '../../shared/text.js';
import {fetchCode, forgetFailure, knownCode} from './listing.js';

/** @import {View} from '../types.js' */

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
