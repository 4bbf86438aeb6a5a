// The same sentences, translated at one validation after another: a table, and a choice of the validation.

import {make, write} from '../shared/elements.js';
import {followNarrow} from '../shared/watching.js';

/** @import {Gradio, Part} from '../shared/types.js' */

/**
 * What Python packs (sample_table/__init__.py).
 * @typedef {{step: number, label: string, first: boolean, translations: [string, boolean][][]}} Step
 * @typedef {{name: string, words: Record<string, string>, sentences: [string, string][], steps: Step[]}} Samples
 */

/**
 * The table, and the step of the validation that is shown; null follows the latest one.
 * @typedef {{root: Part, props: Gradio['props'], name: string | null, chosen: number | null}} SampleView
 */

const NARROW = 520; // pixels of the table's own width

/**
 * @param {SampleView} view
 * @returns {Samples | null}
 */
const samplesOf = ({props}) => (props.value ? JSON.parse(props.value) : null);

/**
 * The number of the validation that is shown.
 * @param {Step[]} steps
 * @param {number | null} chosen
 */
const shownIndex = (steps, chosen) => {
  const found = chosen === null ? -1 : steps.findIndex(({step}) => step === chosen);
  return found < 0 ? steps.length - 1 : found;
};

/**
 * @param {SampleView} view
 * @param {Samples} samples
 * @param {number} index
 */
const drawChoice = ({root}, {steps, words}, index) => {
  const choice = root.querySelector('select');
  const last = steps.length - 1;
  const labels = steps.map(({label}, i) => (i === last ? `${label} · ${words.latest}` : label));
  /** @type {HTMLOptionElement[]} */
  const options = [...choice.options];
  if (options.length !== labels.length || options.some((option, i) => option.textContent !== labels[i]))
    choice.replaceChildren(...labels.map((label, i) => make('option', {value: i}, label)));
  choice.selectedIndex = index;
  choice.setAttribute('aria-label', words.choose);
  for (const [by, name, off] of [
    [-1, words.earlier, index === 0],
    [1, words.later, index === last],
  ]) {
    const button = root.querySelector(`[data-go="${by}"]`);
    button.disabled = off;
    button.title = name;
    button.setAttribute('aria-label', name);
  }
};

/** @param {SampleView} view */
const draw = view => {
  const {root} = view;
  const samples = samplesOf(view);
  root.hidden = !samples;
  if (!samples) return;
  if (samples.name !== view.name) Object.assign(view, {name: samples.name, chosen: null});
  const {words, sentences, steps} = samples;
  const index = shownIndex(steps, view.chosen);
  const step = steps[index];
  const columns = [words.source, words.reference, words.translation];
  drawChoice(view, samples, index);
  write(root.querySelector('.gf-samples-title'), words.title);
  write(root.querySelector('.gf-samples-note'), step.first ? words.first : words.note);
  root.querySelector('thead tr').replaceChildren(...columns.map(column => make('th', {scope: 'col'}, column)));
  root.querySelector('tbody').replaceChildren(
    ...sentences.map(([source, reference], i) => {
      const pieces = step.translations[i].map(([text, changed]) => (changed ? make('mark', {}, text) : text));
      return make(
        'tr',
        {},
        ...[[source], [reference], pieces].map((cell, column) => make('td', {'data-column': columns[column]}, ...cell)),
      );
    }),
  );
};

/**
 * @param {SampleView} view
 * @param {number} index
 */
const choose = (view, index) => {
  const {steps} = /** @type {Samples} */ (samplesOf(view));
  view.chosen = index === steps.length - 1 ? null : steps[index].step;
  draw(view);
};

/**
 * Start the component in its element.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, watch}) => {
  const root = element.querySelector('.gf-samples');
  const choice = root.querySelector('select');
  /** @type {SampleView} */
  const view = {root, props, name: null, chosen: null};
  choice.addEventListener('change', () => choose(view, choice.selectedIndex));
  for (const button of root.querySelectorAll('[data-go]'))
    button.addEventListener('click', () => choose(view, choice.selectedIndex + Number(button.dataset.go)));
  followNarrow(root, NARROW);
  watch('value', () => draw(view));
  draw(view);
};
