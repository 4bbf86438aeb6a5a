// Downloads of a figure: pictures in the light theme, and its numbers.

import {bytesOf} from '../shared/bytes.js';
import {make} from '../shared/elements.js';
import {download} from '../shared/saving.js';
import {csvText} from '../shared/text.js';
import {prepared} from './layout.js';

/** @import {FigureView, PackedNumbers, PlotlyFigure} from './types.js' */

// The numbers of a figure as a table. Pure functions; plotly's titles contain markup, which `plain` removes.

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

/**
 * Bars as a table: one row per bar, with what its trace says of it.
 * @param {PlotlyFigure} figure
 * @param {Record<string, string>} words
 * @param {(text: any) => string} plain
 */
const barTable = ({data, layout}, words, plain) => {
  const bars = data.filter(({type}) => type === 'bar');
  const rows = bars.flatMap(({name, y, customdata}) =>
    unpackedNumbers(y).map((height, i) => [
      plain(name),
      ...customdata[i].map((/** @type {any} */ value) => (typeof value === 'string' ? plain(value) : value)),
      height,
    ]),
  );
  return [[words.series, ...bars[0].meta.columns, axisTitle(layout, 'yaxis', plain)], ...rows];
};

/** @param {any} item */
const shown = item => (item === null || item === undefined || Number.isNaN(item) ? '' : item);

/**
 * The lines of a figure, or its bars, as the text of a table.
 * @param {PlotlyFigure} figure
 * @param {Record<string, string>} words
 * @param {(text: any) => string} plain
 */
export const figureCsv = (figure, words, plain) => {
  const table = figure.data.some(({type}) => type === 'bar') ? barTable : lineTable;
  return csvText(table(figure, words, plain).map(row => row.map(shown)));
};

export const CONFIG = {displayModeBar: false, displaylogo: false, showSendToCloud: false, responsive: false};

/**
 * A property: from an update, or else the initial one.
 * @param {FigureView} view
 * @param {string} name
 */
export const propertyOf = ({props, given}, name) => props[name] ?? given[name];

/**
 * @param {FigureView} view
 * @returns {Record<string, string>}
 */
export const wordsOf = view => propertyOf(view, 'words');

/**
 * Convert plotly's titles, with <sub>, <br> and escaped tokens, to plain text in a document that is never shown.
 * @param {any} text
 */
export const plainText = text =>
  new DOMParser().parseFromString(String(text ?? '').replaceAll('<br>', ' '), 'text/html').body.textContent ?? '';

/** @param {FigureView} view */
const fileName = ({plot}) => plot.layout.meta?.name || 'figure';

/**
 * Save it on white, for a paper, with the current zoom.
 * @param {FigureView} view
 * @param {'svg' | 'png'} format
 */
const saveImage = (view, format) => {
  const {plot, drawn, zoomed, given} = view;
  const {data, layout} = prepared(/** @type {string} */ (drawn.value), {...drawn, dark: false}, given.light, {});
  for (const name of Object.keys(layout).filter(key => /^[xy]axis\d*$/.test(key))) {
    const axis = plot.layout[name];
    if (zoomed && axis) Object.assign(layout[name], {range: axis.range, autorange: axis.autorange});
  }
  const {width, height} = layout;
  const paper = {paper_bgcolor: given.light.panel, plot_bgcolor: given.light.panel};
  const options = {format, filename: fileName(view), width, height, ...(format === 'png' ? {scale: 3} : {})};
  const {Plotly} = /** @type {any} */ (window);
  return Plotly.downloadImage({data, layout: {...layout, ...paper}, config: CONFIG}, options);
};

/** @param {FigureView} view */
const saveTable = view => {
  const text = figureCsv(JSON.parse(/** @type {string} */ (view.drawn.value)), wordsOf(view), plainText);
  download(new Blob(['\ufeff' + text], {type: 'text/csv;charset=utf-8'}), `${fileName(view)}.csv`);
};

/** @type {Record<string, (view: FigureView) => void>} */
export const SAVING = {svg: view => saveImage(view, 'svg'), png: view => saveImage(view, 'png'), csv: saveTable};

/**
 * @param {string} tool
 * @param {string} text
 * @param {string | null} [title]
 */
const toolButton = (tool, text, title = null) =>
  make('button', {type: 'button', 'data-tool': tool, title, 'aria-label': title ?? text}, text);

/** @param {FigureView} view */
export const drawTools = view => {
  const {tools} = view;
  const reset = toolButton('reset', wordsOf(view).reset);
  reset.hidden = true;
  tools.replaceChildren(
    reset,
    ...Object.keys(SAVING).map(format =>
      toolButton(format, format.toUpperCase(), wordsOf(view).save.replace('{format}', format.toUpperCase())),
    ),
  );
};
