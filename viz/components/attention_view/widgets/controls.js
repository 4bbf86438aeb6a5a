// Selects, groups of radio buttons, and panels that open one at a time.

import {make} from '../../shared/elements.js';

/** @import {Part, Texts, View} from '../types.js' */

// The panels that open below the translation, one at a time.

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
    if (event.composedPath().includes(view.part('actions'))) return;
    closePanels(view);
    document.removeEventListener('pointerdown', away, true);
  };
  document.addEventListener('pointerdown', away, true);
};

/**
 * @param {Part} select
 * @param {Texts} texts
 * @param {(index: number) => string} keyOf
 * @param {number} count
 * @param {number} chosen
 */
export const fillSelect = (select, texts, keyOf, count, chosen) => {
  const wanted = Array.from({length: count}, (_, i) => keyOf(i));
  if (wanted.join('\n') !== [...select.options].map(option => option.textContent).join('\n'))
    select.replaceChildren(...wanted.map((text, i) => make('option', {value: i}, text)));
  select.value = String(chosen);
};

/**
 * Follow a choice that is made with a group of radio buttons.
 * @param {View} view
 * @param {'view' | 'rows' | 'side' | 'kinds'} group
 */
export const followGroup = (view, group) =>
  view.show(
    ({choice}) => [choice[group]],
    ({choice}) => markGroup(view, group, choice[group]),
  );

/**
 * @param {View} view
 * @param {string} group
 * @param {string} value
 */
export const markGroup = (view, group, value) => {
  for (const button of view.root.querySelectorAll(`[data-group="${group}"] [data-option]`)) {
    const on = button.dataset.option === value;
    button.setAttribute('aria-checked', on);
    button.tabIndex = on ? 0 : -1;
  }
};
