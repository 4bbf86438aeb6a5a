// One head as a matrix: a row for each query, a column for each key. All of it in sight as long as a cell has a pixel;
// a larger view shows a part of it at a readable size, which scrolls under its labels.

import {cssColour, mixed, packedColour, rampOf, readableOn, shareOf} from '../../shared/colours.js';
import {make} from '../../shared/elements.js';
import {axisLabel, fontOf, tokenFamily, widthOf} from '../../shared/measure.js';
import {clamp} from '../../shared/numbers.js';
import {pixelCanvas} from '../../shared/scene.js';
import {axisToken, say} from '../../shared/text.js';
import {focusOf, largestKey, pinned} from '../model/focus.js';
import {strongestOf} from '../model/sheet.js';
import {noteWithin} from './lines.js';
import {paneIn} from './pane.js';

/** @import {CellAt, Colours, Facing, Figure, Item, PinHost, Ramp, Scene, Sheet, Standing, TextItem, TokenAt} from '../types.js' */

const TALLEST = 590;  // pixels: what the panel shows without scrolling

const READABLE = 10;  // pixels a cell: from here on every row and column has its label

const ENLARGED = 18;  // pixels a cell in the larger view

const WRITTEN = 34;   // pixels a cell that hold its number

const FLAT = 96;      // pixels: a matrix lower or narrower than this begins in the larger view

/**
 * @param {string[]} queries
 * @param {string[]} keys
 * @param {number} width
 * @param {string} family
 * @param {boolean} enlarged
 */
const matrixGeometry = (queries, keys, width, family, enlarged) => {
  const narrow = width < 480, font = fontOf({size: 12, family});
  /** @param {string[]} tokens */
  const widest = tokens => tokens.reduce((most, token) =>
    Math.max(most, widthOf(axisToken(token).text.slice(0, 60), font)), 0) + 20;
  const left = Math.ceil(Math.min(widest(queries), narrow ? 96 : 150) + 10), tall = Math.min(widest(keys), 120);
  const fit = Math.floor(Math.min((width - left - 8) / (keys.length + (narrow ? 0.8 : 1.6)),
    (TALLEST - 18 - tall) / queries.length));
  const smallest = clamp(fit, 1, 44), cell = enlarged ? Math.max(ENLARGED, smallest) : smallest;
  const upright = cell < 22, size = cell >= 18 ? 13 : clamp(cell - 1, 10, 12);
  const top = Math.ceil(upright ? tall + 10 : tall * 0.71 + 18), every = Math.ceil(12 / cell);
  const over = upright ? 8 : keys.reduce((most, token, i) =>
    Math.max(most, Math.min(widest([token]), 120) * 0.71 - (keys.length - i - 0.5) * cell + 4), 8);
  const wide = Math.ceil(left + keys.length * cell + over), high = top + queries.length * cell + 2;
  return {left, top, cell, upright, tall, size, family, every, wide, high, small: smallest < READABLE,
    width: Math.min(width, wide), height: Math.min(Math.max(TALLEST, top + 120), high)};
};

/**
 * One pixel a cell: [pixels, canvas]. Several heads: each cell in the colour of the one with the largest number.
 * @param {Sheet} sheet
 * @param {Colours} colours
 */
const matrixPixels = (sheet, colours) => {
  const {values, overlays} = sheet, share = shareOf(sheet), size = values.length, pixels = new Uint32Array(size);
  const nothing = packedColour(colours.nothing), {background} = colours;
  const own = sheet.signed ? [rampOf(background, colours.more), rampOf(background, colours.less)]
    : [colours.ramps[sheet.kind]];
  const ramps = overlays ? overlays.map(({colour}) => rampOf(background, colour)) : own;
  /**
   * @param {number} level
   * @param {Ramp} ramp
   */
  const coloured = (level, ramp) => Number.isNaN(level) ? nothing : ramp[Math.round(Math.abs(level) * 255)];
  for (let i = 0; i < size; i++) {
    if (overlays) {
      const {value, layer} = strongestOf(sheet, i);
      pixels[i] = coloured(share(value), ramps[layer]);
    } else {
      const level = share(values[i]);
      pixels[i] = coloured(level, ramps[level < 0 ? 1 : 0]);
    }
  }
  return pixels;
};

