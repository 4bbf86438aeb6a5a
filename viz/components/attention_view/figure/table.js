// One head as a table of numbers, for reading exactly and for copying: only the visible part is painted. For
// screen readers the same numbers are in an HTML table (screen_reader_table.js).

import {LIFT, cssColour, mixed, readableOn, shareOf, sheetColour} from '../../shared/colours.js';
import {make} from '../../shared/elements.js';
import {axisLabel, fontOf, tokenFamily, widthOf} from '../../shared/measure.js';
import {MOST_RECTS} from '../../shared/scene.js';
import {say} from '../../shared/text.js';
import {largestKey, pinned} from '../numbers/focus.js';
import {fillAround, fillSoon, focusedRow, tableText, written} from './screen_reader_table.js';
import {paneIn} from './pane.js';

/** @import {Facing, Figure, Item, Sheet} from '../types.js' */
/** @import {NumberTable, TableLayer, TablePart} from './types.js' */

const ROW = 24;
const FIRST = 152;
const OTHER = 68; // pixels: height of a row, width of the first and of the other columns
const SIGHT = 600; // visible pixels of the table, at most

/**
 * @param {Sheet} sheet
 * @returns {TableLayer[]}
 */
const layersOf = sheet => sheet.overlays ?? [{values: sheet.values, colour: null}];

/** @param {NumberTable} table */
const sizeTable = table => {
  const {view, pane, sheet, wide} = table;
  table.layers = layersOf(sheet);
  table.rows = sheet.queries.length * table.layers.length;
  const whole = {wide: wide + OTHER * sheet.keys.length, high: ROW * (table.rows + 1)};
  const columns = Math.max(1, Math.floor((view.figureWidth - wide) / OTHER));
  const isCut = columns < sheet.keys.length; // no number is cut
  pane.size(
    isCut ? Math.min(view.figureWidth, wide + OTHER * columns) : whole.wide,
    Math.min(SIGHT, whole.high),
    whole.wide,
    whole.high,
  );
  table.more.textContent = isCut ? say(view.texts, 'table.more', {shown: columns, count: sheet.keys.length}) : '';
};

/**
 * The rows and columns between two corners.
 * @param {NumberTable} table
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @returns {TablePart}
 */
const partOf = ({rows, sheet, wide}, x, y, width, height) => ({
  x,
  y,
  width,
  height,
  from: Math.max(0, Math.floor(y / ROW)),
  to: Math.min(rows, Math.ceil((y + height) / ROW)),
  start: Math.max(0, Math.floor(x / OTHER)),
  end: Math.min(sheet.keys.length, Math.ceil((x + width - wide) / OTHER)),
});

/**
 * A token of an axis, shortened to fit.
 * @param {NumberTable} table
 * @param {string} text
 * @param {number} room
 * @param {{x: number, y: number, weight?: number, fill?: string}} place
 * @returns {Item}
 */
const tokenItem = ({view: {colours}, family}, text, room, place) => {
  const font = {size: 12, family};
  const label = axisLabel(text, room, fontOf(font));
  return {
    do: 'text',
    text: label.text,
    blank: label.blank,
    soft: cssColour(colours.faint),
    anchor: 'end',
    fill: cssColour(colours.ink),
    title: text,
    ...font,
    ...place,
  };
};

/**
 * The numbers of a part over their shades.
 * @param {NumberTable} table
 * @param {TablePart} part
 */
const cellItems = (table, {x, y, from, to, start, end}) => {
  const {
    view: {colours},
    sheet,
    layers,
    wide,
    family,
  } = table;
  const scale = shareOf(sheet);
  const n = sheet.keys.length;
  /** @type {Item[]} */
  const shades = [];
  /** @type {Item[]} */
  const numbers = [];
  for (let row = from; row < to; row++)
    for (let k = start; k < end; k++) {
      const layer = layers[row % layers.length];
      const value = layer.values[Math.floor(row / layers.length) * n + k];
      const share = scale(value);
      const left = wide + k * OTHER - x;
      const top = ROW * (row + 1) - y;
      const none = Number.isNaN(value);
      const fill = none
        ? colours.nothing
        : mixed(
            colours.background,
            layer.colour ?? sheetColour(sheet, colours, share),
            Math.pow(Math.abs(share), LIFT),
          );
      shades.push({do: 'rect', x: left, y: top, width: OTHER, height: ROW, fill: cssColour(fill)});
      if (!none)
        numbers.push({
          do: 'text',
          x: left + OTHER - 8,
          y: top + ROW / 2,
          text: written(sheet, value),
          anchor: 'end',
          fill: cssColour(readableOn(fill, [colours.ink, colours.background])),
          size: 12,
          family,
        });
    }
  return [...shades, ...numbers];
};

/**
 * The names of a part's rows: the token, and the head if there are several.
 * @param {NumberTable} table
 * @param {TablePart} part
 */
const nameItems = (table, {y, from, to}) => {
  const {
    view: {colours},
    sheet,
    layers,
    wide,
    family,
  } = table;
  const on = focusedRow(table);
  const {hueTexts, ink} = colours;
  /** @type {Item[]} */
  const items = [];
  for (let row = from; row < to; row++) {
    const q = Math.floor(row / layers.length);
    const overlay = sheet.overlays?.[row % layers.length];
    const middle = ROW * (row + 1) - y + ROW / 2;
    const own = q === on;
    const mark = overlay ? `L${overlay.layer + 1} H${overlay.head + 1}` : '';
    const after = mark ? widthOf(mark, fontOf({size: 11, family})) + 6 : 0;
    items.push(
      tokenItem(table, sheet.queries[q], wide - 12 - after, {
        x: wide - 8 - after,
        y: middle,
        weight: own ? 700 : 400,
        fill: cssColour(own ? hueTexts[sheet.kind] : ink),
      }),
    );
    if (overlay)
      items.push({
        do: 'text',
        x: wide - 8,
        y: middle,
        text: mark,
        anchor: 'end',
        size: 11,
        family,
        fill: cssColour(overlay.colour),
      });
  }
  return items;
};

