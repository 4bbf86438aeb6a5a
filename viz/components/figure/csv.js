// The numbers of a figure as a table. Pure functions; plotly's titles contain markup, which `plain` removes.

import {bytesOf} from '../shared/bytes.js';
import {csvText} from '../shared/text.js';

/** @import {PackedNumbers, PlotlyFigure} from './types.js' */

const NUMBERS = {
  f8: Float64Array,
  f4: Float32Array,
  i4: Int32Array,
  u4: Uint32Array,
  i2: Int16Array,
  u2: Uint16Array,
  i1: Int8Array,
  u1: Uint8Array,
};

/**
 * The numbers of one attribute of a trace.
 * @param {PackedNumbers} packed
 * @returns {any[]}
 */
export const unpackedNumbers = packed => {
  if (!packed || Array.isArray(packed)) return packed ?? [];
  const Kind = NUMBERS[/** @type {keyof typeof NUMBERS} */ (packed.dtype)];
  return Array.from(new Kind(bytesOf(packed.bdata).buffer));
};

/**
 * @param {any} layout
 * @param {string} axis
 * @param {(text: any) => string} plain
 */
const axisTitle = (layout, axis, plain) => plain(layout[axis]?.title?.text);

/**
 * Lines as one long table: one row per point.
 * @param {PlotlyFigure} figure
 * @param {Record<string, string>} words
 * @param {(text: any) => string} plain
 */
const lineTable = ({data, layout}, words, plain) => {
  const table = [[words.series, axisTitle(layout, 'xaxis', plain), axisTitle(layout, 'yaxis', plain)]];
  const lines = data.filter(trace => String(trace.mode).startsWith('lines')); // marks repeat points of a line
  for (const trace of lines) {
    const y = unpackedNumbers(trace.y);
    // a trace with one point nowhere is an entry of the legend
    unpackedNumbers(trace.x).forEach((x, i) => {
      if (x !== null) table.push([trace.name, x, y[i]]);
    });
  }
  return table;
};

/** @param {any} item */
const shown = item => (item === null || item === undefined || Number.isNaN(item) ? '' : item);

/**
 * The lines of a figure as the text of a table.
 * @param {PlotlyFigure} figure
 * @param {Record<string, string>} words
 * @param {(text: any) => string} plain
 */
export const figureCsv = (figure, words, plain) => csvText(lineTable(figure, words, plain).map(row => row.map(shown)));
