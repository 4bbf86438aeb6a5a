// Bars from zero, side by side for each label.

import {cssColour} from '../../shared/colours.js';
import {shortened, wrapped} from '../../shared/measure.js';
import {columnLabel, markedToken} from '../../shared/text.js';
import {num} from '../model/numbers.js';
import {SMALL, framed, inkOf, lengthOf, written} from './frame.js';

/** @import {BarsFigure, Item, Picture, Sheet} from '../types.js' */
/** @import {Frame} from './frame.js' */

const SMALLER = 11; // pixels of numbers above bars
const SLANT = -40; // degrees of labels that would touch
const LONGEST = 136; // pixels of a slanted label
const UPRIGHT = 18;
const ROOM = 13;
const LEADING = 14; // pixels: between bars below which labels are upright, of a label, and between lines
const INDENT = 48; // pixels that bars may move for the first label
const LEAN = Math.cos((SLANT * Math.PI) / 180);
const MOST_LINES = 3; // of a label that is not turned
const ABOVE = 10; // pixels for the numbers of the highest bars
const LEAST = 1.5; // pixels of a bar that is not 0, so that it is seen

/**
 * Whether all labels have room in one line.
 * @param {Sheet} sheet
 * @param {string[]} labels
 * @param {number} room
 */
const areShort = (sheet, labels, room) => labels.every(label => lengthOf(label, sheet) <= room - 4);

/**
 * The labels in lines that fit below their bars; null if one does not.
 * @param {Sheet} sheet
 * @param {string[]} labels
 * @param {number} room
 */
const stacked = (sheet, labels, room) => {
  const all = labels.map(label => wrapped(label, room - 8, `400 ${SMALL}px ${sheet.family}`));
  return all.every(
    (lines, i) => lines.length <= MOST_LINES && !lines.some(line => line.endsWith('…') && !labels[i].includes('…')),
  )
    ? all
    : null;
};

/**
 * Labels turned because they would touch.
 * @param {Sheet} sheet
 * @param {string[]} labels
 * @param {(index: number) => number} middle
 * @param {number} room
 * @param {number} top
 * @returns {{items: Item[], height: number}}
 */
const turned = (sheet, labels, middle, room, top) => {
  const isSlanted = room >= UPRIGHT;
  const every = Math.max(1, Math.ceil(ROOM / room));
  // a slanted label ends below its bar: it may reach the left edge of the figure
  const cut = labels.map((label, i) =>
    shortened(label, isSlanted ? Math.min(LONGEST, (middle(i) + 4) / LEAN) : LONGEST, `400 ${SMALL}px ${sheet.family}`),
  );
  const items = cut.flatMap((label, i) =>
    i % every
      ? []
      : [
          written(
            sheet,
            middle(i) + (isSlanted ? 4 : 0),
            top,
            label,
            columnLabel(label, {anchor: 'end', turn: isSlanted ? SLANT : -90}),
          ),
        ],
  );
  return {items, height: 8 + Math.max(0, ...cut.map(label => lengthOf(label, sheet))) * (isSlanted ? 0.65 : 1)};
};

/**
 * How far the first bar must be moved so that slanted labels do not pass the left edge.
 * @param {Sheet} sheet
 * @param {string[]} labels
 * @param {(index: number) => number} middle
 * @param {number} room
 */
const indentOf = (sheet, labels, middle, room) => {
  if (room < UPRIGHT || areShort(sheet, labels, room) || stacked(sheet, labels, room)) return 0;
  const lacks = labels.map(
    (label, i) => (Math.min(LONGEST, lengthOf(label, sheet)) * LEAN - middle(i)) / (1 - (i + 0.5) / labels.length),
  );
  return Math.ceil(Math.min(INDENT, Math.max(0, ...lacks)));
};

/**
 * The labels below the bars, in several lines or turned where they would touch.
 * @param {Sheet} sheet
 * @param {string[]} labels
 * @param {(index: number) => number} middle
 * @param {number} room
 * @param {number} top
 * @returns {{items: Item[], height: number}}
 */
