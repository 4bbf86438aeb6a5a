// A picture as a list of primitives, painted on a canvas for the page and written as SVG for a file, so that a saved
// picture equals the shown one. Lengths are in pixels.
//   {do: 'rect', x, y, width, height, fill, stroke, line}
//   {do: 'text', x, y, text, size, family, weight, fill, anchor: start|middle|end, turn (degrees), blank (▁ before it)}
//   {do: 'curves', from, to, ends: [y left, y right, ...], stroke, line, opacity}
//   {do: 'line', points: [x, y, ...], stroke, line, dash, fill, opacity}: NaN interrupts it; filled, it is closed
//   {do: 'dots', points: [x, y, ...], radius, fill}
//   {do: 'cells', x, y, cell, rows, columns, pixels: Uint32Array, image: canvas of one pixel a cell, optional}
//   {do: 'image', x, y, width, height, image: canvas, smooth}
//   {do: 'tile', x, y, size, image, smooth, part: [x, y, width, height] of the image}
//   {do: 'hatch', rects: [x, y, width, height, ...], stroke}
//   {do: 'shift', x, y, items}
//   {do: 'group', clip: [x, y, width, height] | null, opacity, items}

import {make, penOf} from './elements.js';
import {fontOf, forgetFont, setFont, widthOf} from './measure.js';

/** @import {Item, Pen, Scene} from './types.js' */

const DROP = 0.34; // ems from the middle of a line of text to its baseline

const HATCH = 5; // pixels between the lines that mark missing numbers

// cells; a larger matrix is saved as an embedded picture, because its file would be too large to open
export const MOST_RECTS = 12000;

/** @param {{from: number, to: number}} given */
export const curvePoints = ({from, to}) => [from + (to - from) * 0.42, to - (to - from) * 0.42];

/**
 * @param {Uint32Array} pixels
 * @param {number} columns
 * @param {number} rows
 * @param {HTMLCanvasElement} [canvas]
 */
export const pixelCanvas = (pixels, columns, rows, canvas = make('canvas')) => {
  if (canvas.width !== columns || canvas.height !== rows) {
    canvas.width = columns;
    canvas.height = rows;
  }
  penOf(canvas).putImageData(
    new ImageData(new Uint8ClampedArray(/** @type {ArrayBuffer} */ (pixels.buffer)), columns, rows),
    0,
    0,
  );
  return canvas;
};

/**
 * The path of a line as SVG writes it; pieces between points that are not finite, each closed if it is an area.
 * @param {ArrayLike<number>} points x, y, and so on
 * @param {boolean} closed
 */
export const linePath = (points, closed) => {
  const parts = [];
  let isBegun = false;
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i];
    const y = points[i + 1];
    if (!Number.isFinite(x) || !Number.isFinite(y)) {
      if (closed && isBegun) parts.push('Z');
      isBegun = false;
      continue;
    }
    parts.push(`${isBegun ? 'L' : 'M'}${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`);
    isBegun = true;
  }
  return parts.join('') + (closed && isBegun ? 'Z' : '');
};

/**
 * The same line as a path of a canvas.
 * @param {Pen} context
 * @param {ArrayLike<number>} points
 * @param {boolean} closed
 */
const traceLine = (context, points, closed) => {
  let isBegun = false;
  context.beginPath();
  for (let i = 0; i < points.length; i += 2) {
    const isKnown = Number.isFinite(points[i]) && Number.isFinite(points[i + 1]);
    if (!isKnown) {
      if (closed && isBegun) context.closePath();
    } else if (isBegun) context.lineTo(points[i], points[i + 1]);
    else context.moveTo(points[i], points[i + 1]);
    isBegun = isKnown;
  }
  if (closed && isBegun) context.closePath();
};

/** @type {Record<string, CanvasTextAlign>} */
const ALIGNMENT = {start: 'left', middle: 'center', end: 'right'};

