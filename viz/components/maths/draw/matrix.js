// A matrix as cells, with the names of its rows and columns.

import {cssColour, packedColour, readableOn, shade} from '../../shared/colours.js';
import {axisLabel} from '../../shared/measure.js';
import {pixelCanvas} from '../../shared/scene.js';
import {columnLabel} from '../../shared/text.js';
import {num} from '../model/numbers.js';
import {SMALL, lengthOf, rgbOf, titled, written} from './frame.js';

/** @import {Item, MatrixFigure, Picture, Sheet} from '../types.js' */
/** @import {Rgb} from '../../shared/types.js' */

const MOST_CELLS = 1000; // drawn one by one; a larger matrix is a picture of one pixel a cell
const LARGEST = 44;
const LEGIBLE = 30; // pixels of a cell: the largest, and the smallest with a number in it
const ROW_ROOM = 96;
const COLUMN_ROOM = 84; // pixels of the longest names
const ROW_SHARE = 0.3; // of a narrow picture that row names may take

/** The least and the largest number that is finite; 0 and 1 without any. @param {ArrayLike<number>[]} values */
const extentOf = values => {
  let least = Infinity;
  let most = -Infinity;
  for (const row of values)
    for (let i = 0; i < row.length; i++) {
      const value = row[i];
      if (value < least && value > -Infinity) least = value;
      if (value > most && value < Infinity) most = value;
    }
  return least <= most ? [least, most] : [0, 1];
};

/**
 * From a number to its colour: the background for nothing, the full hue at the end of the scale.
 * @param {MatrixFigure} figure
 * @param {Sheet} sheet
 * @returns {{colourOf: (value: number) => Rgb, low: number, high: number, isBeyond: boolean}} `isBeyond`: some numbers
 *   are larger than the end
 */
const scaled = ({values, scale = 'share', low, high, hue = 'encoder'}, {colours}) => {
  const [least, most] = extentOf(values);
  const full = rgbOf(colours, hue);
  if (scale === 'signed') {
    const end = high ?? (Math.max(Math.abs(least), Math.abs(most)) || 1);
    return {
      low: -end,
      high: end,
      isBeyond: false,
      colourOf: value =>
        shade(colours.background, value < 0 ? colours.less : colours.more, Math.min(1, Math.abs(value) / end)),
    };
  }
  const from = low ?? (scale === 'share' ? 0 : least);
  const to = high ?? (scale === 'share' ? 1 : most);
  const span = to - from || 1;
  return {
    low: from,
    high: to,
    isBeyond: most > to * (1 + 1e-6),
    colourOf: value => shade(colours.background, full, Math.min(1, Math.max(0, (value - from) / span))),
  };
};

/**
 * The names of rows or columns as labels, every one that has room.
 * @param {string[]} names
 * @param {number} step pixels between two
 * @param {number} room pixels of a name
 * @param {Sheet} sheet
 */
const named = (names, step, room, {family}) => {
  const every = Math.max(1, Math.ceil(13 / step));
  const font = `400 ${SMALL}px ${family}`;
  return names.map((name, i) => (i % every ? null : axisLabel(name, room, font)));
};

/**
 * Colours of the scale with its ends.
 * @param {Sheet} sheet
 * @param {ReturnType<typeof scaled>} scale
 * @param {number} x
 * @param {number} y
 * @param {[string, string]} [ends] names of 0 and 1, where there is nothing between them
 * @returns {Item[]}
 */
const key = (sheet, {colourOf, low, high, isBeyond}, x, y, ends) => {
  const parts = 48;
  const wide = 96;
  const from = num(low, 3);
  const start = lengthOf(from, sheet) + 6;
  if (ends)
    return [1, 0].flatMap((value, i) => {
      const first = lengthOf(ends[1], sheet) + 36;
      const all = first + 18 + lengthOf(ends[0], sheet);
      const left = Math.max(0, Math.min(x, sheet.width - all)) + i * first;
      return [
        /** @type {Item} */ ({
          do: 'rect',
          x: left,
          y: y - 6,
          width: 12,
          height: 12,
          fill: cssColour(colourOf(value)),
          stroke: cssColour(sheet.colours.soft),
        }),
        written(sheet, left + 18, y, ends[value]),
      ];
    });
  return [
    written(sheet, x, y, from),
    ...Array.from(
      {length: parts},
      (_, i) =>
        /** @type {Item} */ ({
          do: 'rect',
          x: x + start + (i * wide) / parts,
          y: y - 4,
          width: wide / parts + 0.5,
          height: 8,
          fill: cssColour(colourOf(low + ((high - low) * i) / (parts - 1))),
        }),
    ),
    {do: 'rect', x: x + start, y: y - 4, width: wide, height: 8, stroke: cssColour(sheet.colours.rule)},
    written(sheet, x + start + wide + 6, y, `${isBeyond ? '≥ ' : ''}${num(high, 3)}`),
  ];
};

