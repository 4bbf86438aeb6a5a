// The figures of a lab: each in a place of its own, which the next drawing uses again.

import {cssColour, mixed, readableOn} from '../../shared/colours.js';
import {make} from '../../shared/elements.js';
import {download, pngFile, svgFile} from '../../shared/saving.js';
import {paintScene} from '../../shared/scene.js';
import {cueScroll} from '../../shared/watching.js';
import {csvText, markedToken, say} from '../../shared/text.js';
import {FIGURES, num} from '../model/numbers.js';
import {bars} from './bars.js';
import {chart} from './chart.js';
import {matrix} from './matrix.js';
import {heading, rgbOf} from './frame.js';

/** @import {Bench, Colours, Column, Figure, LinesFigure, Picture, PlainFigure} from '../types.js' */
/** @import {Sheet, TableFigure, Texts, TokensFigure} from '../types.js' */

// Figures that are elements of the page: tables, tokens in a row, and lines of arithmetic.

/**
 * A cell as it is written; what begins with a blank is a token.
 * @param {string | number} value
 * @param {number} digits
 */
const shown = (value, digits) => {
  if (typeof value === 'number') return num(value, digits);
  return value.startsWith(' ') ? markedToken(value) : value;
};

/** @param {TableFigure} figure */
const drawTable = ({title, head, rows, strong = [], digits = FIGURES}) => {
  const marks = new Set(strong.map(([r, c]) => `${r},${c}`));
  /** @param {number} c */
  const isNumeric = c => rows.length > 0 && rows.every(row => typeof row[c] === 'number');
  const box = make(
    'div',
    {class: 'gf-lab-scroll', tabindex: 0, role: 'group', 'aria-label': title},
    make(
      'table',
      {},
      make(
        'thead',
        {},
        make(
          'tr',
          {},
          ...head.map((name, c) =>
            name ? make('th', {scope: 'col', class: isNumeric(c) ? 'gf-number' : null}, name) : make('td'),
          ),
        ),
      ),
      make(
        'tbody',
        {},
        ...rows.map((row, r) =>
          make(
            'tr',
            {},
            ...row.map((value, c) =>
              make(
                'td',
                {
                  class:
                    [typeof value === 'number' && 'gf-number', marks.has(`${r},${c}`) && 'gf-strong']
                      .filter(Boolean)
                      .join(' ') || null,
                },
                shown(value, digits),
              ),
            ),
          ),
        ),
      ),
    ),
  );
  cueScroll(box);
  return [...(title ? [make('p', {class: 'gf-lab-title'}, heading(title))] : []), box];
};

/**
 * @param {TokensFigure} figure
 * @param {Colours} colours
 */
const drawTokens = ({title, tokens}, colours) => [
  ...(title ? [make('p', {class: 'gf-lab-title'}, heading(title))] : []),
  make(
    'p',
    {class: 'gf-lab-tokens', dir: 'auto'},
    ...tokens.map(({text, share = 0, note, hue = 'encoder', off}) => {
      const ground = mixed(
        colours.background,
        rgbOf(colours, hue),
        Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)),
      );
      const token = make(
        'span',
        {class: `gf-lab-token${off ? ' gf-off' : ''}`},
        make('b', {}, markedToken(text)),
        ...(note ? [make('small', {}, note)] : []),
      );
      token.style.background = cssColour(ground);
      token.style.color = cssColour(readableOn(ground, [colours.ink, colours.background]));
      return token;
    }),
  ),
];

/** @param {LinesFigure} figure */
const drawLines = ({title, lines}) => [
  ...(title ? [make('p', {class: 'gf-lab-title'}, heading(title))] : []),
  make('pre', {class: 'gf-lab-lines', tabindex: 0, 'aria-label': title}, lines.join('\n')),
];

// The numbers of a figure as a table.

/**
 * The rows of a figure as a table has them.
 * @param {PlainFigure} figure
 * @returns {(string | number)[][]}
 */
export const tableOf = figure => {
  if (figure.kind === 'table') return [figure.head, ...figure.rows];
  if (figure.kind === 'chart')
    return [
      ['series', figure.x.label || 'x', figure.y.label || 'y'],
      ...figure.series.flatMap(({name, x, y}) => Array.from(x, (value, i) => [name, value, y[i]])),
    ];
  if (figure.kind === 'bars')
    return [
      [figure.x?.label ?? '', ...figure.series.map(({name}) => name || figure.y.label)],
      ...figure.labels.map((label, i) => [label, ...figure.series.map(({values}) => values[i])]),
    ];
  if (figure.kind === 'matrix')
    return [
      [
        `${figure.rowTitle} / ${figure.columnTitle}`,
        ...Array.from(figure.values[0], (_, i) => figure.columns?.[i] ?? i),
      ],
      ...figure.values.map((row, i) => [figure.rows?.[i] ?? i, ...Array.from(row)]),
    ];
  if (figure.kind === 'tokens') return figure.tokens.map(({text, share = '', note = ''}) => [text, share, note]);
  return figure.lines.map(line => [line]);
};

// Whether a figure is the one that is already drawn.

/**
 * Whether two plain values are the same: numbers and texts by value, lists and objects part by part.
 * @param {any} a
 * @param {any} b
 * @returns {boolean}
 */
export const isSame = (a, b) => {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const isList = isListed(a);
  if (isList !== isListed(b)) return false;
  if (isList) {
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!isSame(a[i], b[i])) return false;
    return true;
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => key in b && isSame(a[key], b[key]));
};

/** @type {(value: object) => boolean} */
const isListed = value => Array.isArray(value) || ArrayBuffer.isView(value);

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