/**
 * Rectangles over the cells that hold no number, those of one row that touch as one.
 * @param {Sheet} sheet
 * @param {{left: number, top: number, cell: number}} given
 */
const emptyRects = ({values, keys, queries}, {left, top, cell}) => {
  const n = keys.length, rects = [];
  for (let q = 0; q < queries.length; q++) for (let k = 0; k < n; k++) {
    if (!Number.isNaN(values[q * n + k])) continue;
    const from = k;
    while (k + 1 < n && Number.isNaN(values[q * n + k + 1])) k++;
    rects.push(left + from * cell, top + q * cell, (k - from + 1) * cell, cell);
  }
  return rects;
};

/**
 * The rows and columns that a person has pinned in this frame; they outlive a change of head.
 * @param {PinHost} host
 * @param {string} frame
 */
const pinsOf = (host, frame) => {
  if (host.gfPins?.frame !== frame) host.gfPins = {frame, query: new Set(), key: new Set()};
  return host.gfPins;
};

/**
 * @param {Facing} view
 * @param {PinHost} host
 * @param {Sheet} first
 * @returns {Figure}
 */
export const matrixFigure = (view, host, first) => {
  const {queries, keys} = first, {colours, texts} = view, n = keys.length, family = tokenFamily(view);
  const pane = paneIn(host, 'gf-matrix'), pins = pinsOf(host, first.frame);
  const image = host.gfCells ??= make('canvas');
  /** @param {boolean} larger */
  const geometry = larger => matrixGeometry(queries, keys, view.figureWidth, family, larger);
  const whole = geometry(false);
  const flat = whole.small && Math.min(queries.length, n) * whole.cell < FLAT;
  let sheet = first;
  let g = whole;
  let pixels = new Uint32Array(), enlarged = whole.small && (host.gfEnlarged ?? flat), settled = '';
  const shift = () => ({x: pane.x, y: pane.y});
  /** @returns {[number, number, number, number]} */
  const cellsClip = () => [g.left, g.top, g.width - g.left, g.height - g.top];

  const layOut = () => {
    g = enlarged ? geometry(true) : whole;
    pane.size(g.width, g.height, g.wide, g.high);
  };
  layOut();

  /** @returns {Item[]} */
  const cellItems = () => {
    const {x, y} = shift(), {left, top, cell} = g, moved = {left: left - x, top: top - y, cell}, scale = shareOf(sheet);
    /** @type {Item[]} */
    const items = [{do: 'cells', x: moved.left, y: moved.top, cell, rows: queries.length, columns: n, pixels, image}];
    const rects = cell >= 5 ? emptyRects(sheet, moved) : [];
    if (rects.length) items.push({do: 'hatch', rects, stroke: cssColour(colours.hatch)});
    if (cell >= WRITTEN) sheet.values.forEach((_, i) => {
      const {value} = strongestOf(sheet, i), share = scale(value), column = i % n, row = Math.floor(i / n);
      if (!(Math.abs(share) >= 0.005)) return;
      const pixel = pixels[i], fill = [pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255];
      const small = Math.abs(value) >= 1 && !sheet.exact ? 1 : 2, text = value.toFixed(Math.abs(value) >= 10 ? 0 : small);
      items.push({do: 'text', x: moved.left + (column + 0.5) * cell, y: moved.top + (row + 0.5) * cell, size: 11,
        family,
        text: text.replace('-', '−'), anchor: 'middle',
          fill: cssColour(readableOn(fill, [colours.ink, colours.background]))});
    });
    if (sheet.note) items.push({do: 'text', x: moved.left + n * cell / 2, y: moved.top + queries.length * cell / 2,
      text: noteWithin(sheet.note, n * cell - 8, fontOf({size: 13, family})), size: 13, family, anchor: 'middle',
        fill: cssColour(colours.soft)});
    items.push({do: 'rect', x: moved.left - 0.5, y: moved.top - 0.5, width: n * cell + 1,
      height: queries.length * cell + 1,
      stroke: cssColour(colours.rule)});
    return items;
  };

  /** Which rows and columns stand out: under the pointer, of the step, pinned. */
  const standing = () => {
    const focus = focusOf(view.choice, sheet), at = view.choice.cell;
    if (at) return {query: at.query, key: at.key};
    return {query: focus?.side === 'query' ? focus.index : null, key: focus?.side === 'key' ? focus.index : null};
  };

  /** @param {Standing} at */
  const labelItems = at => {
    const {x, y} = shift(), {left, top, cell, upright, every, size} = g;
    /** @type {Item[]} */
    const items = [];
    const font = fontOf({size, family});
    /**
     * @param {'query' | 'key'} side
     * @param {string} token
     * @param {number} i
     * @param {Pick<TextItem, 'x' | 'y' | 'anchor' | 'turn'>} place
     */
    const label = (side, token, i, place) => {
      const on = i === at[side], kept = on || pins[side].has(i);
      if (i % every && !kept) return;
      if (every > 1 && !kept && at[side] !== null && Math.abs(i - (at[side] ?? 0)) < every) return;
      // room for the one in focus
      const {text, blank} = axisLabel(token, side === 'query' ? left - 16 : g.tall, font);
      items.push({do: 'text', text, blank, soft: cssColour(colours.faint), size, family, weight: kept ? 700 : 400,
        title: token,
        fill: cssColour(kept ? colours.hueTexts[sheet.kind] : colours.ink), ...place});
    };
    const rows = [], columns = [];
    queries.forEach((token, i) => {
      const middle = top - y + (i + 0.5) * cell;
      if (middle > top - 2 && middle < g.height) label('query', token, i, {x: left - 8, y: middle, anchor: 'end'});
    });
    rows.push(...items.splice(0));
    keys.forEach((token, i) => {
      const middle = left - x + (i + 0.5) * cell;
      if (middle > left - 2 && middle < g.width) label('key', token, i,
        {x: middle, y: top - 8, anchor: 'start', turn: upright ? -90 : -45});
    });
    columns.push(...items);
    return [...rows, ...columns];
  };

  /** @returns {Item[]} */
  const markedItems = () => {
    const at = standing(), {x, y} = shift(), {left, top, cell} = g, wide = n * cell, high = queries.length * cell;
    /** @type {Item[]} */
    const lines = [];
    const edge = Math.max(cell, 3), soft = cssColour(mixed(colours.background, colours.ink, 0.5)),
      ink = cssColour(colours.ink);
    /**
     * @param {number} q
     * @param {string} stroke
     */
    const row = (q, stroke) => lines.push({do: 'rect', x: left - x - 0.5, y: top - y + q * cell - 0.5, width: wide + 1,
      height: edge + 1, stroke});
    /**
     * @param {number} k
     * @param {string} stroke
     */
    const column = (k, stroke) => lines.push({do: 'rect', x: left - x + k * cell - 0.5, y: top - y - 0.5,
      width: edge + 1, height: high + 1, stroke});
    for (const q of pins.query) row(q, cssColour(colours.hueTexts[sheet.kind]));
    for (const k of pins.key) column(k, cssColour(colours.hueTexts[sheet.kind]));
    if (at.query !== null) row(at.query, soft);
    if (at.key !== null) column(at.key, soft);
    if (at.query !== null && at.key !== null) lines.push({do: 'rect', x: left - x + at.key * cell,
      y: top - y + at.query * cell,
      width: edge, height: edge, stroke: ink, line: 2});
    return [{do: 'group', clip: [left - 2, top - 2, g.width - left + 2, g.height - top + 2], items: lines},
      ...labelItems(at)];
  };

  const drawBase = () => pane.paint(pane.base, [{do: 'group', clip: cellsClip(), items: cellItems()}]);
  const drawTop = () => pane.paint(pane.top, markedItems());
  /** @param {Sheet} next */
  const draw = next => {
    sheet = next;
    pixels = matrixPixels(sheet, colours);
    pixelCanvas(pixels, n, queries.length, image);
    drawBase();
  };
  const mark = () => {
    const {pin, step, kind, cell, hover} = view.choice, now = JSON.stringify([pin, kind === 'encoder' ? null : step]);
    if (now !== settled && !hover && !cell) reveal(focusOf(view.choice, sheet));
    settled = now;
    drawTop();
  };
  /** @param {TokenAt | null} focus */
  const reveal = focus => {
    if (!focus || !enlarged) return;
    const side = focus.side === 'query', size = side ? g.height - g.top : g.width - g.left;
    const place = (focus.index + 0.5) * g.cell, from = side ? pane.y : pane.x;
    if (place > from + g.cell && place < from + size - g.cell) return;
    if (side) pane.scrollTo(pane.x, place - size / 2); else pane.scrollTo(place - size / 2, pane.y);
    drawBase();
  };

  /**
   * The larger view, around a cell; and back to all of it.
   * @param {boolean} on
   * @param {CellAt} at
   */
  const enlarge = (on, at) => {
    host.gfEnlarged = enlarged = on;
    layOut();
    if (on) pane.scrollTo((at.key + 0.5) * g.cell - (g.width - g.left) / 2,
      (at.query + 0.5) * g.cell - (g.height - g.top) / 2);
    dressZoom();
    drawBase();
    drawTop();
  };
  const zoom = make('button', {type: 'button', class: 'gf-zoom'});
  const dressZoom = () => {
    zoom.textContent = say(texts, enlarged ? 'matrix.whole' : 'matrix.enlarge');
    zoom.setAttribute('aria-pressed', String(enlarged));
  };
  if (whole.small) {
    dressZoom();
    host.append(zoom);
    zoom.onclick = () => {
      const at = standing();
      enlarge(!enlarged, {query: at.query ?? 0, key: at.key ?? largestKey(sheet, at.query ?? 0)});
    };
  }

  /** @param {MouseEvent} event */
  const cellAt = event => {
    const {x, y} = pane.at(event), moved = shift();
    if (x < g.left || y < g.top) return null;
    const key = Math.floor((x - g.left + moved.x) / g.cell), query = Math.floor((y - g.top + moved.y) / g.cell);
    return key >= 0 && key < n && query >= 0 && query < queries.length ? {query, key} : null;
  };
  /**
   * @param {MouseEvent} event
   * @returns {TokenAt | null}
   */
  const labelAt = event => {
    const {x, y} = pane.at(event), moved = shift();
    const query = Math.floor((y - g.top + moved.y) / g.cell), key = Math.floor((x - g.left + moved.x) / g.cell);
    if (x < g.left && y >= g.top && query < queries.length) return {side: 'query', index: query};
    return y < g.top && x >= g.left && key < n ? {side: 'key', index: key} : null;
  };
  /** @param {TokenAt} tokenAt */
  const togglePin = ({side, index}) => {
    if (!pins[side].delete(index)) pins[side].add(index);
    drawTop();
  };
  pane.listen({
    move: event => {
      const at = cellAt(event), label = at ? null : labelAt(event);
      view.change({cell: at, hover: label});
    },
    leave: () => view.change({cell: null, hover: null}),
    click: event => {
      const at = cellAt(event), label = labelAt(event);
      if (at) view.change({...pinned(view.choice, {side: 'query', index: at.query}, sheet), cell: at});
      else if (label) togglePin(label);
    },
    twice: event => { const at = cellAt(event); if (at && host.contains(zoom)) enlarge(!enlarged, at); },
    scroll: () => { drawBase(); drawTop(); },
  });
  host.onkeydown = event => {
    if (event.key === 'Escape') { pins.query.clear(); pins.key.clear(); drawTop(); }
  };

  /** @returns {Scene} */
  const scene = () => ({width: g.width, height: g.height, items: [
    {do: 'group', clip: cellsClip(), items: cellItems()}, ...markedItems()]});
  return {draw, mark, scene, reveal, axes: null};
};
