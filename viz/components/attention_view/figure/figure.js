// The large figure: lines, matrix or table, one or two side by side.

import {make} from '../../shared/elements.js';
import {clamp} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';
import {focusOf} from '../numbers/focus.js';
import {sideName} from '../numbers/heads.js';
import {stepOfRow} from '../numbers/sheet.js';
import {drawAxes} from './legend.js';
import {linesFigure} from './lines.js';
import {matrixFigure} from './matrix.js';
import {tableFigure} from './table.js';

/** @import {View} from '../types.js' */

const FIGURES = {lines: linesFigure, matrix: matrixFigure, table: tableFigure};

const MANY = 40; // tokens of an axis: the lines of more must scroll

export const SIDE_GAP = 24; // pixels between two figures side by side

/**
 * Rebuild the frame of the figure only if its tokens, its size or its colours changed.
 * @param {View} view
 */
const drawFigure = view => {
  const {choice, sheets, facings, drawn} = view;
  const frame = [sheets.length, ...sheets.map(sheet => sheet.frame), choice.view, drawn.figureWidth, view.look].join(
    '|',
  );
  if (frame !== drawn.frame) {
    drawn.frame = frame;
    const hosts = figureHosts(view);
    drawn.figures = sheets.map((sheet, i) => FIGURES[choice.view](facings[i], hosts[i], sheet));
    drawAxes(view);
  }
  drawn.figures.forEach((figure, i) => figure.draw(sheets[i]));
};

/**
 * An element for each figure. Two tables are placed one above the other, because side by side each would show only a
 * few columns.
 * @param {View} view
 */
const figureHosts = view => {
  const {choice, sheets, drawn} = view;
  const host = view.part('figure');
  const {figureWidth} = drawn;
  const beside = sheets.length > 1 && choice.view !== 'table' && figureWidth >= 2 * 300 + SIDE_GAP;
  const two = beside ? 'beside' : 'stacked';
  drawn.sideWidth = beside ? Math.floor((figureWidth - SIDE_GAP) / 2) : figureWidth;
  host.dataset.sides = sheets.length < 2 ? 'one' : two;
  if (sheets.length < 2) return [host];
  const hosts = sheets.map(({side}) => make('div', {class: 'gf-side', 'data-side-of': side}));
  host.replaceChildren(
    ...sheets.map(({side}, i) =>
      make('div', {class: 'gf-side-column'}, make('div', {class: 'gf-side-name'}, sideName(view, side)), hosts[i]),
    ),
  );
  return hosts;
};

/**
 * Subscribe: the figure to its numbers, its highlight to every choice.
 * @param {View} view
 */
export const wireFigure = view => {
  view.show(({sheets, choice}) => [sheets, choice.view], suggestMatrix);
  view.part('many-matrix').addEventListener('click', () => {
    view.change({view: 'matrix', hover: null, cell: null});
    view.part('figure').focus(); // the button goes away
  });
  view.show(({sheets, choice}) => [sheets, choice.view], drawFigure);
  view.show(
    ({sheets, choice}) => [sheets, choice],
    () => {
      for (const figure of view.drawn.figures) figure.mark();
    },
  );
  view.subscribe(
    ({choice: {step, side}}) => [step, side],
    () => {
      if (view.drawn.figures.length) keepInSight(view);
    },
  );
};

/**
 * For many tokens: what the map next to the lines is, and the matrix, which shows them all.
 * @param {View} view
 */
const suggestMatrix = view => {
  const {texts, sheets, choice} = view;
  const most = Math.max(...sheets.map(({queries, keys}) => Math.max(queries.length, keys.length)));
  const many = choice.view === 'lines' && most > MANY && !sheets[0].empty;
  view.part('many').hidden = !many;
  if (many) view.part('many-words').textContent = say(texts, 'many', {tokens: most});
};

/** @param {View} view */
const keepInSight = view => {
  const host = view.part('figure');
  const [sheet] = view.sheets;
  const focus = focusOf(view.facings[0].choice, sheet);
  if (focus?.side !== 'query' || host.scrollHeight <= host.clientHeight) return;
  const y = ((focus.index + 0.5) / sheet.queries.length) * host.scrollHeight;
  const seen = y > host.scrollTop + 40 && y < host.scrollTop + host.clientHeight - 40;
  if (!seen) host.scrollTop = y - host.clientHeight / 2;
};

/**
 * Arrow keys on the figure: rows in the lines and the table, cells in the matrix; Escape clears the selection.
 * @param {View} view
 * @param {KeyboardEvent} event
 */
export const walkFigure = (view, event) => {
  const [sheet] = view.sheets;
  const {choice} = view.facings[0];
  const {kind} = choice;
  const queries = sheet.queries.length;
  const keys = sheet.keys.length;
  const by = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
  if (event.key === 'Escape') {
    view.change({pin: null, cell: null, hover: null});
    return;
  }
  if (!by || choice.view === 'table') return;
  const now = focusOf(choice, sheet);
  const index = now?.side === 'query' ? now.index : -1;
  if (choice.view === 'matrix') {
    event.preventDefault();
    const cell = choice.cell ?? {query: Math.max(0, index), key: 0};
    view.change({cell: {query: clamp(cell.query + by[0], 0, queries - 1), key: clamp(cell.key + by[1], 0, keys - 1)}});
  } else if (by[0]) {
    event.preventDefault();
    const next = clamp(index + by[0], 0, queries - 1);
    view.change(kind === 'encoder' ? {pin: {side: 'query', index: next}} : {step: stepOfRow(sheet, next), pin: null});
  }
  keepInSight(view);
};
