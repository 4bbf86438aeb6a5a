// The table of numbers for screen readers: elements, filled when idle. For a long input it holds the part around the
// row in focus. Also all numbers as text.

import {make} from '../../shared/elements.js';
import {clamp, numberText} from '../../shared/numbers.js';
import {markedToken, plainToken, say} from '../../shared/text.js';
import {whenIdle} from '../../shared/watching.js';
import {focusOf, largestKey} from '../numbers/focus.js';
import {nameOfHead} from '../numbers/heads.js';

/** @import {Facing, Sheet} from '../types.js' */
/** @import {HeardPart, NumberTable} from './types.js' */

const HEARD = 64; // rows and columns at most
const AT_ONCE = 300; // numbers filled at once without noticeable cost
const QUIET = 300; // milliseconds after the last change until the rest is filled

/**
 * @param {Sheet} sheet
 * @param {number} value
 */
export const written = (sheet, value) => (Number.isNaN(value) ? '' : numberText(sheet, value));

/**
 * The highlighted row, or -1.
 * @param {Pick<NumberTable, 'view' | 'sheet'>} table
 */
export const focusedRow = ({view, sheet}) => {
  const focus = focusOf(view.choice, sheet);
  return focus?.side === 'query' ? focus.index : -1;
};

/**
 * Start and end of a window of at most HEARD places around one of them.
 * @param {number} at
 * @param {number} total
 */
const windowAround = (at, total) => {
  const from = clamp(at - HEARD / 2, 0, total - HEARD);
  return [from, Math.min(total, from + HEARD)];
};

/**
 * @param {NumberTable} table
 * @returns {HeardPart}
 */
const heardPart = table => {
  const {sheet} = table;
  const focus = Math.max(0, focusedRow(table));
  const [row, last] = windowAround(focus, sheet.queries.length);
  const [column, end] = windowAround(largestKey(sheet, focus), sheet.keys.length);
  return {row, last, column, end, all: last - row === sheet.queries.length && end - column === sheet.keys.length};
};

/**
 * The elements of a part, its cells still empty.
 * @param {NumberTable} table
 * @param {HeardPart} part
 * @param {string} named
 */
const heardTable = ({view: {texts}, sheet, layers, rows}, {row, last, column, end}, named) => {
  /**
   * @param {string} token
   * @param {string} scope
   * @param {number} [layer]
   */
  const heading = (token, scope, layer = 0) => {
    const head = scope === 'row' ? sheet.overlays?.[layer] : null;
    const name = head ? `, ${say(texts, 'table.head', {layer: head.layer + 1, head: head.head + 1})}` : '';
    return make('th', {scope}, make('bdi', {dir: 'auto'}, Array.from(markedToken(token)).slice(0, 32).join('')), name);
  };
  const keys = sheet.keys.slice(column, end);
  const body = sheet.queries
    .slice(row, last)
    .flatMap(token =>
      layers.map((_, layer) =>
        make(
          'tr',
          {},
          heading(token, 'row', layer),
          ...keys.map(() => make('td', {class: 'gf-number'}, document.createTextNode(''))),
        ),
      ),
    );
  const size = {'aria-rowcount': rows + 1, 'aria-colcount': sheet.keys.length + 1};
  return make(
    'table',
    {class: 'gf-table', 'data-named': named, ...size},
    make('caption'),
    make(
      'thead',
      {},
      make('tr', {}, make('td', {}, say(texts, 'table.corner')), ...keys.map(token => heading(token, 'col'))),
    ),
    make('tbody', {}, ...body),
  );
};

/** @param {NumberTable} table */
const fillNow = table => {
  const {
    view: {texts},
    sheet,
    heard,
    layers,
  } = table;
  const part = heardPart(table);
  const {row, last, column, end} = part;
  const n = sheet.keys.length;
  const found = /** @type {HTMLElement | null} */ (heard.firstChild);
  const named = [sheet.frame, sheet.overlays?.map(nameOfHead).join(), row, column].join('|');
  table.filling = 0;
  if (found?.dataset.named !== named) heard.replaceChildren(heardTable(table, part, named));
  const some = say(texts, 'table.part', {
    from: row + 1,
    to: last,
    rows: sheet.queries.length,
    first: column + 1,
    last: end,
    columns: n,
  });
  const caption = /** @type {HTMLElement} */ (heard.querySelector('caption'));
  caption.textContent = part.all ? sheet.title : `${sheet.title}. ${some}`;
  const cells = heard.querySelectorAll('td.gf-number');
  let i = 0;
  for (let q = row; q < last; q++)
    for (const {values} of layers)
      for (let k = column; k < end; k++, i++) {
        const text = written(sheet, values[q * n + k]);
        const node = /** @type {Text} */ (cells[i].firstChild);
        if (node.data !== text) node.data = text;
      }
};

/**
 * Fill the table; a large one after a pause without changes.
 * @param {NumberTable} table
 */
export const fillSoon = table => {
  const {heard, rows, sheet} = table;
  clearTimeout(table.filling);
  table.filling = 0;
  if (rows * sheet.keys.length <= AT_ONCE) {
    fillNow(table);
    return;
  }
  table.filling = setTimeout(() => whenIdle(() => heard.isConnected && fillNow(table)), QUIET);
};

/**
 * Fill it again around another row, if it holds only a part.
 * @param {NumberTable} table
 */
export const fillAround = table => {
  if (Math.max(table.sheet.queries.length, table.sheet.keys.length) > HEARD) fillSoon(table);
};

/**
 * All numbers of a sheet as text for a spreadsheet: one row per query (and head), tabs between columns.
 * @param {Facing} view
 * @param {Sheet} sheet
 */
export const tableText = (view, sheet) => {
  /** @param {string} token */
  const clean = token => plainToken(token).replace(/[\t\r\n]/g, ' ');
  const n = sheet.keys.length;
  const digits = sheet.exact ? 6 : 2;
  /** @type {{values: Float32Array, layer?: number, head?: number}[]} */
  const layers = sheet.overlays ?? [{values: sheet.values}];
  /** @param {{layer?: number, head?: number}} at */
  const name = ({layer = 0, head = 0}) => say(view.texts, 'table.head', {layer: layer + 1, head: head + 1});
  /** @param {number} value */
  const number = value => (Number.isNaN(value) ? '' : value.toFixed(digits));
  const lines = [
    [sheet.exact ? sheet.title : `${sheet.title} (≈)`],
    ['', ...(sheet.overlays ? [''] : []), ...sheet.keys.map(clean)],
  ];
  sheet.queries.forEach((query, q) =>
    layers.forEach(layer =>
      lines.push([
        clean(query),
        ...(sheet.overlays ? [name(layer)] : []),
        ...sheet.keys.map((_, k) => number(layer.values[q * n + k])),
      ]),
    ),
  );
  return lines.map(line => line.join('\t')).join('\n');
};
