// A part of the panel that is folded until a person opens it; then it stays open for the other blocks, too.

import {make} from '../../shared/elements.js';

/** @import {MachineView} from '../types.js' */

/** @type {WeakMap<MachineView, Set<string>>} */
const unfolded = new WeakMap();

/**
 * A part with a summary, whose content is made when it is first open.
 * @param {MachineView} view
 * @param {string} name
 * @param {string} summary
 * @param {() => HTMLElement[]} content
 */
export const drawFold = (view, name, summary, content) => {
  const open = unfolded.get(view) ?? new Set();
  const isOpen = open.has(name);
  unfolded.set(view, open);
  const part = make(
    'details',
    {class: `gf-machine-${name}`, 'data-fold': name, open: isOpen ? '' : null},
    make('summary', {}, summary),
  );
  if (isOpen) part.append(...content());
  part.addEventListener('toggle', () => {
    if (part.open) open.add(name);
    else open.delete(name);
    if (part.open && part.children.length === 1) part.append(...content());
  });
  return part;
};
