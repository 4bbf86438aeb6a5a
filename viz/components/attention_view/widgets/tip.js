// The tooltip at the pointer.

import {cssColour} from '../../shared/colours.js';
import {fontOf, widthOf} from '../../shared/measure.js';
import {clamp} from '../../shared/numbers.js';

/** @import {Colours, Item, Sheet, View} from '../types.js' */

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
