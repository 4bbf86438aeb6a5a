// Terms with an explanation on hover, focus and tap.

import {make, targetOf} from '../../shared/elements.js';
import {say} from '../../shared/text.js';
import {hideTip, showTip} from './tip.js';

/** @import {Part, View} from '../types.js' */

/**
 * A term with its explanation: its texts are `term.NAME`, unless other words are given, and `explain.NAME`.
 * @param {View} view
 * @param {string} name
 * @param {string} [words]
 * @param {Record<string, string | number>} [values] of the explanation's fields
 */
export const termNode = ({texts}, name, words = say(texts, `term.${name}`), values = {}) =>
  make(
    'button',
    {type: 'button', class: 'gf-term', 'data-explain': name, 'aria-description': say(texts, `explain.${name}`, values)},
    words,
  );

/** @param {View} view */
export const wireExplanations = view => {
  /** @param {Event} event */
  const explain = event => {
    const node = /** @type {Part | null} */ (targetOf(event).closest?.('[data-explain]') ?? null);
    const isOpening = node && event.type === 'click' && 'opens' in node.dataset; // it opens a panel that says the same
    if (isOpening) hideTip(view);
    else if (node?.isConnected) showTip(view, node, node.getAttribute('aria-description') ?? '', true);
  };
  /** @param {Event} event */
  const leave = event => {
    if (targetOf(event).closest?.('[data-explain]')) hideTip(view);
  };
  for (const name of ['pointerover', 'focusin', 'click']) view.root.addEventListener(name, explain);
  for (const name of ['pointerout', 'focusout']) view.root.addEventListener(name, leave);
  view.show(
    () => [],
    () => {
      for (const name of ['marks', 'bars']) view.part(name).replaceChildren(termNode(view, name));
    },
  );
  view.root.addEventListener('keydown', event => {
    if (event.key === 'Escape') leave(event);
  });
};
