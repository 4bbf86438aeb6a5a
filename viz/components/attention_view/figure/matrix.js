// One head as a matrix: a row for each query, a column for each key. Shown whole while a cell has at least
// a pixel; a larger view shows a part of it at a readable size, which scrolls under its labels.

import {make} from '../../shared/elements.js';
import {tokenFamily} from '../../shared/measure.js';
import {pixelCanvas} from '../../shared/scene.js';
import {say} from '../../shared/text.js';
import {focusOf, largestKey, pinned} from '../numbers/focus.js';
import {matrixGeometry, matrixPixels} from './matrix_geometry.js';
import {WRITTEN, cellItems, cellsClip, markedItems, standingOf} from './matrix_items.js';
import {paneIn} from './pane.js';

/** @import {CellAt, Facing, Figure, Sheet, TokenAt} from '../types.js' */
/** @import {MatrixPicture, PinHost} from './types.js' */

const FLAT = 96; // pixels: a matrix lower or narrower than this begins in the larger view

/**
 * The pinned rows and columns of this frame; a change of head keeps them.
 * @param {PinHost} host
 * @param {string} frame
 */
const pinsOf = (host, frame) => {
  if (host.gfPins?.frame !== frame) host.gfPins = {frame, query: new Set(), key: new Set()};
  return host.gfPins;
};

/** @param {MatrixPicture} matrix */
const drawBase = matrix =>
  matrix.pane.paint(matrix.pane.base, [{do: 'group', clip: cellsClip(matrix), items: cellItems(matrix)}]);

/** @param {MatrixPicture} matrix */
const drawTop = matrix => matrix.pane.paint(matrix.pane.top, markedItems(matrix));

/** @param {MatrixPicture} matrix */
const drawBoth = matrix => {
  drawBase(matrix);
  drawTop(matrix);
};

/** @param {MatrixPicture} matrix */
const layOut = matrix => {
  const {width, height, wide, high} = (matrix.g = matrix.enlarged ? matrix.larger() : matrix.whole);
  matrix.pane.size(width, height, wide, high);
};

/**
 * Scroll a token into view.
 * @param {MatrixPicture} matrix
 * @param {TokenAt | null} focus
 */
const reveal = (matrix, focus) => {
  const {g, pane} = matrix;
  if (!focus || !matrix.enlarged) return;
  const isRow = focus.side === 'query';
  const size = isRow ? g.height - g.top : g.width - g.left;
  const place = (focus.index + 0.5) * g.cell;
  const from = isRow ? pane.y : pane.x;
  if (place > from + g.cell && place < from + size - g.cell) return;
  if (isRow) pane.scrollTo(pane.x, place - size / 2);
  else pane.scrollTo(place - size / 2, pane.y);
  drawBase(matrix);
};

/**
 * Update the highlight; scroll to a chosen token, not to a hovered one.
 * @param {MatrixPicture} matrix
 */
const mark = matrix => {
  const {
    view: {choice},
    sheet,
  } = matrix;
  const {pin, step, kind, cell, hover} = choice;
  const chosen = JSON.stringify([pin, kind === 'encoder' ? null : step, cell]);
  if (chosen !== matrix.settled && !hover) {
    if (!cell) reveal(matrix, focusOf(choice, sheet));
    else for (const side of /** @type {const} */ (['query', 'key'])) reveal(matrix, {side, index: cell[side]});
  }
  matrix.settled = chosen;
  drawTop(matrix);
};

/** @param {MatrixPicture} matrix */
const dressZoom = ({zoom, enlarged, view: {texts}}) => {
  zoom.textContent = say(texts, enlarged ? 'matrix.whole' : 'matrix.enlarge');
  zoom.setAttribute('aria-pressed', String(enlarged));
};

/**
 * Toggle the larger view around a cell.
 * @param {MatrixPicture} matrix
 * @param {CellAt} at
 */
const toggleEnlarged = (matrix, at) => {
  matrix.host.gfEnlarged = matrix.enlarged = !matrix.enlarged;
  layOut(matrix);
  const {g, pane} = matrix;
  if (matrix.enlarged)
    pane.scrollTo((at.key + 0.5) * g.cell - (g.width - g.left) / 2, (at.query + 0.5) * g.cell - (g.height - g.top) / 2);
  dressZoom(matrix);
  drawBoth(matrix);
};

