// The tooltip at the pointer, the note over an empty figure, and terms with an explanation.

import {cssColour} from '../../shared/colours.js';
import {make, targetOf} from '../../shared/elements.js';
import {fontOf, widthOf} from '../../shared/measure.js';
import {clamp} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';

/** @import {Colours, Item, Part, Sheet, View} from '../types.js' */

// The note over an empty figure.

const SIZE = 13; // pixels

/**
 * Why a sheet is empty: the longest of several wordings that fits. Nothing for a sheet with numbers.
 * @param {Sheet} sheet
 * @param {Colours} colours
 * @param {string} family
 * @param {{x: number, y: number, room: number}} place of its middle
 * @returns {Item[]}
 */
export const noteItems = ({note}, colours, family, {x, y, room}) => {
  if (!note) return [];
  const font = fontOf({size: SIZE, family});
  const text = note.find(wording => widthOf(wording, font) <= room) ?? note[note.length - 1];
  return [{do: 'text', x, y, text, size: SIZE, family, anchor: 'middle', fill: cssColour(colours.soft)}];
};

/** The element that each view's tip explains. @type {WeakMap<View, Element>} */
const explained = new WeakMap();

/**
 * @param {View} view
 * @param {HTMLElement} node
 * @param {string} text
 * @param {boolean} [inWords] a sentence, not a number
 */
export const showTip = (view, node, text, inWords = false) => {
  const tip = view.part('tip');
  const root = view.root.getBoundingClientRect();
  const at = node.getBoundingClientRect();
  explained.set(view, node);
  tip.textContent = text;
  tip.dataset.words = inWords;
  tip.hidden = false;
  const left = clamp(at.left + at.width / 2 - root.left - tip.offsetWidth / 2, 0, root.width - tip.offsetWidth);
  tip.style.left = `${left}px`;
  tip.style.top = `${at.top - root.top - tip.offsetHeight - 6}px`;
};

/** @param {View} view */
export const hideTip = view => {
  view.part('tip').hidden = true;
};

// Terms with an explanation on hover, focus and tap.

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
    const node = targetOf(event).closest?.('[data-explain]');
    if (node && explained.get(view) === node) hideTip(view); // not the tip of what is now pointed at
  };
  for (const name of ['pointerover', 'focusin', 'click']) view.root.addEventListener(name, explain);
  for (const name of ['pointerout', 'focusout']) view.root.addEventListener(name, leave);
  let {texts} = view;
  view.show(
    () => [],
    () => {
      if (view.texts !== texts) {
        hideTip(view); // its words are those of another language
        view.part('tip').textContent = '';
      }
      ({texts} = view);
      for (const name of ['marks', 'bars']) view.part(name).replaceChildren(termNode(view, name));
    },
  );
  view.root.addEventListener('keydown', event => {
    if (event.key === 'Escape') leave(event);
  });
};
