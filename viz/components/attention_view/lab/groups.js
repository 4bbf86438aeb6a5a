// Groups in the head lab: the state of each layer, column and kind, and heads that are selected to be changed together.

import {make, targetOf, write} from '../../shared/elements.js';
import {clauses, labelled} from '../../shared/locale.js';
import {say, sayCount} from '../../shared/text.js';
import {groupState, headsBetween, headsOfModel, nextGate, toggledSelection} from '../store/head_groups.js';
import {setGates, setLab, toggleGates} from '../changes/changes.js';

/** @import {Lab, Part, View} from '../types.js' */

/**
 * The heads of a button: one, or those of a group.
 * @param {Part} node
 * @returns {string[]}
 */
export const labNames = node => (node.dataset.gate ? [node.dataset.gate] : node.dataset.heads.split(' '));

/**
 * Buttons for what is selected; hidden while nothing is.
 * @param {View} view
 */
export const selectionBar = ({texts}) =>
  make(
    'div',
    {'data-lab': 'selection', class: 'gf-lab-selection', hidden: ''},
    make('span', {'data-lab': 'selected', role: 'status'}),
    ...['off', 'uniform', 'on', 'clear'].map(what =>
      make(
        'button',
        {type: 'button', class: 'gf-lab-button', 'data-selected': what},
        say(texts, `lab.selected.${what}`),
      ),
    ),
  );

/**
 * What a click on a group does next, and the state of its heads, in words and as attributes.
 * @param {View} view
 * @param {Lab} lab
 * @param {Part} host
 */
export const markGroups = (view, lab, host) => {
  const {texts} = view;
  for (const node of host.querySelectorAll('[data-heads]')) {
    const found = groupState(lab.gates, labNames(node));
    const {state, gate, changed, heads} = found;
    const key = state === 'all' ? `lab.group.all.${gate || 'mixed'}` : `lab.group.${state}`;
    const marks = `${state} ${gate} ${changed}`;
    const count = node.nextElementSibling;
    if (node.gfMarks === marks) continue; // usually unchanged
    node.gfMarks = marks;
    const action = say(texts, `lab.do.${nextGate(found)}`, {group: node.dataset.group});
    node.dataset.state = state;
    node.setAttribute(
      'aria-label',
      labelled(node.firstChild.textContent, clauses([action, say(texts, key, {changed, heads})])),
    );
    if (count) count.textContent = state === 'none' ? '' : say(texts, 'lab.count', {changed, heads});
  }
  const selected = new Set(lab.selected);
  const size = lab.selected.length;
  for (const node of host.querySelectorAll('[data-gate]')) {
    const isSelected = selected.has(node.dataset.gate);
    if (node.parentElement.getAttribute('aria-selected') === String(isSelected)) continue;
    node.parentElement.setAttribute('aria-selected', String(isSelected));
    node.toggleAttribute('data-selected-head', isSelected);
  }
  /** @param {string} name */
  const part = name => host.querySelector(`[data-lab="${name}"]`);
  part('selection').hidden = !size && !lab.selecting;
  write(part('selected'), size ? sayCount(texts, 'lab.selected.count', size) : say(texts, 'lab.selected.none'));
  for (const button of host.querySelectorAll('[data-selected]')) button.disabled = !size;
  part('select').setAttribute('aria-pressed', String(lab.selecting));
  const whole = groupState(lab.gates, headsOfModel(view.packed));
  part('all-off').disabled = whole.gate === 'off';
  part('all-on').disabled = whole.state === 'none';
};

/**
 * @param {View} view
 * @param {string[]} names
 */
const toggleSelected = (view, names) =>
  setLab(view, {selected: toggledSelection(view.lab.selected, names), anchor: names[names.length - 1]});

/**
 * Handle a click that selects heads, or changes those that are selected; says whether it was one.
 * @param {View} view
 * @param {MouseEvent} event
 */
export const clickSelection = (view, event) => {
  const {lab} = view;
  const target = targetOf(event);
  const heads = target.closest('[data-gate], [data-heads]');
  const action = target.closest('[data-selected]')?.dataset.selected;
  if (action === 'clear') setLab(view, {selected: [], anchor: null});
  else if (action) setGates(view, lab.selected, action);
  else if (target.closest('[data-lab="select"]')) setLab(view, {selecting: !lab.selecting});
  else if (target.closest('[data-lab="all-off"]')) setGates(view, headsOfModel(view.packed), 'off');
  else if (heads && event.shiftKey && lab.anchor && heads.dataset.gate)
    setLab(view, {selected: [...new Set([...lab.selected, ...headsBetween(lab.anchor, heads.dataset.gate)])]});
  else if (heads && (event.ctrlKey || event.metaKey || event.shiftKey || lab.selecting))
    toggleSelected(view, labNames(heads));
  else return false;
  return true;
};

/**
 * Handle a key on a head or a group: o, u and s, and Escape; says whether it was one of them.
 * @param {View} view
 * @param {Part} node
 * @param {string} key
 */
export const keyOfGroup = (view, node, key) => {
  const {selected} = view.lab;
  const names = selected.length ? selected : labNames(node);
  const gate = {o: 'off', u: 'uniform'}[key];
  if (gate) toggleGates(view, names, gate);
  else if (key === 's') toggleSelected(view, labNames(node));
  else if (key === 'Escape' && selected.length) setLab(view, {selected: [], anchor: null});
  else return false;
  return true;
};
