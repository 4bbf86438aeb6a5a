// The frame of the head lab: a button for each head, one for each row and column of them, and space for the result.

import {make, targetOf, withKeys, write} from '../../shared/elements.js';
import {KINDS} from '../../shared/kinds.js';
import {clauses, labelled} from '../../shared/locale.js';
import {say, sayCount} from '../../shared/text.js';
import {setGates, setLab, toggleGates} from '../changes/changes.js';
import {headOfName} from '../numbers/heads.js';
import {groupState, headsBetween, headsOfKind, headsOfModel, nextGate, toggledSelection} from '../store/head_groups.js';

/** @import {Attributes, Child, Kind, Lab, Part, View} from '../types.js' */

// Groups in the head lab: the state of each layer, column and kind, and heads that are selected to be changed together.

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
const selectionBar = ({texts}) =>
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

/**
 * @param {View} view
 * @param {Kind} kind
 * @param {number} layer
 * @param {number} head
 * @param {number} row
 * @param {number} column
 */
const labTile = (view, kind, layer, head, row, column) =>
  make(
    'button',
    {
      type: 'button',
      class: 'gf-lab-tile',
      'data-gate': `${kind}.${layer}.${head}`,
      'data-at': `${row},${column}`,
      tabindex: -1,
    },
    make('span', {class: 'gf-lab-loss', 'aria-hidden': 'true'}),
  );

/**
 * @param {string} text
 * @param {string} group what its heads are called
 * @param {string[]} heads
 * @param {number} row
 * @param {number} column
 */
const labHeader = (text, group, heads, row, column) =>
  make(
    'button',
    {
      type: 'button',
      class: 'gf-lab-header',
      'data-heads': heads.join(' '),
      'data-group': group,
      'data-at': `${row},${column}`,
      tabindex: -1,
    },
    text,
  );

/**
 * One kind: its name, a header for each column and row, and a button for each head.
 * @param {View} view
 * @param {Kind} kind
 */
const labBlock = (view, kind) => {
  const {packed, texts} = view;
  const [layers, heads] = packed.kinds[kind].shape;
  /** @param {number} n */
  const range = n => Array.from({length: n}, (_, i) => i);
  const all = headsOfKind(packed, kind);
  const name = say(texts, `kind.${kind}`);
  /**
   * @param {string} role
   * @param {...Node} nodes
   */
  const cell = (role, ...nodes) => make('div', {role}, ...nodes);
  const title = labHeader(
    say(texts, `kind.${kind}`),
    say(texts, 'lab.group.kind', {name, heads: all.length}),
    all,
    0,
    0,
  );
  title.classList.add('gf-lab-kind-name');
  /** @param {number} head */
  const column = head =>
    labHeader(
      say(texts, 'heads.column', {head: head + 1}),
      say(texts, 'lab.group.column', {name, head: head + 1}),
      all.filter(one => headOfName(one).head === head),
      1,
      head + 1,
    );
  /** @param {number} layer */
  const line = layer =>
    labHeader(
      say(texts, 'heads.row', {layer: layer + 1}),
      say(texts, 'lab.group.layer', {name, layer: layer + 1}),
      all.filter(one => headOfName(one).layer === layer),
      layer + 2,
      0,
    );
  const grid = make(
    'div',
    {role: 'grid', class: 'gf-lab-grid', 'aria-label': name, 'data-lab-grid': kind},
    make(
      'div',
      {role: 'row', class: 'gf-lab-row'},
      cell('columnheader', title, make('span', {class: 'gf-lab-count gf-hint'})),
    ),
    make(
      'div',
      {role: 'row', class: 'gf-lab-row'},
      cell('cell'),
      ...range(heads).map(head => cell('columnheader', column(head))),
    ),
    ...range(layers).map(layer =>
      make(
        'div',
        {role: 'row', class: 'gf-lab-row'},
        cell('rowheader', line(layer)),
        ...range(heads).map(head => cell('gridcell', labTile(view, kind, layer, head, layer + 2, head + 1))),
      ),
    ),
  );
  grid.style.setProperty('--heads', String(heads));
  title.tabIndex = 0;
  return make('div', {class: 'gf-lab-kind', 'data-hue': kind}, grid);
};

/**
 * @param {View} view
 * @param {Part} host
 */
export const buildLab = (view, host) => {
  const {texts} = view;
  /**
   * @param {string} name
   * @param {keyof HTMLElementTagNameMap} tag
   * @param {Attributes} [attributes]
   * @param {...Child} children
   */
  const part = (name, tag, attributes = {}, ...children) => make(tag, {'data-lab': name, ...attributes}, ...children);
  const modes = ['again', 'same'].map(mode =>
    make(
      'button',
      {type: 'button', role: 'radio', 'data-mode': mode, 'aria-checked': 'false'},
      say(texts, `lab.${mode}`),
    ),
  );
  host.replaceChildren(
    make(
      'div',
      {class: 'gf-lab-bar'},
      make('p', {class: 'gf-hint'}, ...withKeys(texts, 'lab.hint')),
      make(
        'div',
        {class: 'gf-lab-mode'},
        make('span', {class: 'gf-hint'}, say(texts, 'lab.mode')),
        part(
          'modes',
          'div',
          {class: 'gf-segments', role: 'radiogroup', 'aria-label': say(texts, 'lab.mode')},
          ...modes,
        ),
      ),
      make(
        'div',
        {class: 'gf-lab-buttons'},
        part(
          'select',
          'button',
          {type: 'button', class: 'gf-lab-button', 'aria-pressed': 'false'},
          say(texts, 'lab.select'),
        ),
        part('all-off', 'button', {type: 'button', class: 'gf-lab-button'}, say(texts, 'lab.all_off')),
        part('all-on', 'button', {type: 'button', class: 'gf-lab-button'}, say(texts, 'lab.all_on')),
        part(
          'rank',
          'button',
          {type: 'button', class: 'gf-lab-button', 'aria-pressed': 'false'},
          say(texts, 'lab.rank'),
        ),
        make('span', {class: 'gf-hint'}, say(texts, 'lab.rank.hint')),
      ),
    ),
    selectionBar(view),
    part('blocks', 'div', {class: 'gf-lab-blocks'}, ...KINDS.map(kind => labBlock(view, kind))),
    part('legend', 'p', {class: 'gf-lab-legend gf-hint'}),
    part('ranked', 'div', {class: 'gf-lab-ranked', hidden: ''}),
    make(
      'div',
      {class: 'gf-lab-columns'},
      make(
        'div',
        {class: 'gf-lab-outcome'},
        make('h3', {class: 'gf-heading'}, say(texts, 'lab.outcome')),
        part('problem', 'p', {class: 'gf-problem', role: 'alert', hidden: ''}),
        part('outcome', 'div', {role: 'status'}),
      ),
      part('edit', 'div', {class: 'gf-edit'}),
    ),
  );
};
