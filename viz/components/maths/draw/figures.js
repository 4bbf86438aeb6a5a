// The figures of a lab: each in a place of its own, which the next drawing uses again.

import {make} from '../../shared/elements.js';
import {csvText, say} from '../../shared/text.js';
import {download, pngFile, svgFile} from '../../shared/saving.js';
import {paintScene} from '../../shared/scene.js';
import {isSame} from '../model/same.js';
import {tableOf} from '../model/table.js';
import {bars} from './bars.js';
import {chart} from './chart.js';
import {matrix} from './matrix.js';
import {drawLines, drawTable, drawTokens} from './plain.js';
import {heading} from './words.js';

/** @import {Bench, Colours, Column, Figure, Picture, PlainFigure, Sheet, Texts} from '../types.js' */

const PICTURES = /** @type {Record<string, (figure: any, sheet: Sheet) => Picture>} */ ({chart, bars, matrix});
const PLAIN = /** @type {Record<string, (figure: any, colours: any) => Node[]>} */ ({
  table: drawTable,
  tokens: drawTokens,
  lines: drawLines,
});
const LEAST = 200;
const NARROW = 620; // pixels: of a picture, however narrow its place; of columns, below which they are one

/**
 * What each place shows, and what it was drawn with.
 * @typedef {{figure: PlainFigure, picture: Picture | null, texts: Texts, colours: Colours, width: number}} Drawn
 * @type {WeakMap<Element, Drawn & {ratio: number}>}
 */
const shownIn = new WeakMap();

/** @param {string} title */
const fileName = title =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'figure';

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
  if (format === 'csv') download(new Blob(['\ufeff', csvText(tableOf(figure))], {type: 'text/csv'}), `${name}.csv`);
  else if (picture && format === 'svg') download(svgFile(picture.scene), `${name}.svg`);
  else if (picture) download(pngFile(picture.scene), `${name}.png`);
};

/**
 * An empty place for a figure of a kind.
 * @param {PlainFigure['kind']} kind
 */
const makePlace = kind => {
  const isPicture = kind in PICTURES;
  const formats = isPicture ? ['svg', 'png', 'csv'] : ['csv'];
  const place = make('figure', {class: 'gf-lab-figure', 'data-kind': kind});
  const body = isPicture ? make('canvas', {role: 'img'}) : make('div');
  const note = make('span', {class: 'gf-lab-at'});
  const tools = make(
    'span',
    {class: 'gf-lab-tools'},
    ...formats.map(format => make('button', {type: 'button', 'data-save': format}, format.toUpperCase())),
  );
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
  body.addEventListener('pointerleave', () => {
    note.textContent = '';
  });
  return place;
};

/**
 * Draw a figure into its place.
 * @param {Bench} bench
 * @param {Element} place
 * @param {PlainFigure} figure
 * @param {number} width
 * @param {string} around title of what it belongs to, which names a figure without a title of its own
 */
const drawInto = ({colours, family, texts}, place, figure, width, around) => {
  const shown = shownIn.get(place);
  const given = {texts, colours, width, ratio: devicePixelRatio};
  const isDrawn =
    shown &&
    shown.texts === texts &&
    shown.colours === colours &&
    shown.width === width &&
    shown.ratio === devicePixelRatio;
  if (isDrawn && isSame(shown.figure, figure)) return; // a control changes some figures only
  if (shown?.texts !== texts)
    for (const node of place.querySelectorAll('[data-save]')) {
      const words = say(texts, 'save', {format: node.textContent});
      node.setAttribute('title', words);
      node.setAttribute('aria-label', words);
    }
  const body = /** @type {HTMLElement} */ (place.firstElementChild);
  const name = figure.title || around;
  place.setAttribute('aria-label', name); // else its buttons would be its name
  if (!(figure.kind in PICTURES)) {
    body.replaceChildren(...PLAIN[figure.kind](figure, colours));
    shownIn.set(place, {figure, picture: null, ...given});
    return;
  }
  const picture = PICTURES[figure.kind](figure, {width, colours, family, texts});
  const {scene} = picture;
  paintScene(/** @type {HTMLCanvasElement} */ (body), scene, true);
  Object.assign(body.style, {width: `${scene.width}px`, height: `${scene.height}px`});
  if (body.getAttribute('aria-label') !== name) body.setAttribute('aria-label', name);
  shownIn.set(place, {figure, picture, ...given});
};

/**
 * The columns of a figure that has some.
 * @param {Bench} bench
 * @param {Figure} figure
 * @returns {(Column & {side: string})[] | null}
 */
const columnsOf = ({texts}, figure) => {
  if (figure.kind === 'row') return figure.columns.map(column => ({...column, side: ''}));
  if (figure.kind !== 'pair') return null;
  const {titles = [say(texts, 'wrong'), say(texts, 'right')]} = figure;
  return [figure.left, figure.right].map((figures, i) => ({
    title: titles[i],
    figures,
    side: figure.titles ? '' : ['wrong', 'right'][i],
  }));
};

/**
 * Draw columns next to each other, or below one another where there is little room.
 * @param {Bench} bench
 * @param {HTMLElement} place
 * @param {NonNullable<ReturnType<typeof columnsOf>>} columns
 * @param {number} width
 * @param {number} [least] pixels that a column needs
 */
const drawColumns = (bench, place, columns, width, least = 0) => {
  const gap = columns.length > 2 ? 16 : 32; // as the style sheet has it
  const count = width < NARROW ? 1 : Math.max(1, Math.min(columns.length, Math.floor((width + gap) / (least + gap))));
  place.style.setProperty('--columns', String(count));
  columns.forEach(({title: name, side, figures}, i) => {
    const column = /** @type {HTMLElement} */ (place.children[i]);
    const [title, body] = column.children;
    title.textContent = heading(name);
    column.dataset.side = side;
    drawFigures(
      bench,
      /** @type {HTMLElement} */ (body),
      figures,
      Math.floor((width - gap * (count - 1)) / count),
      heading(name),
    );
  });
};

/**
 * Draw figures below one another; places of the same kind are used again.
 * @param {Bench} bench
 * @param {HTMLElement} parent
 * @param {Figure[]} figures
 * @param {number} width
 * @param {string} [around] title of what they belong to
 */
export const drawFigures = (bench, parent, figures, width, around = '') => {
  figures.forEach((figure, i) => {
    const columns = columnsOf(bench, figure);
    let place = /** @type {HTMLElement | undefined} */ (parent.children[i]);
    if (place?.dataset.kind !== figure.kind || (columns && place.children.length !== columns.length)) {
      const fresh = columns
        ? makeColumns(figure.kind, columns.length)
        : makePlace(/** @type {PlainFigure} */ (figure).kind);
      if (place) place.replaceWith(fresh);
      else parent.append(fresh);
      place = fresh;
    }
    if (columns) drawColumns(bench, place, columns, width, figure.kind === 'row' ? figure.least : 0);
    else drawInto(bench, place, /** @type {PlainFigure} */ (figure), Math.max(LEAST, width), around);
  });
  while (parent.children.length > figures.length) parent.lastElementChild?.remove();
};

/**
 * Columns, each with a title.
 * @param {string} kind
 * @param {number} count
 */
const makeColumns = (kind, count) =>
  make(
    'div',
    {class: 'gf-lab-columns', 'data-kind': kind},
    ...Array.from({length: count}, () => make('div', {}, make('h3'), make('div'))),
  );
