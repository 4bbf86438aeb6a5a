// Downloads of a figure: pictures in the light theme, and its numbers.

import {make} from '../shared/elements.js';
import {download} from '../shared/saving.js';
import {figureCsv} from './csv.js';
import {prepared} from './layout.js';

/** @import {FigureView} from './types.js' */

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
