// The figures of a lab: each in a place of its own, which the next drawing uses again.

import {make} from '../../shared/elements.js';
import {csvField, say} from '../../shared/text.js';
import {download, pngFile, svgFile} from '../../shared/saving.js';
import {paintScene} from '../../shared/scene.js';
import {bars} from './bars.js';
import {chart} from './chart.js';
import {matrix} from './matrix.js';
import {drawLines, drawTable, drawTokens} from './plain.js';
import {heading} from './words.js';

/** @import {Bench, Figure, Picture, PlainFigure, Sheet} from '../types.js' */

const PICTURES = /** @type {Record<string, (figure: any, sheet: Sheet) => Picture>} */ ({chart, bars, matrix});
const PLAIN = /** @type {Record<string, (figure: any, colours: any) => Node[]>} */ ({table: drawTable, tokens: drawTokens, lines: drawLines});
const LEAST = 240; // pixels of a picture, however narrow its place

/** What each place shows. @type {WeakMap<Element, {figure: PlainFigure, picture: Picture | null}>} */
const shownIn = new WeakMap();

/**
 * The rows of a figure as a table has them.
 * @param {PlainFigure} figure
 * @returns {(string | number)[][]}
 */
const tableOf = figure => {
  if (figure.kind === 'table') return [figure.head, ...figure.rows];
  if (figure.kind === 'chart') return [['series', figure.x.label || 'x', figure.y.label || 'y'],
    ...figure.series.flatMap(({name, x, y}) => Array.from(x, (value, i) => [name, value, y[i]]))];
  if (figure.kind === 'bars') return [[figure.x?.label ?? '', ...figure.series.map(({name}) => name || figure.y.label)],
    ...figure.labels.map((label, i) => [label, ...figure.series.map(({values}) => values[i])])];
  if (figure.kind === 'matrix') return [[`${figure.rowTitle} / ${figure.columnTitle}`, ...Array.from(figure.values[0], (_, i) => figure.columns?.[i] ?? i)],
    ...figure.values.map((row, i) => [figure.rows?.[i] ?? i, ...Array.from(row)])];
  if (figure.kind === 'tokens') return figure.tokens.map(({text, share = '', note = ''}) => [text, share, note]);
  return figure.lines.map(line => [line]);
};

/** @param {string} title */
const fileName = title => title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'figure';

/**
 * Save what a place shows.
 * @param {Element} place
 * @param {string} format
 * @param {string} name
 */
const save = (place, format, name) => {
  const shown = shownIn.get(place);
  if (!shown) return;
  const {figure, picture} = shown;
  if (format === 'csv') download(new Blob(['﻿', tableOf(figure).map(row => row.map(csvField).join(',')).join('\r\n')], {type: 'text/csv'}), `${name}.csv`);
  else if (picture && format === 'svg') download(svgFile(picture.scene), `${name}.svg`);
  else if (picture) download(pngFile(picture.scene), `${name}.png`);
};

/**
 * An empty place for a figure of a kind.
 * @param {PlainFigure['kind']} kind
 */
const makePlace = kind => {
  const isPicture = kind in PICTURES, formats = isPicture ? ['svg', 'png', 'csv'] : ['csv'];
  const place = make('figure', {class: 'gf-lab-figure', 'data-kind': kind});
  const body = isPicture ? make('canvas', {role: 'img'}) : make('div');
  const note = make('span', {class: 'gf-lab-at'});
  const tools = make('span', {class: 'gf-lab-tools'}, ...formats.map(format =>
    make('button', {type: 'button', 'data-save': format}, format.toUpperCase())));
  place.append(body, make('figcaption', {}, note, tools));
  tools.addEventListener('click', event => {
    const {save: format} = /** @type {HTMLElement} */ (event.target).dataset;
    if (format) save(place, format, fileName(shownIn.get(place)?.figure.title ?? ''));
  });
  if (!isPicture) return place;
  body.addEventListener('pointermove', event => {
    const {offsetX, offsetY} = /** @type {any} */ (event);
    note.textContent = shownIn.get(place)?.picture?.at(offsetX, offsetY) ?? '';
  });
  body.addEventListener('pointerleave', () => { note.textContent = ''; });
  return place;
};

/**
 * Draw a figure into its place.
 * @param {Bench} bench
 * @param {Element} place
 * @param {PlainFigure} figure
 * @param {number} width
 */
const drawInto = ({colours, family, texts}, place, figure, width) => {
  for (const node of place.querySelectorAll('[data-save]')) {
    const words = say(texts, 'save', {format: node.textContent});
    node.setAttribute('title', words);
    node.setAttribute('aria-label', words);
  }
  const body = /** @type {HTMLElement} */ (place.firstElementChild);
  place.setAttribute('aria-label', figure.title ?? ''); // else its buttons would be its name
  if (!(figure.kind in PICTURES)) {
    body.replaceChildren(...PLAIN[figure.kind](figure, colours));
    shownIn.set(place, {figure, picture: null});
    return;
  }
  const picture = PICTURES[figure.kind](figure, {width, colours, family, texts}), {scene} = picture;
  paintScene(/** @type {HTMLCanvasElement} */ (body), scene, true);
  Object.assign(body.style, {width: `${scene.width}px`, height: `${scene.height}px`});
  body.setAttribute('aria-label', figure.title);
  shownIn.set(place, {figure, picture});
};

/**
 * Draw figures below one another; places of the same kind are used again.
 * @param {Bench} bench
 * @param {HTMLElement} parent
 * @param {Figure[]} figures
 * @param {number} width
 */
export const drawFigures = (bench, parent, figures, width) => {
  figures.forEach((figure, i) => {
    let place = /** @type {HTMLElement | undefined} */ (parent.children[i]);
    if (place?.dataset.kind !== figure.kind) {
      const fresh = figure.kind === 'pair' ? makePair() : makePlace(figure.kind);
      if (place) place.replaceWith(fresh); else parent.append(fresh);
      place = fresh;
    }
    if (figure.kind !== 'pair') { drawInto(bench, place, figure, Math.max(LEAST, width)); return; }
    const titles = figure.titles ?? [say(bench.texts, 'wrong'), say(bench.texts, 'right')], isNarrow = width < 620;
    place.classList.toggle('gf-narrow', isNarrow);
    [figure.left, figure.right].forEach((half, side) => {
      const column = /** @type {HTMLElement} */ (/** @type {HTMLElement} */ (place).children[side]), [title, body] = column.children;
      title.textContent = heading(titles[side]);
      column.dataset.side = figure.titles ? '' : ['wrong', 'right'][side];
      drawFigures(bench, /** @type {HTMLElement} */ (body), half, isNarrow ? width : Math.floor((width - 32) / 2));
    });
  });
  while (parent.children.length > figures.length) parent.lastElementChild?.remove();
};

/** Two columns, each with a title. */
const makePair = () => make('div', {class: 'gf-lab-pair', 'data-kind': 'pair'},
  ...[0, 1].map(() => make('div', {}, make('h4'), make('div'))));
