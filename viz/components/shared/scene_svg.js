// A scene written as SVG.

import {SVG, make, makeSvg, penOf} from './elements.js';
import {rounded} from './numbers.js';
import {MOST_RECTS, curvePoints, hatchPath} from './scene.js';
import {plainToken} from './text.js';

/** @import {Item, Scene} from './types.js' */

/**
 * Remove characters that XML forbids, such as lone surrogates, which would make the file unreadable.
 * @param {string} text
 */
export const xmlText = text => text.replace(NOT_XML, '�');

const NOT_XML = new RegExp([
  '[\\ud800-\\udbff](?![\\udc00-\\udfff])', '(?<![\\ud800-\\udbff])[\\udc00-\\udfff]',
  '[\\ufffe\\uffff\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f]',
].join('|'), 'g');

let clipNumber = 0;

/** @type {{[K in Item['do']]: (item: Extract<Item, {do: K}>) => SVGElement}} */
const svgWriters = {
  rect: ({x, y, width, height, fill, stroke, line = 1}) => makeSvg('rect', {
    x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height), fill: fill ?? 'none',
    stroke: stroke ?? null, 'stroke-width': stroke ? line : null,
  }),
  text: ({x, y, text, size, family, weight = 400, fill, anchor = 'start', turn = 0, blank, soft, title}) => {
    const node = makeSvg('text', {
      x: rounded(x), y: rounded(y), dy: '0.34em', 'font-family': family, 'font-size': size, 'font-weight': weight, fill,
      'text-anchor': anchor, direction: 'ltr', 'unicode-bidi': 'isolate', 'xml:space': 'preserve',
      transform: turn ? `rotate(${turn} ${rounded(x)} ${rounded(y)})` : null,
    });
    if (blank) node.append(makeSvg('tspan', {fill: soft ?? fill}, '▁'));
    node.append(xmlText(text));
    if (title) node.append(makeSvg('title', {}, xmlText(plainToken(title))));
    return node;
  },
  curves: ({from, to, ends, stroke, line, opacity = 1}) => {
    const [near, far] = curvePoints({from, to}).map(rounded), parts = [];
    for (let i = 0; i < ends.length; i += 2) {
      const a = rounded(ends[i]), b = rounded(ends[i + 1]);
      parts.push(`M${rounded(from)} ${a}C${near} ${a} ${far} ${b} ${rounded(to)} ${b}`);
    }
    return makeSvg('path', {d: parts.join(''), fill: 'none', stroke, 'stroke-width': rounded(line),
      'stroke-opacity': rounded(opacity)});
  },
  cells: ({x, y, cell, rows, columns, pixels, image}) => {
    if (pixels.length > MOST_RECTS)
      return svgWriters.image({do: 'image', x, y, width: columns * cell, height: rows * cell, image, smooth: false});
    /** @param {number} pixel */
    const colour = pixel => `rgb(${pixel & 255}, ${pixel >> 8 & 255}, ${pixel >> 16 & 255})`;
    return makeSvg('g', {'shape-rendering': 'crispEdges'}, ...Array.from(pixels, (pixel, i) => makeSvg('rect', {
      x: rounded(x + (i % columns) * cell), y: rounded(y + Math.floor(i / columns) * cell), width: cell, height: cell,
      fill: colour(pixel),
    })));
  },
  image: ({x, y, width, height, image, smooth}) => makeSvg('image', {
    x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height), href: image.toDataURL('image/png'),
    preserveAspectRatio: 'none', style: smooth ? null : 'image-rendering: pixelated',
  }),
  tile: ({x, y, size, image, smooth, part: [left, top, width, height]}) => {
    const own = make('canvas', {width, height});
    penOf(own).drawImage(image, left, top, width, height, 0, 0, width, height);
    return svgWriters.image({do: 'image', x, y, width: size, height: size, image: own, smooth});
  },
  hatch: ({rects, stroke}) => {
    const d = [];
    for (let i = 0; i < rects.length; i += 4)
      d.push(`M${rects[i]} ${rects[i + 1]}h${rects[i + 2]}v${rects[i + 3]}h${-rects[i + 2]}z`);
    return clippedSvg(makeSvg('path', {d: d.join('')}), [makeSvg('path', {d: hatchPath(rects), stroke, fill: 'none'})]);
  },
  shift: ({x, y, items}) => makeSvg('g', {transform: `translate(${rounded(x)} ${rounded(y)})`}, ...itemsSvg(items)),
  group: ({clip, opacity = 1, items}) => {
    const nodes = itemsSvg(items), faint = opacity < 1 ? {opacity} : {};
    if (!clip) return makeSvg('g', faint, ...nodes);
    const [x, y, width, height] = clip;
    return clippedSvg(makeSvg('rect', {x, y, width, height}), [makeSvg('g', faint, ...nodes)]);
  },
};

/**
 * @param {SVGElement} shape
 * @param {SVGElement[]} nodes
 */
const clippedSvg = (shape, nodes) => {
  const id = `gf-clip-${clipNumber += 1}`;
  return makeSvg('g', {}, makeSvg('clipPath', {id}, shape), makeSvg('g', {'clip-path': `url(#${id})`}, ...nodes));
};

/**
 * @param {Item[]} items
 * @returns {SVGElement[]}
 */
export const itemsSvg = items => items.map(item =>
  /** @type {(item: Item) => SVGElement} */ (svgWriters[item.do])(item));

/**
 * A scene with a title as an SVG that needs nothing else.
 * @param {Scene} scene
 */
export const sceneSvg = ({width, height, title, note, items}) => {
  clipNumber = 0;
  return makeSvg('svg', {xmlns: SVG, width, height, viewBox: `0 0 ${width} ${height}`},
    makeSvg('title', {}, xmlText(title ?? '')),
    ...(note ? [makeSvg('metadata', {}, note)] : []), ...itemsSvg(items));
};
