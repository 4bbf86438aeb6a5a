// The outlines of letters, traced from a large drawing of them: a browser does not give those of its fonts. The deviation
// is below a thousandth of an em. Any script that the browser can draw can be traced.

import {make, penOf} from './elements.js';
import {PRINT_FAMILY} from './print_text.js';

/** @import {Outline} from './types.js' */

const EM = 320;       // pixels of the drawing

const WIDEST = 12000; // pixels of a drawing; longer texts are drawn smaller

const INSIDE = 128;   // of 255: the outline is where half of a pixel is covered

const CLOSE = 0.12;   // pixels that a straight line may be away from the points it replaces

// For each combination of corners inside (top left 1, top right 2, bottom right 4, bottom left 8) the lines through a
// square of four pixels, from edge to edge with the inside on the left. Edges: top 0, right 1, bottom 2, left 3.
/** @type {number[][]} */
const LINES = [[], [3, 0], [0, 1], [3, 1], [1, 2], [3, 0, 1, 2], [0, 2], [3, 2], [2, 3], [2, 0], [0, 1, 2, 3], [2, 1], [1, 3], [1, 0],
  [0, 3], []];

/**
 * Where each edge of the grid leads: 2 * pixel for the edge to the right of a pixel, + 1 for the one below; -1 for none.
 * @param {Uint8Array} cover
 * @param {number} width
 * @param {number} height
 */
const edgeSteps = (cover, width, height) => {
  const next = new Int32Array(2 * width * height).fill(-1);
  for (let y = 0; y + 1 < height; y++) for (let x = 0; x + 1 < width; x++) {
    const at = y * width + x, right = at + 1, below = at + width;
    const corners = Number(cover[at] >= INSIDE) + 2 * Number(cover[right] >= INSIDE) + 4 * Number(cover[below + 1] >= INSIDE)
      + 8 * Number(cover[below] >= INSIDE);
    const edges = [2 * at, 2 * right + 1, 2 * below, 2 * at + 1], lines = LINES[corners];
    for (let i = 0; i < lines.length; i += 2) next[edges[lines[i]]] = edges[lines[i + 1]];
  }
  return next;
};

/**
 * The point of an edge where the cover passes one half.
 * @param {Uint8Array} cover
 * @param {number} width
 * @param {number} edge
 * @returns {[number, number]}
 */
const crossing = (cover, width, edge) => {
  const at = edge >> 1, isDown = edge & 1, other = at + (isDown ? width : 1), x = at % width, y = Math.floor(at / width);
  const share = (INSIDE - cover[at]) / (cover[other] - cover[at]);
  return isDown ? [x, y + share] : [x + share, y];
};

/**
 * The points of a line that are needed to stay close to all of them (Douglas and Peucker).
 * @param {[number, number][]} points
 */
const simplified = points => {
  const kept = new Uint8Array(points.length), open = [[0, points.length - 1]];
  kept[0] = kept[points.length - 1] = 1;
  for (let part = open.pop(); part; part = open.pop()) {
    const [from, to] = part, [x, y] = points[from], dx = points[to][0] - x, dy = points[to][1] - y, long = Math.hypot(dx, dy);
    let most = CLOSE, found = 0;
    for (let i = from + 1; i < to; i++) {
      const [a, b] = points[i];
      const away = long ? Math.abs(dx * (b - y) - dy * (a - x)) / long : Math.hypot(a - x, b - y);
      if (away > most) { most = away; found = i; }
    }
    if (found) { kept[found] = 1; open.push([from, found], [found, to]); }
  }
  return points.filter((_, i) => kept[i]);
};

/**
 * The closed lines around what is covered, in pixels: the inside is on the left of each.
 * @param {Uint8Array} cover 0 to 255, with an empty border
 * @param {number} width
 * @param {number} height
 * @returns {[number, number][][]}
 */
export const contours = (cover, width, height) => {
  const next = edgeSteps(cover, width, height), found = [];
  for (let start = 0; start < next.length; start++) {
    if (next[start] < 0) continue;
    /** @type {[number, number][]} */
    const points = [];
    for (let edge = start; next[edge] >= 0;) {
      points.push(crossing(cover, width, edge));
      const to = next[edge];
      next[edge] = -1;
      edge = to;
    }
    points.push(points[0]);
    const few = simplified(points).slice(0, -1);
    if (few.length > 2) found.push(few);
  }
  return found;
};

/**
 * A text as outlines, in ems: x from its start, y upwards from its baseline.
 * @param {string} text
 * @param {number} weight
 * @returns {Outline}
 */
export const tracedText = (text, weight) => {
  const canvas = make('canvas'), pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', {willReadFrequently: true}));
  const fontAt = (/** @type {number} */ em) => `${weight} ${em}px ${PRINT_FAMILY}`;
  pen.font = fontAt(EM);
  const em = Math.min(EM, Math.floor(EM * WIDEST / Math.max(1, pen.measureText(text).width))), pad = Math.ceil(em / 2);
  pen.font = fontAt(em);
  const {width: advance} = pen.measureText(text), width = Math.ceil(advance) + 2 * pad, height = 2 * em + pad;
  Object.assign(canvas, {width, height});
  const brush = penOf(canvas), base = Math.round(1.5 * em);
  brush.font = fontAt(em);
  brush.fillText(text, pad, base);
  const {data} = brush.getImageData(0, 0, width, height), cover = Uint8Array.from({length: width * height}, (_, i) => data[4 * i + 3]);
  return {advance: advance / em, contours: contours(cover, width, height).map(points =>
    points.map(([x, y]) => [(x + 0.5 - pad) / em, (base - y - 0.5) / em]))};
};