/**
 * A large matrix as pixels, of 256 colours of its scale.
 * @param {ArrayLike<number>[]} values
 * @param {ReturnType<typeof scaled>} scale
 * @param {number} missing pixel of a number that is not finite
 */
const pixelsOf = (values, {colourOf, low, high}, missing) => {
  const levels = 255;
  const span = high - low || 1;
  const palette = Uint32Array.from({length: levels + 1}, (_, i) => packedColour(colourOf(low + (span * i) / levels)));
  const columns = values[0].length;
  const pixels = new Uint32Array(values.length * columns);
  for (let r = 0, at = 0; r < values.length; r++)
    for (let c = 0; c < columns; c++, at++) {
      const share = (values[r][c] - low) / span;
      pixels[at] = share === share ? palette[Math.round(levels * Math.min(1, Math.max(0, share)))] : missing;
    }
  return pixels;
};

/** The texts with the most letters: of numbers no other is wider by more than a pixel or two. @param {string[]} texts
 * */
const longest = texts => {
  const most = Math.max(...texts.map(text => text.length));
  return [...new Set(texts.filter(text => text.length === most))].slice(0, 3);
};

/**
 * How the numbers of all cells are written: with as many digits as fit into each, of a share two; 0 alone for nothing
 * at all.
 * @param {MatrixFigure} figure
 * @param {Sheet} sheet
 * @param {number} room
 */
const writing = ({values, scale = 'share'}, sheet, room) => {
  const all = values.flatMap(row => Array.from(row)).filter(Number.isFinite);
  const ways = (scale === 'share' ? [2, 1] : [3, 2, 1]).map(digits => (/** @type {number} */ value) => {
    if (!value) return '0';
    const size = Math.abs(value);
    if (scale !== 'share' && size >= 1) return num(value, Math.max(2, digits));
    const text = size.toFixed(digits);
    return value < 0 && Number(text) ? `−${text}` : text;
  });
  return ways.find(way => longest(all.map(way)).every(text => lengthOf(text, sheet, 11) <= room)) ?? null;
};

/**
 * The cells one by one, in a frame: rectangles with their numbers.
 * @param {MatrixFigure} figure
 * @param {Sheet} sheet
 * @param {{left: number, top: number, wide: number, high: number}} place
 * @param {ReturnType<typeof scaled>} scale
 * @returns {Item[]}
 */
const singleCells = (figure, sheet, {left, top, wide, high}, scale) => {
  const {colourOf} = scale;
  const {values, written: numbers = values.length * values[0].length <= 400} = figure;
  const {colours} = sheet;
  /** @type {Item[]} */
  const items = [
    {
      do: 'rect',
      x: left - 1,
      y: top - 1,
      width: values[0].length * wide + 1,
      height: values.length * high + 1,
      stroke: cssColour(colours.rule),
    },
  ];
  const columns = values[0].length;
  const write = numbers && wide >= LEGIBLE && high >= 18 ? writing(figure, sheet, wide - 5) : null;
  /** @type {number[]} */
  const hatched = [];
  values.forEach((row, r) => {
    for (let c = 0; c < columns; c++) {
      const value = row[c];
      const x = left + c * wide;
      const y = top + r * high;
      if (!Number.isFinite(value)) {
        hatched.push(x, y, wide, high);
        continue;
      }
      const ground = colourOf(value);
      items.push({do: 'rect', x, y, width: wide - 1, height: high - 1, fill: cssColour(ground)});
      if (!write) continue;
      const text = write(value);
      items.push(
        written(sheet, x + wide / 2, y + high / 2, text, {
          anchor: 'middle',
          size: 11,
          fill: cssColour(readableOn(ground, [colours.ink, colours.background])),
        }),
      );
    }
  });
  if (hatched.length) items.push({do: 'hatch', rects: hatched, stroke: cssColour(colours.hatch)});
  return items;
};

/**
 * The cells, one by one or as one picture, with the frames of those that are outlined.
 * @param {MatrixFigure} figure
 * @param {Sheet} sheet
 * @param {{left: number, top: number, wide: number, high: number}} place
 * @param {ReturnType<typeof scaled>} scale
 * @returns {Item[]}
 */
const cells = (figure, sheet, place, scale) => {
  const {values, outlined = []} = figure;
  const {colours} = sheet;
  const {left, top, wide, high} = place;
  const columns = values[0].length;
  /** @returns {Item} */
  const picture = () => ({
    do: 'image',
    x: left,
    y: top,
    width: columns * wide,
    height: values.length * high,
    image: pixelCanvas(pixelsOf(values, scale, packedColour(colours.hatch)), columns, values.length),
    smooth: false,
  });
  const frames = outlined.map(
    ([r, c]) =>
      /** @type {Item} */ ({
        do: 'rect',
        x: left + c * wide,
        y: top + r * high,
        width: wide - 1,
        height: high - 1,
        stroke: cssColour(colours.ink),
        line: 2,
      }),
  );
  const items = values.length * columns > MOST_CELLS ? [picture()] : singleCells(figure, sheet, place, scale);
  return [...items, ...frames];
};

