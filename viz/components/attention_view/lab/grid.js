// The frame of the head lab: a button for each head, one for each row and column of them, and space for the result.

import {make, withKeys} from '../../shared/elements.js';
import {KINDS} from '../../shared/kinds.js';
import {say} from '../../shared/text.js';
import {headsOfKind} from '../store/head_groups.js';
import {headOfName} from '../numbers/heads.js';
import {selectionBar} from './groups.js';

/** @import {Attributes, Child, Kind, Part, View} from '../types.js' */

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
