// The note over an empty figure.

import {cssColour} from '../../shared/colours.js';
import {fontOf, widthOf} from '../../shared/measure.js';

/** @import {Colours, Item, Sheet} from '../types.js' */

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
