// The state of a run: a word, its progress, a few facts, and its error.

import {make, write} from '../shared/elements.js';
import {clamp} from '../shared/numbers.js';

/** @import {Gradio, Part} from '../shared/types.js' */

/**
 * What Python packs (run_state/__init__.py).
 * @typedef {{tone: string, state: string, summary: string, progress: number | null, facts: [string, string][],
 *   message: string, log: string}} RunState
 */

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
 * The facts; rows stay as they are, but for the values that are new.
 * @param {Part} view
 * @param {[string, string][]} facts
 */
const drawFacts = (view, facts) => {
  const host = view.querySelector('.gf-run-facts');
  if (host.children.length !== facts.length)
    host.replaceChildren(...facts.map(() => make('div', {}, make('dt'), make('dd'))));
  facts.forEach((words, i) => words.forEach((text, part) => write(host.children[i].children[part], text)));
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
  drawFacts(view, state.facts);
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
