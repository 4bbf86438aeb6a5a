// Measuring and shortening text.

import {make, penOf} from './elements.js';
import {axisToken, breakable} from './text.js';

/** @import {Font, Label, Pen} from './types.js' */

/** @type {CanvasRenderingContext2D | undefined} */
let pen; // made at the first text: modules that draw load without a page too

/**
 * @param {string} text
 * @param {string} font
 */
export const textWidth = (text, font) => {
  pen ??= penOf(make('canvas'));
  pen.font = font;
  return pen.measureText(text).width;
};

/**
 * The longest beginning of text that fits into width pixels, with an ellipsis where it was cut.
 * @param {string} text
 * @param {number} width
 * @param {string} font
 */
export const shortened = (text, width, font) => {
  if (textWidth(text, font) <= width) return text;
  const letters = Array.from(text);
  let low = 0;
  let high = letters.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (textWidth(letters.slice(0, middle).join('') + '…', font) <= width) low = middle;
    else high = middle - 1;
  }
  return letters.slice(0, low).join('') + '…';
};

/** @param {Font} font */
export const fontOf = ({weight = 400, size, family}) => `${weight} ${size}px ${family}`;

/** The font that was set last. */
let fontSet = {context: /** @type {Pen | null} */ (null), font: ''};

/**
 * Set the font of a context unless it has it: a context reports its font in other words, and setting it costs time.
 * @param {Pen} context
 * @param {string} font
 */
export const setFont = (context, font) => {
  if (fontSet.context === context && fontSet.font === font) return;
  context.font = font;
  fontSet = {context, font};
};

/** After a change of a context that may have changed its font: it was restored, or its canvas cleared. */
export const forgetFont = () => {
  fontSet.context = null;
};

/** @type {Map<string, number>} */
const sceneWidths = new Map();

/**
 * Width of a text, measured once.
 * @param {string} text
 * @param {string} font
 */
export const widthOf = (text, font) => {
  const key = `${font}\n${text}`;
  let width = sceneWidths.get(key);
  if (width === undefined) {
    if (sceneWidths.size > 20000) sceneWidths.clear();
    sceneWidths.set(key, (width = textWidth(text, font)));
  }
  return width;
};

/** @type {Map<string, Label>} */
const sceneLabels = new Map();

/**
 * A token on an axis: {text, blank, width}, shortened to fit; computed once.
 * @param {string} token
 * @param {number} room
 * @param {string} font
 */
export const axisLabel = (token, room, font) => {
  const key = `${font}\n${Math.round(room)}\n${token}`;
  let label = sceneLabels.get(key);
  if (!label) {
    if (sceneLabels.size > 5000) sceneLabels.clear();
    const {start, text} = axisToken(token);
    const mark = start ? widthOf('▁', font) : 0;
    const shown = shortened(text, room - mark, font);
    label = {text: shown, blank: start, width: Math.round(mark + widthOf(shown, font))};
    sceneLabels.set(key, label);
  }
  return label;
};

/**
 * The family of the tokens' font, as the page has it.
 * @param {{root: HTMLElement}} view
 */
export const tokenFamily = view => {
  const {root} = view;
  const known = families.get(root);
  if (known) return known;
  const family = readTokenFamily(root); // once: reading a style makes the browser compute all of them
  families.set(root, family);
  return family;
};

/** @type {WeakMap<HTMLElement, string>} */
const families = new WeakMap();

/** @param {HTMLElement} root */
const readTokenFamily = root => {
  const font = getComputedStyle(root).getPropertyValue('--gf-token-font').trim();
  return font.replace(/^.*?\d+px(\/\S+)?\s+/, '') || 'monospace';
};

/**
 * Words in lines of at most `width` pixels.
 * @param {string} text
 * @param {number} width
 * @param {string} font
 */
export const wrapped = (text, width, font) => {
  /** @type {string[]} */
  const lines = [];
  for (const part of breakable(text)) {
    const last = lines.length - 1;
    const longer = (lines[last] ?? '') + part;
    if (last >= 0 && widthOf(longer.trimEnd(), font) <= width) lines[last] = longer;
    else lines.push(shortened(part.trimEnd(), width, font) + (part.endsWith(' ') ? ' ' : ''));
  }
  return lines.map(line => line.trimEnd());
};