/**
 * The cell or the label at a place.
 * @param {MatrixPicture} matrix
 * @param {MouseEvent} event
 * @returns {{cell: CellAt | null, label: TokenAt | null}}
 */
const placeAt = ({g, pane, sheet}, event) => {
  const {x, y} = pane.at(event);
  const isBeside = x < g.left;
  const isAbove = y < g.top;
  const key = Math.floor((x - g.left + pane.x) / g.cell);
  const query = Math.floor((y - g.top + pane.y) / g.cell);
  const isKey = !isBeside && key < sheet.keys.length;
  const isQuery = !isAbove && query < sheet.queries.length;
  if (isKey && isQuery) return {cell: {query, key}, label: null};
  if (isBeside && isQuery) return {cell: null, label: {side: 'query', index: query}};
  return {cell: null, label: isAbove && isKey ? {side: 'key', index: key} : null};
};

/**
 * A click on a cell chooses its row; a click on a label pins or unpins that row or column.
 * @param {MatrixPicture} matrix
 * @param {MouseEvent} event
 */
const click = (matrix, event) => {
  const {view, sheet, pins} = matrix;
  const {cell, label} = placeAt(matrix, event);
  if (cell) view.change({...pinned(view.choice, {side: 'query', index: cell.query}, sheet), cell});
  if (!label) return;
  if (!pins[label.side].delete(label.index)) pins[label.side].add(label.index);
  drawTop(matrix);
};

/** @param {MatrixPicture} matrix */
const wire = matrix => {
  const {view, host, pane, pins, zoom} = matrix;
  pane.listen({
    move: event => {
      const {cell, label} = placeAt(matrix, event);
      view.change({cell, hover: label});
    },
    leave: () => view.change({cell: null, hover: null}),
    click: event => click(matrix, event),
    twice: event => {
      const {cell} = placeAt(matrix, event);
      if (cell && host.contains(zoom)) toggleEnlarged(matrix, cell);
    },
    scroll: () => drawBoth(matrix),
  });
  host.onkeydown = event => {
    if (event.key !== 'Escape') return;
    pins.query.clear();
    pins.key.clear();
    drawTop(matrix);
  };
  zoom.onclick = () => {
    const {query, key} = standingOf(matrix);
    const row = query ?? 0;
    toggleEnlarged(matrix, {query: row, key: key ?? largestKey(matrix.sheet, row)});
  };
};

/**
 * @param {Facing} view
 * @param {PinHost} host
 * @param {Sheet} sheet
 * @returns {Figure}
 */
export const matrixFigure = (view, host, sheet) => {
  const {queries, keys} = sheet;
  const family = tokenFamily(view);
  const pane = paneIn(host, 'gf-matrix');
  const whole = matrixGeometry(queries, keys, view.figureWidth, family, false);
  const isFlat = whole.small && Math.min(queries.length, keys.length) * whole.cell < FLAT;
  /** @type {MatrixPicture} */
  const matrix = {
    view,
    host,
    pane,
    sheet,
    family,
    g: whole,
    whole,
    pins: pinsOf(host, sheet.frame),
    pixels: new Uint32Array(),
    larger: () => matrixGeometry(queries, keys, view.figureWidth, family, true),
    settled: '',
    image: (host.gfCells ??= make('canvas')),
    zoom: make('button', {type: 'button', class: 'gf-zoom'}),
    enlarged: whole.small && (host.gfEnlarged ?? isFlat),
  };
  layOut(matrix);
  if (whole.small) {
    dressZoom(matrix);
    host.append(matrix.zoom);
  }
  wire(matrix);
  return {
    draw: next => {
      const pixels = matrixPixels(next, view.colours);
      Object.assign(matrix, {sheet: next, pixels});
      pixelCanvas(pixels, keys.length, queries.length, matrix.image);
      drawBase(matrix);
    },
    mark: () => mark(matrix),
    scene: () => ({
      width: matrix.g.width,
      height: matrix.g.height,
      items: [{do: 'group', clip: cellsClip(matrix), items: cellItems(matrix)}, ...markedItems(matrix)],
    }),
    axes: null,
    isNumbered: () => matrix.g.cell >= WRITTEN,
  };
};