const labelled = (sheet, labels, middle, room, top) => {
  if (areShort(sheet, labels, room)) {
    const every = Math.max(1, Math.ceil(14 / room));
    return {
      items: labels.flatMap((label, i) =>
        i % every ? [] : [written(sheet, middle(i), top, label, {anchor: 'middle'})],
      ),
      height: 10,
    };
  }
  const stacks = stacked(sheet, labels, room);
  if (!stacks) return turned(sheet, labels, middle, room, top);
  const items = stacks.flatMap((lines, i) =>
    lines.map((line, n) => written(sheet, middle(i), top + n * LEADING, line, {anchor: 'middle'})),
  );
  return {items, height: 10 + (Math.max(...stacks.map(lines => lines.length)) - 1) * LEADING};
};

/**
 * The numbers above the bars, where all of them have room.
 * @param {BarsFigure} figure
 * @param {Sheet} sheet
 * @param {Frame} frame
 * @param {{middle: (index: number) => number, wide: number}} place
 * @returns {Item[]}
 */
const numbered = ({series, labels}, sheet, frame, {middle, wide}) => {
  const all = labels
    .flatMap((_, i) =>
      series.map(({values}, s) => {
        const value = values[i];
        const text = Number.isFinite(value) ? num(value, 2) : '';
        return {
          text,
          x: middle(i) + (s + 0.5 - series.length / 2) * wide,
          y: frame.y(Math.max(0, value)),
          half: lengthOf(text, sheet, SMALLER) / 2,
        };
      }),
    )
    .filter(one => one.text);
  if (all.some(({x, half}, i) => i && all[i - 1].x + all[i - 1].half + 4 > x - half)) return [];
  return all.map(({text, x, y}) => written(sheet, x, y - 8, text, {anchor: 'middle', size: SMALLER}));
};

/**
 * @param {BarsFigure} figure
 * @param {Sheet} sheet
 * @returns {Picture}
 */
export const bars = (figure, sheet) => {
  const {series, labels, title, x} = figure;
  const count = Math.max(1, labels.length);
  const lists = [...series.map(one => one.values), [0]];
  const names = labels.map(label => (label ? markedToken(label) : '')); // some are tokens
  const frameFor = (/** @type {number} */ indent) =>
    framed(
      sheet,
      {...figure, indent, x: {label: '', low: 0, high: count, ticks: []}, above: figure.written ? ABOVE : 0},
      series.map(({name, hue}, i) => ({name, hue: hue ?? i})),
      {x: [[0, count]], y: lists},
    );
  const placeIn = (/** @type {Frame} */ {left, right}) => {
    const room = (right - left) / count;
    return {room, middle: (/** @type {number} */ i) => left + (i + 0.5) * room};
  };
  const first = frameFor(0);
  const free = placeIn(first);
  const indent = indentOf(sheet, names, free.middle, free.room);
  const frame = indent ? frameFor(indent) : first;
  const {room, middle} = placeIn(frame);
  const wide = Math.min(44, (room * 0.72) / series.length);
  const base = frame.y(Math.max(0, figure.y.low ?? 0));
  /** @type {Item[]} */
  const items = series.flatMap(({values, hue}, s) =>
    Array.from(values, (value, i) => {
      const top = frame.y(value);
      const left = middle(i) + (s - series.length / 2) * wide;
      const height = value && Number.isFinite(top) ? Math.max(Math.abs(base - top), LEAST) : 0; // 0 is the line alone
      return /** @type {Item} */ ({
        do: 'rect',
        x: left,
        y: top > base ? base : base - height,
        width: Math.max(1, wide - 1),
        height,
        fill: inkOf(sheet.colours, hue ?? s),
      });
    }),
  );
  items.push({
    do: 'line',
    points: [frame.left, base, frame.right, base],
    stroke: cssColour(sheet.colours.soft),
    line: 1,
  });
  if (figure.written) items.push(...numbered(figure, sheet, frame, {middle, wide}));
  const named = labelled(sheet, names, middle, room, frame.bottom + 12);
  items.push(...named.items);
  const height = frame.bottom + 8 + named.height + (x?.label ? 20 : 4);
  if (x?.label) items.push(written(sheet, frame.right, height - 9, x.label, {anchor: 'end'}));
  /** @param {number} at */
  const read = at => {
    const i = Math.floor((at - frame.left) / room);
    if (i < 0 || i >= labels.length) return '';
    return [labels[i], ...series.map(({name, values}) => `${name || figure.y.label} ${num(values[i], 6)}`.trim())].join(
      ' · ',
    );
  };
  return {scene: {width: sheet.width, height, title, items: [...frame.items, ...items]}, at: read};
};
