// What charts and bars share: the title, the legend, the axes with their ticks, and the room that is left.

import {cssColour} from '../../shared/colours.js';
import {make, withFormulas} from '../../shared/elements.js';
import {titleWeight} from '../../shared/locale.js';
import {widthOf} from '../../shared/measure.js';
import {roundTicks} from '../../shared/numbers.js';
import {breakable, say} from '../../shared/text.js';
import {num} from '../model/numbers.js';

/** @import {Axis, Colours, Hue, Item, Sheet} from '../types.js' */
/** @import {Rgb} from '../../shared/types.js' */

// The colours of a figure's parts.

/**
 * The colour of a hue: blue, vermilion and green first, then those of overlaid heads; none twice.
 * @param {Colours} colours
 * @param {Hue} hue
 * @returns {Rgb}
 */
export const rgbOf = (colours, hue) => {
  const {hues, overlays} = colours;
  if (typeof hue === 'number') {
    const series = new Map(
      [hues.encoder, hues.cross, hues.decoder, ...overlays].map(colour => [String(colour), colour]),
    );
    return [...series.values()][hue % series.size];
  }
  if (hue === 'encoder' || hue === 'decoder' || hue === 'cross') return hues[hue];
  return hue === 'faint' ? colours.quiet : colours[hue];
};

/**
 * @param {Colours} colours
 * @param {Hue} hue
 */
export const inkOf = (colours, hue) => cssColour(rgbOf(colours, hue));

// The words of a lab with their formulas.

/**
 * A name as a heading: an ordinary word at its beginning with a capital, a symbol as it is.
 * @param {string} name
 */
