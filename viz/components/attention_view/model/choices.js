// The choices of the view, and which of them change the numbers.

export const TOGGLES = ['words', 'specials', 'grow'];

export const LEAST_MASS = 0.1;

export const SHEET_CHOICES = ['kind', 'layer', 'head', 'rows', 'side', 'lens', 'combine', 'heads', 'words', 'specials', 'mass',
  'grow'];

export const SIDES = ['base', 'variant', 'difference', 'both'];

export const PANEL_NAMES = ['tree', 'lab', 'close_up', 'catalogue', 'compare'];

/**
 * A predicate: whether a name changed.
 * @param {Record<string, any>} before
 * @param {Record<string, any>} after
 */
export const differs = (before, after) => (/** @type {string[]} */ ...names) => names.some(name => before[name] !== after[name]);
