// One head as a table of numbers, for reading exactly and for copying: painted as far as it is in sight. For those who
// hear the page the same numbers stand in a table of the page's own, filled while nothing else happens.

import {LIFT, cssColour, mixed, shareOf, sheetColour} from '../../shared/colours.js';
import {make} from '../../shared/elements.js';
import {axisLabel, fontOf, tokenFamily, widthOf} from '../../shared/measure.js';
import {clamp, numberText} from '../../shared/numbers.js';
import {MOST_RECTS} from '../../shared/scene.js';
import {plainToken, say} from '../../shared/text.js';
import {focusOf, largestKey, pinned} from '../model/focus.js';
import {nameOfHead} from '../model/heads.js';
import {paneIn} from './pane.js';

/** @import {Facing, Figure, HeadAt, Item, Sheet} from '../types.js' */

const ROW = 24, FIRST = 136, OTHER = 68; // pixels: height of a row, width of the first and of the other columns

const SIGHT = 600;                       // pixels of the table in sight at most

const HEARD = 64;                        // rows and columns of the table that is read aloud, around what is in focus

const AT_ONCE = 300;                     // numbers that cost nothing to fill at once

const QUIET = 300;                       // milliseconds after the last change until the rest is filled

/**
 * @param {Facing} view
 * @param {HTMLElement} host
 * @param {Sheet} first
 * @returns {Figure}
 */