/**
 * Sizes of the cells and where they begin.
 * @param {MatrixFigure} figure
 * @param {Sheet} sheet
 * @param {number} head pixels of the title
 */
const placed = ({values, rows, columns, height = 460, rowHeight}, sheet, head) => {
  const across = values[0]?.length ?? 1;
  const rowRoom = rows
    ? Math.min(ROW_ROOM, ROW_SHARE * sheet.width, Math.max(...rows.map(name => lengthOf(name, sheet))) + 14)
    : 30;
  const left = Math.ceil(rowRoom) + 18;
  const wide = Math.min(LARGEST, (sheet.width - left - 2) / across);
  const isTurned = Boolean(columns?.some(name => lengthOf(name, sheet) + 10 > wide));
  const longest = columns ? Math.min(COLUMN_ROOM, Math.max(...columns.map(name => lengthOf(name, sheet))) + 12) : 12;
  const top = head + 22 + (isTurned ? longest : 18);
  const suited = values.length > 40 ? height / values.length : Math.max(wide, 20);
  const high = rowHeight ?? Math.min(LARGEST, suited, height / values.length);
  return {left, top, wide, high, isTurned, rowRoom, longest};
};

/**
 * The titles of both axes and the names of rows and columns.
 * @param {MatrixFigure} figure
 * @param {Sheet} sheet
 * @param {ReturnType<typeof placed>} place
 * @param {number} head
 * @returns {Item[]}
 */
const axes = (
  {values, rows, columns, rowTitle, columnTitle},
  sheet,
  {left, top, wide, high, isTurned, rowRoom, longest},
  head,
) => {
  const ink = cssColour(sheet.colours.ink);
  const soft = cssColour(sheet.colours.soft);
  const middle = top + (values.length * high) / 2;
  const rowNames = rows ?? values.map((_, i) => String(i));
  const columnNames = columns ?? Array.from(values[0], (_, i) => String(i));
  const sparse = columns
    ? columnNames
    : columnNames.map((name, i) =>
        i % Math.max(1, Math.ceil((lengthOf(String(columnNames.length), sheet) + 8) / wide)) ? '' : name,
      );
  return [
    written(sheet, left, head + 9, columnTitle),
    written(sheet, 8, middle, rowTitle, {turn: -90, anchor: 'middle'}),
    ...named(rowNames, high, rowRoom, sheet).flatMap((label, i) =>
      label
        ? [
            /** @type {Item} */ ({
              ...written(sheet, left - 6, top + (i + 0.5) * high - 0.5, label.text, {anchor: 'end', fill: ink}),
              blank: label.blank,
              soft,
            }),
          ]
        : [],
    ),
    ...named(sparse, columns ? wide : 99, columns ? longest : COLUMN_ROOM, sheet).flatMap((label, i) =>
      label?.text && (columns || (sparse[i] && left + (i + 0.5) * wide + lengthOf(sparse[i], sheet) / 2 <= sheet.width))
        ? [
            /** @type {Item} */ ({
              ...written(sheet, left + (i + 0.5) * wide - 0.5, top - (isTurned ? 6 : 9), label.text, {
                ...(isTurned ? columnLabel(label.text, {turn: -90}) : {anchor: 'middle'}),
                fill: ink,
              }),
              blank: label.blank,
              soft,
            }),
          ]
        : [],
    ),
  ];
};

/**
 * @param {MatrixFigure} figure
 * @param {Sheet} sheet
 * @returns {Picture}
 */
export const matrix = (figure, sheet) => {
  const {values, rows, columns, title} = figure;
  if (!values.length || !values[0].length)
    return {scene: {width: sheet.width, height: 0, title, items: []}, at: () => ''};
  const head = titled(sheet, title);
  const place = placed(figure, sheet, head.height);
  const scale = scaled(figure, sheet);
  const {left, top, wide, high} = place;
  const bottom = top + values.length * high;
  const items = [
    ...head.items,
    ...axes(figure, sheet, place, head.height),
    ...cells(figure, sheet, place, scale),
    ...key(sheet, scale, left, bottom + 16, figure.ends),
  ];
  /**
   * @param {number} x
   * @param {number} y
   */
  const at = (x, y) => {
    const r = Math.floor((y - top) / high);
    const c = Math.floor((x - left) / wide);
    const value = values[r]?.[c];
    if (r < 0 || c < 0 || value === undefined) return '';
    return `${figure.rowTitle} ${rows?.[r] ?? r} · ${figure.columnTitle} ${columns?.[c] ?? c} · ${num(value, 6)}`;
  };
  return {scene: {width: sheet.width, height: bottom + 28, title, items}, at};
};
