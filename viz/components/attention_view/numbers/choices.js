// The choices of the view, and which of them change the numbers.

import {WEIGHTS} from './lenses.js';

/** @import {Choice, Kind} from '../types.js' */

export const TOGGLES = ['words', 'specials', 'grow'];

export const LEAST_MASS = 0.1;

export const SHEET_CHOICES = [
  'kind',
  'layer',
  'head',
  'rows',
  'side',
  'lens',
  'combine',
  'heads',
  'words',
  'specials',
  'mass',
  'grow',
];

export const SIDES = ['base', 'variant', 'difference', 'both'];

export const PANEL_NAMES = ['tree', 'lab', 'close_up', 'catalogue', 'compare'];

/**
 * How a kind's rows are named unless a person chose otherwise: in the decoder by the token read, or its causal mask
 * would seem to hide a row's own token; in cross-attention by the token predicted, which the source tokens explain.
 * @param {Kind} kind
 * @returns {Choice['rows']}
 */
export const usualRows = kind => (kind === 'decoder' ? 'read' : 'predicted');

/**
 * The rows' names after a change of the kind: those that a person chose stay.
 * @param {Pick<Choice, 'kind' | 'rows'>} before
 * @param {Kind} kind
 */
export const rowsFor = ({kind: before, rows}, kind) => (rows === usualRows(before) ? usualRows(kind) : rows);

/**
 * The view options that a page begins with; which lens, and that of the rows, are usual for a kind.
 * @param {Kind} kind
 * @returns {Pick<Choice, 'lens' | 'combine' | 'heads' | 'words' | 'specials' | 'mass' | 'grow' | 'rows' | 'kinds'>}
 */
export const firstOptions = kind => ({
  lens: WEIGHTS,
  combine: 'one',
  heads: [],
  words: false,
  specials: true,
  mass: 1,
  grow: false,
  rows: usualRows(kind),
  kinds: 'all',
});

/**
 * The view options that differ from those of the beginning; heads that are chosen but not shown count with `combine`.
 * @param {Choice} choice
 */
export const changedOptions = choice =>
  Object.entries(firstOptions(choice.kind))
    .filter(([name, first]) => name !== 'heads' && /** @type {Record<string, any>} */ (choice)[name] !== first)
    .map(([name]) => name);

export const FURTHER = ['grow', 'mass', 'rows', 'kinds']; // options one step further than the others

/**
 * A predicate: whether a name changed.
 * @param {Record<string, any>} before
 * @param {Record<string, any>} after
 */
export const differs =
  (before, after) =>
  (/** @type {string[]} */ ...names) =>
    names.some(name => before[name] !== after[name]);
