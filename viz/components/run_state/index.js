// The state of a run: a word, its progress, a few facts, and its error.

import {make} from '../shared/elements.js';
import {clamp} from '../shared/numbers.js';

/** @import {Gradio, Part} from '../shared/types.js' */

/**
 * What Python packs (run_state/__init__.py).
 * @typedef {{tone: string, state: string, summary: string, progress: number | null, facts: [string, string][],
 *   message: string, log: string}} RunState
 */

/**
 * Set the text of a node; an unchanged text is not announced again.
 * @param {HTMLElement} node
 * @param {string} text
 */
const write = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
};

/**
 * @param {Part} view
 * @param {RunState} state
 */
const drawProgress = (view, {summary, progress}) => {
  const bar = view.querySelector('.gf-run-bar');
  const percent = 100 * clamp(progress ?? 0, 0, 1);
  bar.hidden = progress === null;
  bar.setAttribute('aria-label', summary);
  bar.setAttribute('aria-valuenow', percent.toFixed(0));
  bar.firstElementChild.style.width = `${percent}%`;
};

/**
 * @param {Part} view
 * @param {string} text
 */
const drawLog = (view, text) => {
  const log = view.querySelector('.gf-run-log');
  if (log.textContent === text) return;
  log.textContent = text;
  log.scrollTop = log.scrollHeight; // the error is at the end
};

/**
 * @param {Part} view
 * @param {string} value
 */
const draw = (view, value) => {
  if (!value) return;
  /** @type {RunState} */
  const state = JSON.parse(value);
  view.dataset.tone = state.tone;
  write(view.querySelector('b'), state.state);
  write(view.querySelector('.gf-run-summary'), state.summary);
  write(view.querySelector('.gf-run-message'), state.message);
  drawLog(view, state.log);
  drawProgress(view, state);
  view
    .querySelector('.gf-run-facts')
    .replaceChildren(...state.facts.map(([name, fact]) => make('div', {}, make('dt', {}, name), make('dd', {}, fact))));
};

/**
 * Start the component in its element.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, watch}) => {
  const view = element.querySelector('.gf-run');
  watch('value', () => draw(view, props.value));
  draw(view, props.value);
};