export const heading = name => (/^\p{Ll}{2,}(?![\p{L}_^(])/u.test(name) ? name[0].toUpperCase() + name.slice(1) : name);

/**
 * A paragraph with formulas.
 * @param {string} name of its class
 * @param {string | undefined} words none without words
 */
export const paragraph = (name, words) => (words ? [make('p', {class: name}, ...withFormulas(words))] : []);

// Axes: the place of a number, and the ticks that a reader expects.

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const LONG = 1e7; // from here on powers of ten are written as powers

/**
 * Powers of ten; of a short span also 2 and 5 of each, or the ticks of a linear axis where there would be less than
 * two.
 * @param {number} low
 * @param {number} high
 * @param {number} count
 */
const powerTicks = (low, high, count) => {
  const from = Math.floor(Math.log10(low));
  const to = Math.ceil(Math.log10(high));
  const span = Math.log10(high / low);
  const every = Math.max(1, Math.ceil(span / count));
  const parts = span <= 2 && 3 * span <= count + 1 ? [1, 2, 5] : [1];
  const ticks = [];
  for (let power = Math.floor(from / every) * every; power <= to; power += every)
    for (const part of parts) ticks.push(Number((part * 10 ** power).toPrecision(12)));
  const found = ticks.filter(tick => tick >= low * (1 - 1e-9) && tick <= high * (1 + 1e-9));
  return found.length < 2 ? roundTicks(low, high, count, false) : found;
};

/**
 * @param {number[][]} lists
 * @param {boolean} positive
 */
const extent = (lists, positive) => {
  let low = Infinity;
  let high = -Infinity;
  for (const list of lists)
    for (let i = 0; i < list.length; i++) {
      const value = list[i];
      if (!Number.isFinite(value) || (positive && value <= 0)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return low > high ? [positive ? 1 : 0, positive ? 10 : 1] : [low, high];
};

/**
 * The ends of an axis: those it names, else those of the numbers with a little room.
 * @param {Axis} axis
 * @param {ArrayLike<number>[]} lists
 * @param {boolean} roomy whether there is room beyond the numbers
 */
const endsOf = ({low, high, log = false}, lists, roomy) => {
  const [least, most] = extent(/** @type {number[][]} */ (lists), log);
  const found = roomy ? roomyEnds(least, most, log) : [least, most];
  const from = low ?? found[0];
  const to = high ?? found[1];
  if (to > from) return {low: from, high: to, log};
  return log ? {low: from / 3, high: from * 3, log} : {low: from - 0.5, high: from + 0.5, log};
};

/**
 * @param {number} least
 * @param {number} most
 * @param {boolean} log
 */
const roomyEnds = (least, most, log) => {
  if (log) return [least / 1.15, most * 1.15];
  const room = 0.05 * (most - least || Math.abs(most) || 1);
  const from = least >= 0 && least <= 0.5 * most ? 0 : least - room; // from zero, unless that would flatten the curve
  return [from, most + room];
};

/**
 * The place of a number between two pixels.
 * @param {{low: number, high: number, log: boolean}} ends
 * @param {number} from
 * @param {number} to
 */
const placeOn = ({low, high, log}, from, to) => {
  if (!log) return (/** @type {number} */ value) => from + ((value - low) / (high - low)) * (to - from);
  const least = Math.log(low);
  const span = Math.log(high) - least || 1;
  return (/** @type {number} */ value) => (value > 0 ? from + ((Math.log(value) - least) / span) * (to - from) : NaN);
};

/** A power of ten. @param {number} value */
const powerText = value => {
  const exponent = String(Math.round(Math.log10(value)));
  return `10${Array.from(exponent, digit => (digit === '-' ? '⁻' : SUPERSCRIPTS[Number(digit)])).join('')}`;
};

/** A number without zeros at its end. @param {number} value */
const plainText = value => {
  const text = Math.abs(value) < 1e-3 && Math.abs(value) >= 1e-5 ? value.toFixed(7).replace('-', '−') : num(value, 3);
  return text.replace(/(\.\d*?)0+(?=e|$)/, '$1').replace(/\.(?=e|$)/, '');
};

/**
 * Ticks with their texts.
 * @param {Axis} axis
 * @param {{low: number, high: number, log: boolean}} ends
 * @param {number} count
 * @param {boolean} [isWhole] whether the numbers at the axis are whole
 * @returns {{value: number, text: string}[]}
 */
export const ticksOf = ({ticks, names}, ends, count, isWhole = false) => {
  const {low, high, log} = ends;
  const values = ticks ?? (log ? powerTicks(low, high, count) : roundTicks(low, high, count, isWhole));
  const isLong =
    log && !ticks && values.every(value => Number.isInteger(Math.log10(value))) && (high >= LONG || low < 1e-4);
  return values
    .filter(value => value >= low - 1e-12 && value <= high + 1e-12)
    .filter(value => !names || names[value] !== undefined)
    .map(value => ({value, text: names?.[value] ?? (isLong ? powerText(value) : plainText(value))}));
};

export const SMALL = 12; // pixels of letters at axes and in legends
const TITLE = 13;
const LINE = 18;
const TICK = 5;
const GAP = 16;

/**
 * @typedef {object} Frame
 * @property {number} left
 * @property {number} right
 * @property {number} top
 * @property {number} bottom
 * @property {(value: number) => number} x
 * @property {(value: number) => number} y
 * @property {Item[]} items behind the data
 * @property {number} height of the whole picture
 */

/**
 * A text of the figure.
 * @param {Sheet} sheet
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {{anchor?: 'start' | 'middle' | 'end', fill?: string, size?: number, weight?: number, turn?: number}} [given]
 * @returns {Item}
 */
export const written = (
  {colours, family},
  x,
  y,
  text,
  {anchor = 'start', fill, size = SMALL, weight = 400, turn = 0} = {},
) => ({do: 'text', x, y, text, size, family, weight, fill: fill ?? cssColour(colours.soft), anchor, turn});

/**
 * @param {string} text
 * @param {Sheet} sheet
 * @param {number} [size]
 */
export const lengthOf = (text, {family}, size = SMALL) => widthOf(text, `400 ${size}px ${family}`);

/**
 * The title over a figure, on several lines where it is long.
 * @param {Sheet} sheet
 * @param {string} title
 * @returns {{items: Item[], height: number}}
 */
export const titled = (sheet, title) => {
  if (!title) return {items: [], height: 0};
  const weight = titleWeight();
  const font = `${weight} ${TITLE}px ${sheet.family}`;
  /** @type {string[]} */
  const lines = [];
  for (const part of breakable(heading(title))) {
    const last = lines.length - 1;
    const longer = (lines[last] ?? '') + part;
    if (last >= 0 && widthOf(longer.trimEnd(), font) <= sheet.width) lines[last] = longer;
    else lines.push(part);
  }
  const items = lines.map((text, i) =>
    written(sheet, 0, 10 + i * LINE, text, {size: TITLE, weight, fill: cssColour(sheet.colours.ink)}),
  );
  return {items, height: lines.length * LINE + 6};
};

/**
 * The names of the series, wrapped into lines.
 * @param {Sheet} sheet
 * @param {{name: string, hue: Hue, dash?: boolean, dots?: boolean}[]} entries
 * @param {number} top
 */
export const legend = (sheet, entries, top) => {
  const named = entries.filter(entry => entry.name);
  /** @type {Item[]} */
  const items = [];
  let x = 0;
  let y = top + 8;
  if (named.length < 2) return {items, height: 0};
  for (const {name, hue, dash, dots} of named) {
    const room = 22 + lengthOf(name, sheet);
    const stroke = inkOf(sheet.colours, hue);
    if (x && x + room > sheet.width) {
      x = 0;
      y += LINE;
    }
    if (dots) items.push({do: 'dots', points: [x + 8, y], radius: 3.5, fill: stroke});
    else items.push({do: 'line', points: [x, y, x + 16, y], stroke, line: 2.5, dash: dash ? [4, 3] : []});
    items.push(written(sheet, x + 22, y, name, {fill: cssColour(sheet.colours.ink)}));
    x += room + GAP;
  }
  return {items, height: y + LINE - 4 - top};
};

/**
 * The name of an axis; a logarithmic one says so, also without a label.
 * @param {Sheet} sheet
 * @param {Axis} axis
 */
const axisName = ({texts}, {label, log}) => (log ? say(texts, 'axis_log', {label}).trim() : label);

/**
 * Lay out a figure with two axes; `lists` are the numbers that each axis must hold.
 * @param {Sheet} sheet
 * @param {object} figure
 * @param {string} figure.title
 * @param {Axis} figure.x
 * @param {Axis} figure.y
 * @param {number} [figure.height]
 * @param {boolean} [figure.isSquare]
 * @param {number} [figure.above] pixels over the largest number for what is written there
 * @param {number} [figure.indent] more pixels at the left
 * @param {{name: string, hue: Hue, dash?: boolean, dots?: boolean}[]} entries of the legend
 * @param {{x: ArrayLike<number>[], y: ArrayLike<number>[]}} lists
 * @returns {Frame}
 */
export const framed = (sheet, {title, x, y, height = 280, isSquare = false, above = 0, indent = 0}, entries, lists) => {
  const {width, colours} = sheet;
  const head = titled(sheet, title);
  const names = legend(sheet, entries, head.height);
  const yName = axisName(sheet, y);
  const xName = axisName(sheet, x);
  const label = yName ? LINE + 4 : 0;
  const top = head.height + names.height + label + 8 + above;
  const bottom = top + (isSquare ? Math.min(width - 50, 360) : height - 60);
  const yEnds = endsOf(y, lists.y, true);
  const yTicks = ticksOf(y, yEnds, Math.max(2, Math.round((bottom - top) / 44)));
  const left = Math.ceil(Math.max(24, ...yTicks.map(tick => lengthOf(tick.text, sheet)))) + 10 + indent;
  const right = width - 10;
  const xEnds = endsOf(x, lists.x, false);
  const widest = 36;
  const isWhole = lists.x.every(
    list =>
      !list.length ||
      (Number.isInteger(list[0]) &&
        Number.isInteger(list[list.length - 1]) &&
        Number.isInteger(list[list.length >> 1])),
  );
  const xTicks = spaced(
    ticksOf(x, xEnds, Math.max(2, Math.round((right - left) / (2 * widest))), isWhole),
    sheet,
    placeOn(xEnds, left, right),
    right,
  );
  const place = {x: placeOn(xEnds, left, right), y: placeOn(yEnds, bottom, top)};
  const rule = cssColour(colours.rule);
  const faint = cssColour(colours.soft);
  /** @type {Item[]} */
  const items = [...head.items, ...names.items];
  for (const {value, text} of yTicks) {
    items.push({do: 'line', points: [left, place.y(value), right, place.y(value)], stroke: rule, line: 1});
    items.push(written(sheet, left - 8, place.y(value), text, {anchor: 'end'}));
  }
  for (const {value, text} of xTicks) {
    items.push({do: 'line', points: [place.x(value), bottom, place.x(value), bottom + TICK], stroke: faint, line: 1});
    items.push(
      written(sheet, Math.min(place.x(value), width - lengthOf(text, sheet) / 2), bottom + 14, text, {
        anchor: 'middle',
      }),
    );
  }
  items.push({do: 'line', points: [left, bottom, right, bottom], stroke: faint, line: 1});
  if (yName) items.push(written(sheet, 0, top - 17 - above, yName));
  if (xName) items.push(written(sheet, right, bottom + 33, xName, {anchor: 'end'}));
  return {left, right, top, bottom, ...place, items, height: bottom + (xName ? 46 : 26)};
};

/**
 * The ticks whose texts do not touch.
 * @param {{value: number, text: string}[]} ticks
 * @param {Sheet} sheet
 * @param {(value: number) => number} place
 * @param {number} end
 */
const spaced = (ticks, sheet, place, end) => {
  let last = -Infinity;
  return ticks.filter(({value, text}) => {
    const half = lengthOf(text, sheet) / 2;
    const at = Math.min(place(value), end - half);
    if (at - half < last + 6) return false;
    last = at + half;
    return true;
  });
};
