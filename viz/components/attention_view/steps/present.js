// The presentation: large type, the figure across the screen, keys for everything; the next token hidden until a class
// has guessed it.

import {targetOf} from '../../shared/elements.js';
import {clamp} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';
import {kindsOf} from '../numbers/payload.js';
import {shownPacked} from '../store/selectors.js';
import {moveLayer} from '../store/shown_heads.js';
import {togglePlaying} from '../store/playing.js';
import {closePanels} from '../widgets/controls.js';

/** @import {View} from '../types.js' */

const AROUND = 400; // pixels of the screen for all but the figure: title, translation in two lines, step, axes, keys

const PHONE = 600; // pixels of a screen on which the figure keeps its usual size

/**
 * How tall the figure may be, in pixels; 0 where it is as on the page.
 */
export const stageHeight = () => (innerWidth < PHONE ? 0 : Math.max(240, innerHeight - AROUND));

/**
 * Begin, unless there is nothing to show or this place does not offer it.
 * @param {View} view
 */
const start = view => {
  if (!view.packed || view.part('present').hidden) return;
  const {rows, grow} = view.choice;
  closePanels(view);
  view.set({stage: {before: {rows, grow}, veil: ''}});
  view.root.focus({preventScroll: true});
};

/** @param {View} view */
const end = view => {
  const {before, veil} = view.stage ?? {};
  view.set({stage: null});
  if (veil) view.change(before ?? {});
  view.find('[data-opens="more"]').focus({preventScroll: true});
};

/**
 * Hide the token that the step predicts and all after it; show it; hide the next one.
 * @param {View} view
 */
const turnVeil = view => {
  const {stage} = view;
  if (!stage) return;
  view.set({stage: {...stage, veil: stage.veil === 'hidden' ? 'shown' : 'hidden'}});
  view.change({rows: 'read', grow: true, pin: null, hover: null});
};

/**
 * Show all tokens, with the choices of before.
 * @param {View} view
 */
const liftVeil = view => {
  const {stage} = view;
  if (!stage) return;
  view.set({stage: {...stage, veil: ''}});
  view.change(stage.before);
};

/**
 * Move by a step and hide its predicted token again.
 * @param {View} view
 * @param {number} by
 */
const walk = (view, by) => {
  const {stage} = view;
  const last = shownPacked(view).predicted_tokens.length - 1;
  if (stage?.veil === 'shown') view.set({stage: {...stage, veil: 'hidden'}});
  view.change({step: clamp(view.choice.step + by, 0, last), pin: null});
};

/** @type {Record<string, (view: View) => void>} */
const KEYS = {
  Escape: end,
  ' ': togglePlaying,
  h: turnVeil,
  a: liftVeil,
  ArrowLeft: view => walk(view, -1),
  ArrowRight: view => walk(view, 1),
  ArrowUp: view => moveLayer(view, 1),
  ArrowDown: view => moveLayer(view, -1),
  k: view => {
    const kinds = kindsOf(shownPacked(view));
    view.change({kind: kinds[(kinds.indexOf(view.choice.kind) + 1) % kinds.length], cell: null});
  },
};

/**
 * @param {View} view
 * @param {KeyboardEvent} event
 */
const press = (view, event) => {
  const isTyping = targetOf(event).matches('input:not([type=range]), textarea, select');
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
  if (!view.stage) {
    if (event.key === 'p') start(view);
    return;
  }
  const onButton = targetOf(event).matches('button') && (event.key === ' ' || event.key === 'Enter');
  const [, heads] = shownPacked(view).kinds[view.choice.kind].shape;
  const head = Number(event.key) - 1;
  if (onButton) return;
  if (event.key in KEYS) KEYS[event.key](view);
  else if (head >= 0 && head < heads) view.change({head, cell: null});
  else return;
  event.preventDefault();
};

/** @param {View} view */
const drawStage = view => {
  const {root, stage, texts} = view;
  const keys = view.part('presenting');
  document.body.classList.toggle('gf-on-stage', Boolean(stage));
  root.dataset.veil = stage?.veil ?? '';
  keys.hidden = !stage;
  if (!stage) return;
  const [, heads] = shownPacked(view).kinds[view.choice.kind].shape;
  view.part('presenting-keys').textContent = say(texts, stage.veil ? 'present.keys.veiled' : 'present.keys', {
    heads: Math.min(heads, 9),
  });
};

/** @param {View} view */
export const wirePresentation = view => {
  view.root.tabIndex = -1;
  view.show(({stage}) => [stage], drawStage);
  view.part('present').addEventListener('click', () => start(view));
  view.part('present-end').addEventListener('click', () => end(view));
  view.root.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => press(view, event));
};