/** @type {{[K in Item['do']]: (pen: Pen, item: Extract<Item, {do: K}>) => void}} */
const painters = {
  rect: (context, {x, y, width, height, fill, stroke, line = 1}) => {
    if (fill) {
      context.fillStyle = fill;
      context.fillRect(x, y, width, height);
    }
    if (stroke) {
      context.strokeStyle = stroke;
      context.lineWidth = line;
      context.strokeRect(x, y, width, height);
    }
  },
  text: (context, item) => {
    const font = fontOf(item);
    const {x, y, text, size, fill, anchor = 'start', turn = 0, blank, soft, length} = item;
    setFont(context, font);
    context.textAlign = ALIGNMENT[anchor];
    const before = blank ? widthOf('▁', font) : 0;
    const after = anchor === 'end' ? widthOf(text, font) : 0;
    let left = x;
    let base = y + DROP * size;
    if (turn) {
      context.save();
      context.translate(x, y);
      context.rotate((turn * Math.PI) / 180);
      left = 0;
      base = DROP * size;
    }
    context.fillStyle = fill;
    context.fillText(text, anchor === 'start' ? left + before : left, base, length); // not wider than that
    if (blank) {
      context.fillStyle = soft ?? fill;
      context.fillText('▁', left - after, base);
    }
    if (turn) context.restore();
  },
  curves: (context, {from, to, ends, stroke, line, opacity = 1}) => {
    const [near, far] = curvePoints({from, to});
    context.strokeStyle = stroke;
    context.lineWidth = line;
    context.globalAlpha *= opacity;
    context.beginPath();
    for (let i = 0; i < ends.length; i += 2) {
      context.moveTo(from, ends[i]);
      context.bezierCurveTo(near, ends[i], far, ends[i + 1], to, ends[i + 1]);
    }
    context.stroke();
  },
  line: (context, {points, stroke, line = 1, dash = [], fill, opacity = 1}) => {
    traceLine(context, points, Boolean(fill));
    context.globalAlpha *= opacity;
    if (fill) {
      context.fillStyle = fill;
      context.fill();
    }
    if (!stroke) return;
    context.strokeStyle = stroke;
    context.lineWidth = line;
    context.lineJoin = 'round';
    context.setLineDash(dash);
    context.stroke();
  },
  dots: (context, {points, radius, fill}) => {
    context.fillStyle = fill;
    for (let i = 0; i < points.length; i += 2) {
      context.beginPath();
      context.arc(points[i], points[i + 1], radius, 0, 2 * Math.PI);
      context.fill();
    }
  },
  cells: (context, {x, y, cell, rows, columns, pixels, image}) => {
    context.imageSmoothingEnabled = false;
    context.drawImage(image ?? pixelCanvas(pixels, columns, rows), x, y, columns * cell, rows * cell);
  },
  image: (context, {x, y, width, height, image, smooth}) => {
    context.imageSmoothingEnabled = smooth;
    context.imageSmoothingQuality = 'medium';
    context.drawImage(image, x, y, width, height);
  },
  tile: (context, {x, y, size, image, smooth, part}) => {
    context.imageSmoothingEnabled = smooth;
    context.drawImage(image, ...part, x, y, size, size);
  },
  hatch: (context, {rects, stroke}) => {
    context.beginPath();
    for (let i = 0; i < rects.length; i += 4) context.rect(rects[i], rects[i + 1], rects[i + 2], rects[i + 3]);
    context.clip();
    context.strokeStyle = stroke;
    context.lineWidth = 1;
    context.stroke(new Path2D(hatchPath(rects)));
  },
  shift: (context, {x, y, items}) => {
    context.translate(x, y);
    paintItems(context, items);
  },
  group: (context, {clip, opacity = 1, items}) => {
    if (clip) {
      context.beginPath();
      context.rect(...clip);
      context.clip();
    }
    context.globalAlpha *= opacity;
    paintItems(context, items);
  },
};

// what alters the context's opacity, clip or place
const CONTAINED = new Set(['line', 'curves', 'hatch', 'shift', 'group']);

/**
 * @param {Pen} context
 * @param {Item[]} items
 */
export const paintItems = (context, items) => {
  for (const item of items) {
    const contained = CONTAINED.has(item.do);
    if (contained) context.save();
    const paint = /** @type {(pen: Pen, item: Item) => void} */ (painters[item.do]);
    paint(context, item);
    if (contained) {
      context.restore();
      forgetFont();
    }
  }
};

/**
 * Slanted lines over the box around all rectangles: from x, y to x, y.
 * @param {number[]} rects
 */
const hatchLines = rects => {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (let i = 0; i < rects.length; i += 4) {
    left = Math.min(left, rects[i]);
    top = Math.min(top, rects[i + 1]);
    right = Math.max(right, rects[i] + rects[i + 2]);
    bottom = Math.max(bottom, rects[i + 1] + rects[i + 3]);
  }
  const height = bottom - top;
  const lines = [];
  for (let x = left - height; x < right; x += HATCH) lines.push([x, bottom, x + height, top]);
  return lines;
};

/** @param {number[]} rects */
export const hatchPath = rects =>
  hatchLines(rects)
    .map(([x, y, toX, toY]) => `M${x} ${y}L${toX} ${toY}`)
    .join('');

/** A canvas outside the page: setting the font of one inside would force the browser to compute the page's styles. */
const workshop = (() => {
  /** @type {OffscreenCanvas | null} */
  let sheet = null;
  return (/** @type {number} */ wide, /** @type {number} */ high) => {
    sheet ??= new OffscreenCanvas(wide, high);
    if (sheet.width < wide || sheet.height < high) {
      sheet.width = Math.max(sheet.width, wide);
      sheet.height = Math.max(sheet.height, high);
    }
    return sheet;
  };
})();

/**
 * @param {Item[]} items
 * @returns {boolean}
 */
const hasText = items => items.some(item => item.do === 'text' || ('items' in item && hasText(item.items)));

/**
 * Paint a scene on a canvas as large as the page shows it, as fine as the screen is.
 * @param {HTMLCanvasElement} canvas
 * @param {Scene} scene
 * @param {boolean} [direct] whether text is painted on the canvas itself: quicker where the page changes little besides
 */
export const paintScene = (canvas, {width, height, items}, direct = false) => {
  const ratio = Math.max(1, devicePixelRatio || 1);
  const wide = Math.round(width * ratio);
  const high = Math.round(height * ratio);
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
  }
  if (!wide || !high) return;
  forgetFont();
  const shown = penOf(canvas);
  const apart = !direct && hasText(items);
  const sheet = apart ? workshop(wide, high) : canvas;
  const context = apart ? /** @type {OffscreenCanvasRenderingContext2D} */ (sheet.getContext('2d')) : shown;
  context.globalCompositeOperation = 'source-over';
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, wide, high);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  paintItems(context, items);
  if (!apart) return;
  shown.setTransform(1, 0, 0, 1, 0, 0);
  shown.globalCompositeOperation = 'copy';
  shown.drawImage(sheet, 0, 0, wide, high, 0, 0, wide, high);
};