export const tableFigure = (view, host, first) => {
  const {texts, colours} = view, {queries, keys} = first, n = keys.length, family = tokenFamily(view);
  const pane = paneIn(host, 'gf-painted-table'), small = {size: 12, family}, font = fontOf(small);
  const copy = make('button', {type: 'button', class: 'gf-zoom'}, say(texts, 'table.copy'));
  const heard = make('div', {class: 'gf-heard'}), bar = make('div', {class: 'gf-table-bar'}, copy);
  host.append(bar, heard);
  host.onkeydown = null;
  let sheet = first;
  /** @type {any[]} */
  let layers = [];
  let rows = 0, filling = 0, settled = NaN;
  const narrow = view.figureWidth < 480, wide = narrow ? 96 : FIRST;
  /** @param {HeadAt} at */
  const headLabel = ({layer, head}) => say(texts, 'table.head', {layer: layer + 1, head: head + 1});
  /** @param {number} value */
  const written = value => Number.isNaN(value) ? '' : numberText(sheet, value);
  const focused = () => {
    const focus = focusOf(view.choice, sheet);
    return focus?.side === 'query' ? focus.index : -1;
  };

  const size = () => {
    layers = sheet.overlays ?? [{values: sheet.values, colour: null}];
    rows = queries.length * layers.length;
    const whole = {wide: wide + OTHER * n, high: ROW * (rows + 1)};
    pane.size(Math.min(view.figureWidth, whole.wide), Math.min(SIGHT, whole.high), whole.wide, whole.high);
  };

  /**
   * The part of the table between two corners of the whole; its labels stay at the edges.
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {number} height
   * @returns {Item[]}
   */
  const tableItems = (x, y, width, height) => {
    const scale = shareOf(sheet), on = focused();
    /** @type {Item[][]} */
    const [shades, numbers, names, tops] = [[], [], [], []];
    const from = Math.max(0, Math.floor(y / ROW)), to = Math.min(rows, Math.ceil((y + height) / ROW));
    const start = Math.max(0, Math.floor(x / OTHER)), end = Math.min(n, Math.ceil((x + width - wide) / OTHER));
    const ink = cssColour(colours.ink), faint = cssColour(colours.faint), rule = cssColour(colours.rule);
    /**
     * @param {Item[]} items
     * @param {string} text
     * @param {number} room
     * @param {{x: number, y: number, weight?: number, fill?: string}} place
     */
    const token = (items, text, room, place) => {
      const label = axisLabel(text, room, font);
      items.push({do: 'text', text: label.text, blank: label.blank, soft: faint, anchor: 'end', fill: ink, title: text,
        ...small, ...place});
    };
    for (let row = from; row < to; row++) {
      const q = Math.floor(row / layers.length), layer = layers[row % layers.length], top = ROW * (row + 1) - y,
        middle = top + ROW / 2;
      for (let k = start; k < end; k++) {
        const value = layer.values[q * n + k], share = scale(value), left = wide + k * OTHER - x,
          none = Number.isNaN(value);
        const fill = none ? colours.nothing
          : mixed(colours.background, layer.colour ?? sheetColour(sheet, colours, share),
            0.36 * Math.pow(Math.abs(share), LIFT));
        shades.push({do: 'rect', x: left, y: top, width: OTHER, height: ROW, fill: cssColour(fill)});
        if (!none) numbers.push({do: 'text', x: left + OTHER - 8, y: middle, text: written(value), anchor: 'end',
          fill: ink, ...small});
      }
      const own = q === on, mark = sheet.overlays ? `L${layer.layer + 1} H${layer.head + 1}` : '';
      const after = mark ? widthOf(mark, fontOf({size: 11, family})) + 6 : 0;
      token(names, queries[q], wide - 12 - after, {x: wide - 8 - after, y: middle, weight: own ? 700 : 400, fill: own
        ? cssColour(colours.hueTexts[sheet.kind]) : ink});
      if (mark) names.push({do: 'text', x: wide - 8, y: middle, text: mark, anchor: 'end', size: 11, family,
        fill: cssColour(layer.colour)});
    }
    for (let k = start; k < end; k++) token(tops, keys[k], OTHER - 12, {x: wide + (k + 1) * OTHER - 8 - x, y: ROW / 2});
    /**
     * @param {[number, number, number, number]} clip
     * @param {Item[]} items
     * @returns {Item}
     */
    const group = (clip, items) => ({do: 'group', clip, items});
    return [
      group([wide, ROW, width - wide, height - ROW], [...shades, ...numbers]),
      group([0, ROW, wide, height - ROW], names), group([wide, 0, width - wide, ROW], tops),
      {do: 'text', x: 0, y: ROW / 2, text: narrow ? '' : say(texts, 'table.corner'), size: 11, family,
        fill: cssColour(colours.soft)},
      {do: 'rect', x: 0, y: ROW - 1, width, height: 1, fill: rule}, {do: 'rect', x: wide - 1, y: 0, width: 1, height,
        fill: rule},
    ];
  };
  const paintTable = () => pane.paint(pane.base, tableItems(pane.x, pane.y, pane.width, pane.height));

  /** The table that is read aloud: all of it, or of a long input the part around the focus. */
  const fillHeard = () => {
    filling = 0;
    /**
     * @param {number} at
     * @param {number} total
     */
    const part = (at, total) => {
      const from = clamp(at - HEARD / 2, 0, total - HEARD);
      return [from, Math.min(total, from + HEARD)];
    };
    const [row, last] = part(Math.max(0, focused()), queries.length),
      [column, end] = part(largestKey(sheet, Math.max(0, focused())), n);
    const table = /** @type {HTMLElement | null} */ (heard.firstChild), named = [sheet.frame, sheet.overlays?.map(nameOfHead).join(), row,
      column].join('|');
    const all = last - row === queries.length && end - column === n;
    const caption = all ? sheet.title : `${sheet.title}. ${say(texts, 'table.part', {from: row + 1, to: last, rows: queries.length, first: column + 1, last: end, columns: n})}`;
    if (!table || table.dataset.named !== named) heard.replaceChildren(heardTable(named, row, last, column, end));
    /** @type {HTMLElement} */ (heard.querySelector('caption')).textContent = caption;
    const cells = heard.querySelectorAll('td.gf-number');
    let i = 0;
    for (let q = row; q < last; q++) for (const {values} of layers) for (let k = column; k < end; k++, i++) {
      const text = written(values[q * n + k]), node = /** @type {Text} */ (cells[i].firstChild);
      if (node.data !== text) node.data = text;
    }
  };
  /**
   * @param {string} named
   * @param {number} row
   * @param {number} last
   * @param {number} column
   * @param {number} end
   */
  const heardTable = (named, row, last, column, end) => {
    /**
     * @param {string} token
     * @param {string} scope
     * @param {any} [layer]
     */
    const heading = (token, scope, layer) => make('th', {scope}, make('bdi', {dir: 'auto'},
      Array.from(plainToken(token)).slice(0, 32).join('')),
      layer && sheet.overlays ? `, ${headLabel(layer)}` : '');
    const body = queries.slice(row, last).flatMap(token =>
      layers.map(layer => make('tr', {}, heading(token, 'row', layer),
      ...keys.slice(column, end).map(() => make('td', {class: 'gf-number'}, document.createTextNode(''))))));
    return make('table', {class: 'gf-table', 'data-named': named, 'aria-rowcount': rows + 1, 'aria-colcount': n + 1},
      make('caption'),
      make('thead', {}, make('tr', {}, make('td', {}, say(texts, 'table.corner')),
        ...keys.slice(column, end).map(token => heading(token, 'col')))),
      make('tbody', {}, ...body));
  };
  const tell = () => {
    clearTimeout(filling);
    filling = 0;
    if (rows * n <= AT_ONCE) fillHeard(); else filling = setTimeout(() =>
      requestIdleCallback(() => heard.isConnected && fillHeard(), {timeout: 2000}), QUIET);
  };

  /** @param {Sheet} next */
  const draw = next => {
    const before = layers.length;
    sheet = next;
    if (before !== (sheet.overlays?.length ?? 1)) size();
    layers = sheet.overlays ?? [{values: sheet.values, colour: null}];
    tell();
  };
  const mark = () => {
    const now = focused(), {hover} = view.choice;
    if (!hover && settled !== now && now >= 0) {
      const y = now * layers.length * ROW;
      if (y < pane.y || y > pane.y + pane.height - 3 * ROW) pane.scrollTo(pane.x, y - pane.height / 2);
      if (Math.max(queries.length, n) > HEARD) tell();
    }
    settled = now;
    paintTable();
  };
  size();
  pane.listen({
    move: null, leave: null, scroll: paintTable,
    click: event => {
      const {y} = pane.at(event), index = Math.floor((y - ROW + pane.y) / ROW / layers.length);
      if (y > ROW && index < queries.length) view.change(pinned(view.choice, {side: 'query', index}, sheet));
    },
  });
  copy.onclick = async () => {
    try {
      await navigator.clipboard.writeText(tableText(view, sheet));
      copy.textContent = say(texts, 'table.copied');
    } catch {
      copy.textContent = say(texts, 'table.not_copied');
    }
    setTimeout(() => { copy.textContent = say(texts, 'table.copy'); }, 2000);
  };

  /** All of the table as a picture, or of a long input what is in sight. */
  const scene = () => {
    const whole = rows * n <= MOST_RECTS, width = whole ? pane.wide : pane.width, height = whole ? pane.high
      : pane.height;
    return {width, height, items: tableItems(whole ? 0 : pane.x, whole ? 0 : pane.y, width, height)};
  };
  return {draw, mark, scene, axes: null};
};

/**
 * All numbers of a sheet as text that a spreadsheet takes: a row a query (and head), tabs between columns.
 * @param {Facing} view
 * @param {Sheet} sheet
 */
const tableText = (view, sheet) => {
  /** @param {string} token */
  const clean = token => plainToken(token).replace(/[\t\r\n]/g, ' ');
  const n = sheet.keys.length;
  /** @type {{values: Float32Array, layer?: number, head?: number}[]} */
  const layers = sheet.overlays ?? [{values: sheet.values}];
  const digits = sheet.exact ? 6 : 3;
  /** @param {{layer?: number, head?: number}} at */
  const name = ({layer = 0, head = 0}) => say(view.texts, 'table.head', {layer: layer + 1, head: head + 1});
  const lines = [[sheet.title], ['', ...(sheet.overlays ? [''] : []), ...sheet.keys.map(clean)]];
  sheet.queries.forEach((query, q) => layers.forEach(layer =>
    lines.push([clean(query), ...(sheet.overlays ? [name(layer)] : []),
    ...sheet.keys.map((_, k) => { const value = layer.values[q * n + k]; return Number.isNaN(value) ? ''
      : value.toFixed(digits); })])));
  return lines.map(line => line.join('\t')).join('\n');
};
