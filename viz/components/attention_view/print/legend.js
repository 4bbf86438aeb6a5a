// The scale of a printed figure: its parts follow each other, on as many lines as they need. Lengths are in points.

import {cssColour, shade, signedColour} from '../../shared/colours.js';
import {scaleEnd} from '../../shared/numbers.js';
import {PRINT_FAMILY, printLabel, printWidth} from '../../shared/print_text.js';
import {say} from '../../shared/text.js';
import {legendUnit} from '../figure/legend.js';

/** @import {Item, Sheet, View} from '../types.js' */
/** @import {PrintStyle} from './types.js' */

const STEPS = 32;
const RAMP = 8; // colours of the ramp, and its length in ems where there is room

/**
 * @param {string} text
 * @param {number} x
 * @param {PrintStyle} style
 * @returns {Item}
 */
const words = (text, x, {size, colours}) => ({
  do: 'text',
  x,
  y: 0,
  text,
  size,
  family: PRINT_FAMILY,
  fill: cssColour(colours.ink),
});

/**
 * The ramp between the ends of the scale.
 * @param {Sheet} sheet
 * @param {number} width
 * @param {PrintStyle} style
 */
const scalePart = (sheet, width, style) => {
  const {size, colours} = style;
  const long = Math.min(RAMP * size, 0.4 * width);
  const low = scaleEnd(sheet.low);
  const high = scaleEnd(sheet.high);
  const from = printWidth(low, size) + 0.5 * size;
  /** @type {Item[]} */
  const items = [words(low, 0, style)];
  for (let i = 0; i < STEPS; i++) {
    // each over the end of the one before, so that no gap is between them
    const share = sheet.signed ? (2 * i) / (STEPS - 1) - 1 : i / (STEPS - 1);
    const colour = sheet.signed
      ? signedColour(colours, sheet.kind, share)
      : shade(colours.background, colours.hues[sheet.kind], share);
    items.push({
      do: 'rect',
      x: from + (i * long) / STEPS,
      y: -0.35 * size,
      width: long * (1 - i / STEPS),
      height: 0.7 * size,
      fill: cssColour(colour),
    });
  }
  items.push({
    do: 'rect',
    x: from,
    y: -0.35 * size,
    width: long,
    height: 0.7 * size,
    stroke: cssColour(colours.rule),
    line: 0.4,
  });
  const after = from + long + 0.5 * size;
  return {width: after + printWidth(high, size), items: [...items, words(high, after, style)]};
};

/**
 * The parts of a legend, each with its width.
 * @param {View} view
 * @param {Sheet} sheet
 * @param {boolean} hatched
 * @param {number} width
 * @param {PrintStyle} style
 */
const legendParts = (view, sheet, hatched, width, style) => {
  const {size, colours} = style;
  const {texts} = view;
  /**
   * @param {string} text
   * @param {number} before
   */
  const fitted = (text, before) => printLabel(text, width - before, size).text;
  if (sheet.overlays)
    return sheet.overlays.map(({layer, head, colour}) => {
      const text = fitted(say(texts, 'table.head', {layer: layer + 1, head: head + 1}), 2 * size);
      /** @type {Item} */
      const line = {do: 'rect', x: 0, y: -0.15 * size, width: 1.5 * size, height: 0.3 * size, fill: cssColour(colour)};
      return {width: 2 * size + printWidth(text, size), items: [line, words(text, 2 * size, style)]};
    });
  const unit = fitted(legendUnit(view, sheet), 0);
  const parts = [scalePart(sheet, width, style), {width: printWidth(unit, size), items: [words(unit, 0, style)]}];
  if (!hatched) return parts;
  const box = [0, -0.4 * size, 1.5 * size, 0.8 * size];
  const text = fitted(say(texts, 'legend.nothing'), 2 * size);
  return [
    ...parts,
    {
      width: 2 * size + printWidth(text, size),
      items: /** @type {Item[]} */ ([
        {do: 'rect', x: box[0], y: box[1], width: box[2], height: box[3], fill: cssColour(colours.nothing)},
        {do: 'hatch', rects: box, stroke: cssColour(colours.hatch)},
        words(text, 2 * size, style),
      ]),
    },
  ];
};

/**
 * @param {View} view
 * @param {Sheet} sheet
 * @param {boolean} hatched whether cells without a number are drawn
 * @param {number} width
 * @param {PrintStyle} style
 */
export const printLegend = (view, sheet, hatched, width, style) => {
  const {size} = style;
  const step = 1.4 * size;
  /** @type {Item[]} */
  const items = [];
  let x = 0;
  let y = step / 2;
  for (const part of legendParts(view, sheet, hatched, width, style)) {
    if (x && x + part.width > width) {
      x = 0;
      y += step;
    }
    items.push({do: 'shift', x, y, items: part.items});
    x += part.width + 1.2 * size;
  }
  return {height: y + step / 2, items};
};
