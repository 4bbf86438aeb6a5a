// Lines and dots between two axes.

import {cssColour} from '../../shared/colours.js';
import {num} from '../model/numbers.js';
import {framed, inkOf, lengthOf, written} from './frame.js';

/** @import {ChartFigure, Item, Picture, Series, Sheet} from '../types.js' */
/** @import {Frame} from './frame.js' */

const NEAR = 28; // pixels: a point farther from the pointer is not read

/**
 * The points of a series as pixels, x and y in turn.
 * @param {Frame} frame
 * @param {ArrayLike<number>} x
 * @param {ArrayLike<number>} y
 * @param {number} [beside] see `Series`
 */
const placed = (frame, x, y, beside = 0) => {
  const points = new Float64Array(2 * x.length);
  for (let i = 0; i < x.length; i++) {
    points[2 * i] = frame.x(x[i] + beside);
    points[2 * i + 1] = frame.y(y[i]);
  }
  return points;
};

/**
 * A band between two lines.
 * @param {Frame} frame
 * @param {Series} series
 * @param {string} fill
 * @returns {Item[]}
 */
const band = (frame, {x, low, high}, fill) => {
  if (!low || !high) return [];
  const back = placed(frame, Array.from(x).reverse(), Array.from(low).reverse());
  return [{do: 'line', points: [...placed(frame, x, high), ...back], fill, opacity: 0.16}];
};

/**
 * @param {Frame} frame
 * @param {Sheet} sheet
 * @param {Series} series
 * @param {number} index
 * @returns {Item[]}
 */
const seriesItems = (frame, sheet, series, index) => {
  const {x, y, hue = index, dash, dots, beside, line = 2, labels} = series;
  const stroke = inkOf(sheet.colours, hue);
  const points = placed(frame, x, y, beside);
  /** @type {Item[]} */
  const items = [...band(frame, series, stroke)];
  if (dots) items.push({do: 'dots', points: Array.from(points), radius: points.length > 400 ? 2 : 3.5, fill: stroke});
  else items.push({do: 'line', points, stroke, line, dash: dash ? [5, 4] : []});
  labels?.forEach((text, i) => {
    if (!text) return;
    const isRight = points[2 * i] + 8 + lengthOf(text, sheet) > frame.right;
    items.push(
      written(sheet, points[2 * i] + (isRight ? -7 : 7), points[2 * i + 1] - 7, text, {
        fill: cssColour(sheet.colours.ink),
        anchor: isRight ? 'end' : 'start',
      }),
    );
  });
  return items;
};

/**
 * Vertical and horizontal lines with their names.
 * @param {Frame} frame
 * @param {Sheet} sheet
 * @param {ChartFigure} figure
 * @returns {Item[]}
 */
const marked = (frame, sheet, {marks = [], levels = []}) => {
  const stroke = cssColour(sheet.colours.soft);
  const ink = cssColour(sheet.colours.ink);
  /** @type {Item[]} */
  const items = [];
  for (const [i, {x, label}] of marks.entries()) {
    // their names one below the other
    const at = frame.x(x);
    const isRight = at + 8 + lengthOf(label, sheet) > frame.right;
    if (!(at >= frame.left - 1 && at <= frame.right + 1)) continue;
    items.push({do: 'line', points: [at, frame.top, at, frame.bottom], stroke, line: 1, dash: [2, 3]});
    items.push(
      written(sheet, at + (isRight ? -5 : 5), frame.top + 7 + 16 * i, label, {
        fill: ink,
        anchor: isRight ? 'end' : 'start',
      }),
    );
  }
  for (const {y, label} of levels) {
    const at = frame.y(y);
    if (!(at >= frame.top - 1 && at <= frame.bottom + 1)) continue;
    items.push({do: 'line', points: [frame.left, at, frame.right, at], stroke, line: 1, dash: [2, 3]});
    items.push(written(sheet, frame.right, at - 8, label, {fill: ink, anchor: 'end'}));
  }
  return items;
};

/**
 * @param {ChartFigure} figure
 * @param {Sheet} sheet
 * @returns {Picture}
 */
export const chart = (figure, sheet) => {
  const {series, title} = figure;
  const entries = series.map(({name, hue, dash, dots}, i) => ({name, hue: hue ?? i, dash, dots}));
  const frame = framed(sheet, figure, entries, {
    x: series.map(one => one.x),
    y: series.flatMap(({y, low, high}) => [y, ...(low && high ? [low, high] : [])]),
  });
  /** @type {[number, number, number, number]} */
  const clip = [frame.left - 4, frame.top - 4, frame.right - frame.left + 8, frame.bottom - frame.top + 8];
  const data = series.flatMap((one, i) => seriesItems(frame, sheet, one, i));
  /**
   * @param {number} x
   * @param {number} y
   */
  const at = (x, y) => {
    let best = NEAR ** 2;
    let text = '';
    for (const {name, x: xs, y: ys, labels, beside = 0} of series)
      for (let i = 0; i < xs.length; i++) {
        const apart = (frame.x(xs[i] + beside) - x) ** 2 + (frame.y(ys[i]) - y) ** 2;
        if (!(apart < best)) continue;
        best = apart;
        const place = figure.x.names?.[xs[i]] ?? num(xs[i], 6);
        text = [labels?.[i] || name, `${figure.x.label} ${place}`.trim(), `${figure.y.label} ${num(ys[i], 6)}`.trim()]
          .filter(Boolean)
          .join(' · ');
      }
    return text;
  };
  return {
    scene: {
      width: sheet.width,
      height: frame.height,
      title,
      items: [...frame.items, {do: 'group', clip, items: data}, ...marked(frame, sheet, figure)],
    },
    at,
  };
};
