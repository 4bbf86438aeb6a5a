// Terms with an explanation on hover, focus and tap.

import {make, targetOf} from '../../shared/elements.js';
import {say} from '../../shared/text.js';
import {hideTip, showTip} from './tip.js';

/** @import {Part, View} from '../types.js' */

/**
 * A term with its explanation: its texts are `term.NAME` and `explain.NAME`.
 * @param {View} view
 * @param {string} name
 */
export const termNode = ({texts}, name) => make('button', {
  type: 'button', class: 'gf-term', 'data-explain': name, 'aria-description': say(texts, `explain.${name}`),
}, say(texts, `term.${name}`));

/** @param {View} view */
export const wireExplanations = view => {
  /** @param {Event} event */
  const explain = event => {
    const node = /** @type {Part | null} */ (targetOf(event).closest?.('[data-explain]') ?? null);
    if (node) showTip(view, node, say(view.texts, `explain.${node.dataset.explain}`), true);
  };
  /** @param {Event} event */
  const leave = event => { if (targetOf(event).closest?.('[data-explain]')) hideTip(view); };
  for (const name of ['pointerover', 'focusin', 'click']) view.root.addEventListener(name, explain);
  for (const name of ['pointerout', 'focusout']) view.root.addEventListener(name, leave);
  view.show(() => [], () => view.part('marks').replaceChildren(termNode(view, 'marks')));
  view.root.addEventListener('keydown', event => { if (event.key === 'Escape') leave(event); });
};
