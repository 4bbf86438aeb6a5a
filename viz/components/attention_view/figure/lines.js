// One head as lines between tokens: queries on the left, keys on the right. Each column is a window on its tokens: a
// short one stays in the middle while a long one scrolls.

import {fontOf, tokenFamily} from '../../shared/measure.js';
import {clamp} from '../../shared/numbers.js';
import {focusOf, pinned} from '../numbers/focus.js';
import {EASY, STRIP, linesGeometry, sideAt} from './lines_geometry.js';
import {focusLines, layersOf, lineGroups, lineItems, markedItems, placesOf, shiftsOf} from './lines_items.js';
import {paneIn} from './pane.js';

/** @import {Facing, Figure, Scene, Sheet, TokenAt} from '../types.js' */
/** @import {LinesPicture} from './types.js' */

/** @param {LinesPicture} lines */
const drawBase = lines => lines.pane.write(lineItems(lines));

/**
 * The lines of the token in focus stand out, if it has any.
 * @param {LinesPicture} lines
 */
const opacityOf = lines => {
  const focus = focusOf(lines.view.choice, lines.sheet);
  return focus && focusLines(lines, focus).items.length ? 0.2 : 1;
};

/** @param {LinesPicture} lines */
const drawTop = lines => {
  const {pane} = lines;
  pane.curves.style.opacity = String(opacityOf(lines));
  pane.paint(pane.top, markedItems(lines));
};

/** @param {LinesPicture} lines */
const drawBoth = lines => {
  drawBase(lines);
  drawTop(lines);
};

/**
 * @param {LinesPicture} lines
 * @param {number} share
 */
const scrollTo = (lines, share) => {
  const {g, pane} = lines;
  lines.share = clamp(share, 0, 1);
  pane.scrollTo(0, lines.share * (g.whole - g.height));
};

/**
 * Scroll a token into view.
 * @param {LinesPicture} lines
 * @param {TokenAt | null} focus
 */
const reveal = (lines, focus) => {
  const {g} = lines;
  if (!focus || !g[focus.side].long) return;
  const column = g[focus.side];
  const y = placesOf(lines)[focus.side](focus.index);
  if (y > 24 && y < g.height - 24) return;
  scrollTo(lines, ((focus.index + 0.5) * column.step - g.height / 2) / (column.length - g.height));
  drawBase(lines);
};

/**
 * Update the highlight; scroll to a chosen token, not to a hovered one.
 * @param {LinesPicture} lines
 */
const mark = lines => {
  const {
    view: {choice},
    sheet,
  } = lines;
  const {pin, step, kind, hover} = choice;
  const chosen = JSON.stringify([pin, kind === 'encoder' ? null : step]);
  if (chosen !== lines.settled && !hover) reveal(lines, focusOf(choice, sheet));
  lines.settled = chosen;
  drawTop(lines);
};

/**
 * @param {LinesPicture} lines
 * @param {MouseEvent} event
 * @returns {TokenAt | null}
 */
const tokenAt = (lines, event) => {
  const {g, pane} = lines;
  const {x, y} = pane.at(event);
  const side = sideAt(x, g.from, g.to);
  if (!side) return null;
  const index = Math.floor((y + shiftsOf(lines)[side]) / g[side].step);
  return index >= 0 && index < g[side].n ? {side, index} : null;
};

/**
 * The column whose scroll bar is at a place; a click on a bar scrolls to it.
 * @param {LinesPicture} lines
 * @param {MouseEvent} event
 */
const stripAt = ({g, pane}, event) => {
  const {x, y} = pane.at(event);
  const side = sideAt(x, STRIP, g.width - STRIP);
  return side && g[side].long ? {column: g[side], y} : null;
};

/**
 * @param {LinesPicture} lines
 * @param {MouseEvent} event
 */
const click = (lines, event) => {
  const {view, g, sheet} = lines;
  const strip = stripAt(lines, event);
  if (!strip) {
    view.change(pinned(view.choice, tokenAt(lines, event), sheet));
    return;
  }
  const {column, y} = strip;
  scrollTo(lines, ((y / g.height) * column.length - g.height / 2) / (column.length - g.height));
  drawBoth(lines);
};

/**
 * @param {LinesPicture} lines
 * @returns {Scene}
 */
const sceneOf = lines => {
  const {width, height} = lines.g;
  return {
    width,
    height,
    items: [
      {
        do: 'group',
        clip: [0, 0, width, height],
        items: [{do: 'group', clip: null, opacity: opacityOf(lines), items: lineItems(lines)}, ...markedItems(lines)],
      },
    ],
  };
};

/** Pixels for a sentence of usual length: more on a screen taller than a laptop's. */
const easyHeight = () => clamp(EASY + 0.4 * (innerHeight - 900), EASY, 400);

/**
 * @param {Facing} view
 * @param {HTMLElement} host
 * @param {Sheet} sheet
 * @returns {Figure}
 */
export const linesFigure = (view, host, sheet) => {
  const g = linesGeometry(
    sheet.queries,
    sheet.keys,
    view.figureWidth,
    tokenFamily(view),
    Number(view.root.dataset.stage ?? 0),
    easyHeight(),
  );
  const pane = paneIn(host, 'gf-lines');
  /** @type {LinesPicture} */
  const lines = {view, pane, g, font: fontOf(g), sheet, layers: [], groups: [], share: 0, settled: ''};
  pane.size(g.width, g.height, g.width, g.whole);
  pane.listen({
    move: event => view.change({hover: stripAt(lines, event) ? null : tokenAt(lines, event)}),
    leave: () => view.change({hover: null}),
    click: event => click(lines, event),
    scroll: () => {
      lines.share = g.whole > g.height ? clamp(pane.y / (g.whole - g.height), 0, 1) : 0;
      drawBoth(lines);
    },
  });
  return {
    draw: next => {
      const layers = layersOf(next, view.colours);
      Object.assign(lines, {sheet: next, layers, groups: lineGroups(next, layers)});
      drawBase(lines);
    },
    mark: () => mark(lines),
    scene: () => sceneOf(lines),
    axes: {from: g.from - 8, to: g.to + 8},
  };
};
