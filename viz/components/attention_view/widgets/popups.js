// The panels that open below the translation, one at a time.

import {targetOf} from '../../shared/elements.js';

/** @import {View} from '../types.js' */

/** @param {View} view */
export const closePanels = view => {
  for (const button of view.root.querySelectorAll('[data-opens]')) button.setAttribute('aria-expanded', 'false');

  for (const panel of view.root.querySelectorAll('[data-panel]')) panel.hidden = true;
};

/**
 * @param {View} view
 * @param {string} name
 */
export const togglePanel = (view, name) => {
  const panel = view.root.querySelector(`[data-panel="${name}"]`);
  const open = panel.hidden;
  closePanels(view);
  panel.hidden = !open;
  view.root.querySelector(`[data-opens="${name}"]`).setAttribute('aria-expanded', String(open));
  if (!open) return;
  panel.querySelector('button')?.focus({preventScroll: true});
  /** @param {Event} event */
  const away = event => {
    if (targetOf(event).closest?.('[data-part="actions"]') && view.root.contains(targetOf(event))) return;
    closePanels(view);
    document.removeEventListener('pointerdown', away, true);
  };
  document.addEventListener('pointerdown', away, true);
};