/**
 * A part of the table; its labels stay at the edges.
 * @param {NumberTable} table
 * @param {TablePart} part
 * @returns {Item[]}
 */
const tableItems = (table, part) => {
  const {
    view: {texts, colours},
    sheet,
    wide,
    narrow,
    family,
  } = table;
  const {x, width, height, start, end} = part;
  const rule = cssColour(colours.rule);
  const tops = sheet.keys
    .slice(start, end)
    .map((token, i) => tokenItem(table, token, OTHER - 12, {x: wide + (start + i + 1) * OTHER - 8 - x, y: ROW / 2}));
  return [
    {do: 'group', clip: [wide, ROW, width - wide, height - ROW], items: cellItems(table, part)},
    {do: 'group', clip: [0, ROW, wide, height - ROW], items: nameItems(table, part)},
    {do: 'group', clip: [wide, 0, width - wide, ROW], items: tops},
    {
      do: 'text',
      x: 0,
      y: ROW / 2,
      text: narrow ? '' : say(texts, 'table.corner'),
      size: 11,
      family,
      fill: cssColour(colours.soft),
    },
    {do: 'rect', x: 0, y: ROW - 1, width, height: 1, fill: rule},
    {do: 'rect', x: wide - 1, y: 0, width: 1, height, fill: rule},
  ];
};

/** @param {NumberTable} table */
const paintTable = table => {
  const {pane} = table;
  const {x, y, width, height} = pane;
  pane.paint(pane.base, tableItems(table, partOf(table, x, y, width, height)));
};

/**
 * The whole table as a picture, or the visible part of a long one.
 * @param {NumberTable} table
 */
const tableScene = table => {
  const {pane, rows, sheet} = table;
  const whole = rows * sheet.keys.length <= MOST_RECTS;
  const part = whole
    ? partOf(table, 0, 0, pane.wide, pane.high)
    : partOf(table, pane.x, pane.y, pane.width, pane.height);
  return {width: part.width, height: part.height, items: tableItems(table, part)};
};

/**
 * The button that copies all numbers.
 * @param {NumberTable} table
 */
const copyButton = table => {
  const {texts} = table.view;
  const copy = make('button', {type: 'button', class: 'gf-zoom'}, say(texts, 'table.copy'));
  copy.onclick = async () => {
    try {
      await navigator.clipboard.writeText(tableText(table.view, table.sheet));
      copy.textContent = say(texts, 'table.copied');
    } catch {
      copy.textContent = say(texts, 'table.not_copied');
    }
    setTimeout(() => {
      copy.textContent = say(texts, 'table.copy');
    }, 2000);
  };
  return copy;
};

/**
 * Scroll to the highlighted row, and to the column of its largest number, if the row has changed.
 * @param {NumberTable} table
 */
const followRow = table => {
  const {view, pane, sheet, layers, settled, wide} = table;
  const now = focusedRow(table);
  table.settled = now;
  if (view.choice.hover || settled === now || now < 0) return;
  const y = now * layers.length * ROW;
  const right = (largestKey(sheet, now) + 1) * OTHER;
  const room = pane.width - wide;
  const isIn = y >= pane.y && y <= pane.y + pane.height - 3 * ROW;
  const isAcross = right - OTHER >= pane.x && right <= pane.x + room;
  if (!isIn || !isAcross) pane.scrollTo(isAcross ? pane.x : right - room, isIn ? pane.y : y - pane.height / 2);
  fillAround(table);
};

/**
 * @param {Facing} view
 * @param {HTMLElement} host
 * @param {Sheet} first
 * @returns {Figure}
 */
export const tableFigure = (view, host, first) => {
  const narrow = view.figureWidth < 480;
  const pane = paneIn(host, 'gf-painted-table');
  /** @type {NumberTable} */
  const table = {
    view,
    pane,
    heard: make('div', {class: 'gf-heard'}),
    more: make('span'),
    sheet: first,
    layers: [],
    rows: 0,
    narrow,
    wide: narrow ? 96 : FIRST,
    family: tokenFamily(view),
    filling: 0,
    settled: NaN,
  };
  host.append(make('div', {class: 'gf-table-bar'}, copyButton(table), table.more), table.heard);
  sizeTable(table);
  pane.listen({
    move: null,
    leave: null,
    scroll: () => paintTable(table),
    click: event => {
      const {y} = pane.at(event);
      const index = Math.floor((y - ROW + pane.y) / ROW / table.layers.length);
      const within = y > ROW && index < first.queries.length;
      if (within) view.change(pinned(view.choice, {side: 'query', index}, table.sheet));
    },
  });
  return {
    draw: sheet => {
      const before = table.layers.length;
      table.sheet = sheet;
      if (before !== (sheet.overlays?.length ?? 1)) sizeTable(table);
      table.layers = layersOf(sheet);
      fillSoon(table);
    },
    mark: () => {
      followRow(table);
      paintTable(table);
    },
    scene: () => tableScene(table),
    axes: null,
  };
};
