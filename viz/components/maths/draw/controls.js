// The controls of a lab as elements; each change is reported at once.

import {make} from '../../shared/elements.js';
import {markedToken, say} from '../../shared/text.js';
import {boundsOf, readValue} from '../model/controls.js';

/** @import {Bench, Control, Value} from '../types.js' */

/** @typedef {(name: string, value: Value) => void} Changed */

/**
 * A slider with a box of the same number.
 * @param {Bench} bench
 * @param {Control} control
 * @param {{id: string, changed: Changed}} given
 */
const rangeParts = ({facts, values}, control, {id, changed}) => {
  const {low: min, high: max} = boundsOf(control, facts);
  const step = control.step ?? 1;
  const value = values[control.name];
  const slider = make('input', {type: 'range', id, min, max, step, value});
  const box = make('input', {type: 'number', min, max, step, value, 'aria-labelledby': `${id}-label`});
  const fill = () =>
    slider.style.setProperty('--share', `${max > min ? (100 * (Number(slider.value) - min)) / (max - min) : 0}%`);
  slider.addEventListener('input', () => {
    box.value = slider.value;
    fill();
    changed(control.name, Number(slider.value));
  });
  box.addEventListener('input', () => {
    const found = readValue(control, box.value, facts);
    if (found === null || Number(box.value) !== found) return;
    slider.value = String(found);
    fill();
    changed(control.name, found);
  });
  box.addEventListener('change', () => {
    // out of bounds or between two steps: to the nearest that is allowed
    const found = readValue(control, box.value, facts) ?? Number(slider.value);
    box.value = slider.value = String(found);
    fill();
    changed(control.name, found);
  });
  fill();
  return [make('span', {class: 'gf-lab-range'}, slider, box)];
};

/**
 * @param {Bench} bench
 * @param {Control} control
 * @param {{id: string, changed: Changed}} given
 */
const selectParts = ({lab, texts, facts, values}, control, {id, changed}) => {
  const {name, kind, options = [], names} = control;
  const entries =
    kind === 'pick'
      ? (names?.(facts) ?? []).map((text, i) => [String(i), text ? `${i + 1} · ${markedToken(text)}` : String(i + 1)])
      : options.map(option => [option, say(texts, `${lab.name}.${name}.${option}`)]);
  const list = make('select', {id}, ...entries.map(([value, text]) => make('option', {value}, text)));
  list.value = String(values[name]);
  list.addEventListener('change', () => changed(name, kind === 'pick' ? Number(list.value) : list.value));
  return [list];
};

/**
 * @param {Bench} bench
 * @param {Control} control
 * @param {{id: string, changed: Changed}} given
 */
const entryParts = ({values}, {name, lines = 1, most}, {id, changed}) => {
  const box =
    lines > 1
      ? make('textarea', {id, rows: lines, maxlength: most, dir: 'auto'})
      : make('input', {type: 'text', id, maxlength: most, dir: 'auto'});
  box.value = values[name];
  box.addEventListener('input', () => changed(name, box.value));
  return [box];
};

/**
 * One control with its label and hint.
 * @param {Bench} bench
 * @param {Control} control
 * @param {Changed} changed
 */
const drawControl = (bench, control, changed) => {
  const {lab, texts, values} = bench;
  const {name, kind} = control;
  const id = `gf-${lab.name}-${name}`;
  const label = say(texts, `${lab.name}.${name}.label`);
  const key = `${lab.name}.${name}.info`;
  const hint = texts[key] ? [make('small', {}, texts[key])] : [];
  if (kind === 'toggle') {
    const box = make('input', {type: 'checkbox', id});
    box.checked = Boolean(values[name]);
    box.addEventListener('change', () => changed(name, box.checked));
    return make(
      'div',
      {class: 'gf-lab-control', 'data-control': name},
      make('label', {class: 'gf-lab-toggle'}, box, label),
      ...hint,
    );
  }
  const parts = {range: rangeParts, choice: selectParts, pick: selectParts, entry: entryParts}[kind](bench, control, {
    id,
    changed,
  });
  return make(
    'div',
    {class: 'gf-lab-control', 'data-control': name},
    make('label', {for: id, id: `${id}-label`}, label),
    ...parts,
    ...hint,
  );
};

/**
 * Every control of the lab.
 * @param {Bench} bench
 * @param {Changed} changed
 */
export const drawControls = (bench, changed) => {
  bench.part('controls').replaceChildren(...bench.lab.controls.map(control => drawControl(bench, control, changed)));
};
