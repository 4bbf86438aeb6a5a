// The numbers of a figure as a table. Pure functions; plotly's titles contain markup, which `plain` removes.

import {bytesOf} from '../shared/bytes.js';
import {csvText} from '../shared/text.js';

/** @import {PackedNumbers, PlotlyFigure} from './types.js' */

const NUMBERS = {
  f8: Float64Array, f4: Float32Array, i4: Int32Array, u4: Uint32Array, i2: Int16Array, u2: Uint16Array, i1: Int8Array,
  u1: Uint8Array,
};

/**
 * The numbers of one attribute of a trace; rows of them for a matrix.
 * @param {PackedNumbers} packed
 * @returns {any[]}
 */
export const unpackedNumbers = packed => {
  if (!packed || Array.isArray(packed)) return packed ?? [];
  const Kind = NUMBERS[/** @type {keyof typeof NUMBERS} */ (packed.dtype)];
  const flat = Array.from(new Kind(bytesOf(packed.bdata).buffer));
  const [rows, columns] = String(packed.shape ?? '').split(',').map(Number);
  if (columns === undefined) return flat;
  return Array.from({length: rows}, (_, row) => flat.slice(row * columns, (row + 1) * columns));
};

/**
 * @param {any} layout
 * @param {string} axis
 * @param {(text: any) => string} plain
 */
const axisTitle = (layout, axis, plain) => plain(layout[axis]?.title?.text);

/**
 * @param {any} layout
 * @param {string} axis
 * @param {number} size
 * @param {(text: any) => string} plain
 */
const tickNames = (layout, axis, size, plain) =>
  layout[axis]?.ticktext?.map(plain) ?? Array.from({length: size}, (_, i) => i);

/**
 * A matrix as a table with its labels.
 * @param {any} trace
 * @param {any} layout
 * @param {(text: any) => string} plain
 */
const matrixTable = (trace, layout, plain) => {
  const rows = unpackedNumbers(trace.z), names = tickNames(layout, 'yaxis', rows.length, plain);
  const corner = `${axisTitle(layout, 'yaxis', plain)} / ${axisTitle(layout, 'xaxis', plain)}`;
  return [[corner, ...tickNames(layout, 'xaxis', rows[0]?.length ?? 0, plain)],
    ...rows.map((row, i) => [names[i], ...row])];
};

/**
 * Lines as one long table: one row per point.
 * @param {PlotlyFigure} figure
 * @param {Record<string, string>} words
 * @param {(text: any) => string} plain
 */
const lineTable = ({data, layout}, words, plain) => {
  const lines = data.filter(trace => String(trace.mode).startsWith('lines')); // marks repeat points of a line
  const isOfSeveral = new Set(lines.map(trace => trace.xaxis ?? 'x')).size > 1;
  /** @param {any} trace */
  const panel = trace => plain(layout.annotations[(Number(String(trace.xaxis ?? 'x').slice(1)) || 1) - 1]?.text);
  const quantity = isOfSeveral ? [plain(layout.title?.text)] : [];
  const table = [[...quantity, words.series, axisTitle(layout, 'xaxis', plain),
    isOfSeveral ? words.value : axisTitle(layout, 'yaxis', plain)]];
  for (const trace of lines) {
    const y = unpackedNumbers(trace.y), lead = isOfSeveral ? [panel(trace), trace.name] : [trace.name];
    // a trace with one point nowhere is an entry of the legend
    unpackedNumbers(trace.x).forEach((x, i) => { if (x !== null) table.push([...lead, x, y[i]]); });
  }
  return table;
};

/** @param {any} item */
const shown = item => item === null || item === undefined || Number.isNaN(item) ? '' : item;

/**
 * The table of a figure as text: of its matrix if it has one, else of its lines.
 * @param {PlotlyFigure} figure
 * @param {Record<string, string>} words
 * @param {(text: any) => string} plain
 */
export const figureCsv = (figure, words, plain) => {
  const matrix = figure.data.find(trace => trace.type === 'heatmap');
  const table = matrix ? matrixTable(matrix, figure.layout, plain) : lineTable(figure, words, plain);
  return csvText(table.map(row => row.map(shown)));
};
