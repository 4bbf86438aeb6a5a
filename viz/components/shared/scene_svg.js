// A scene written as SVG: as elements for the page, as text for a file, which needs no page.

import {SVG, make, makeSvg, penOf} from './elements.js';
import {rounded} from './numbers.js';
import {pngChunk} from './png.js';
import {MOST_RECTS, curvePoints, hatchPath, linePath} from './scene.js';
import {plainToken} from './text.js';

/** @import {Attributes, Item, Scene, SvgNode} from './types.js' */

// A small picture as PNG without a canvas: its pixels are stored, not compressed.

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const STORED = 65535; // bytes in one block

/** @param {Uint8Array} bytes */
const adler = bytes => {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return [b >> 8, b & 255, a >> 8, a & 255];
};

/**
 * Bytes in the form that zlib reads, not compressed.
 * @param {Uint8Array} bytes
 */
const stored = bytes => {
  const parts = [0x78, 0x01];
  for (let at = 0; at < bytes.length; at += STORED) {
    const block = bytes.subarray(at, at + STORED);
    const size = block.length;
    parts.push(Number(at + STORED >= bytes.length), size & 255, size >> 8, ~size & 255, (~size >> 8) & 255);
    for (const byte of block) parts.push(byte);
  }
  return Uint8Array.from([...parts, ...adler(bytes)]);
};

/**
 * Packed pixels (little-endian RGBA) as the address of an opaque PNG.
 * @param {Uint32Array} pixels
 * @param {number} columns
 * @param {number} rows
 */
export const pixelPng = (pixels, columns, rows) => {
  const lines = new Uint8Array(rows * (1 + 3 * columns));
  const header = new DataView(new ArrayBuffer(13));
  pixels.forEach((pixel, i) => {
    const at = Math.floor(i / columns) * (1 + 3 * columns) + 1 + 3 * (i % columns);
    lines.set([pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255], at);
  });
  header.setUint32(0, columns);
  header.setUint32(4, rows);
  header.setUint8(8, 8); // bits of a channel
  header.setUint8(9, 2); // red, green, blue
  const parts = [
    Uint8Array.from(SIGNATURE),
    pngChunk('IHDR', new Uint8Array(header.buffer)),
    pngChunk('IDAT', stored(lines)),
    pngChunk('IEND', new Uint8Array()),
  ];
  const text = parts.map(part => Array.from(part, byte => String.fromCharCode(byte)).join('')).join('');
  return `data:image/png;base64,${btoa(text)}`;
};

/**
 * Remove characters that XML forbids, such as lone surrogates, which would make the file unreadable.
 * @param {string} text
 */
export const xmlText = text => text.replace(NOT_XML, '�');

const NOT_XML = new RegExp(
  [
    '[\\ud800-\\udbff](?![\\udc00-\\udfff])',
    '(?<![\\ud800-\\udbff])[\\udc00-\\udfff]',
    '[\\ufffe\\uffff\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f]',
  ].join('|'),
  'g',
);

let clipNumber = 0;

/**
 * @param {keyof SVGElementTagNameMap} name
 * @param {Attributes} [attributes]
 * @param {...(SvgNode | string)} children
 * @returns {SvgNode}
 */
const node = (name, attributes = {}, ...children) => ({name, attributes, children});

/** @type {{[K in Item['do']]: (item: Extract<Item, {do: K}>) => SvgNode}} */
const svgWriters = {
  rect: ({x, y, width, height, fill, stroke, line = 1}) =>
    node('rect', {
      x: rounded(x),
      y: rounded(y),
      width: rounded(width),
      height: rounded(height),
      fill: fill ?? 'none',
      stroke: stroke ?? null,
      'stroke-width': stroke ? line : null,
    }),
  text: ({x, y, text, size, family, weight = 400, fill, anchor = 'start', turn = 0, blank, soft, title, length}) => {
    const found = node('text', {
      x: rounded(x),
      y: rounded(y),
      dy: '0.34em',
      'font-family': family,
      'font-size': size,
      'font-weight': weight,
      fill,
      'text-anchor': anchor,
      direction: 'ltr',
      'unicode-bidi': 'isolate',
      'xml:space': 'preserve',
      textLength: length ? rounded(length) : null,
      lengthAdjust: length ? 'spacingAndGlyphs' : null,
      transform: turn ? `rotate(${turn} ${rounded(x)} ${rounded(y)})` : null,
    });
    if (blank) found.children.push(node('tspan', {fill: soft ?? fill}, '▁'));
    found.children.push(xmlText(text));
    if (title) found.children.push(node('title', {}, xmlText(plainToken(title))));
    return found;
  },
  curves: ({from, to, ends, stroke, line, opacity = 1}) => {
    const [near, far] = curvePoints({from, to}).map(rounded);
    const parts = [];
    for (let i = 0; i < ends.length; i += 2) {
      const a = rounded(ends[i]);
      const b = rounded(ends[i + 1]);
      parts.push(`M${rounded(from)} ${a}C${near} ${a} ${far} ${b} ${rounded(to)} ${b}`);
    }
    return node('path', {
      d: parts.join(''),
      fill: 'none',
      stroke,
      'stroke-width': rounded(line),
      'stroke-opacity': rounded(opacity),
    });
  },
  line: ({points, stroke, line = 1, dash, fill, opacity = 1}) =>
    node('path', {
      d: linePath(points, Boolean(fill)),
      fill: fill ?? 'none',
      stroke: stroke ?? null,
      'stroke-width': stroke ? line : null,
      'stroke-dasharray': dash?.length ? dash.join(' ') : null,
      'stroke-linejoin': 'round',
      opacity: opacity < 1 ? opacity : null,
    }),
  dots: ({points, radius, fill}) => {
    const circles = [];
    for (let i = 0; i < points.length; i += 2)
      circles.push(node('circle', {cx: rounded(points[i]), cy: rounded(points[i + 1]), r: radius}));
    return node('g', {fill}, ...circles);
  },
  cells: ({x, y, cell, rows, columns, pixels, image}) => {
    if (pixels.length > MOST_RECTS)
      return imageNode(
        {x, y, width: columns * cell, height: rows * cell},
        false,
        image ? image.toDataURL('image/png') : pixelPng(pixels, columns, rows),
      );
    /** @param {number} pixel */
    const colour = pixel => `rgb(${pixel & 255}, ${(pixel >> 8) & 255}, ${(pixel >> 16) & 255})`;
    /**
     * @param {number} from
     * @param {number} i
     */
    const edge = (from, i) => rounded(from + i * cell); // shared by two cells, so that no gap is between them
    return node(
      'g',
      {'shape-rendering': 'crispEdges'},
      ...Array.from(pixels, (pixel, i) => {
        const column = i % columns;
        const row = Math.floor(i / columns);
        const left = edge(x, column);
        const top = edge(y, row);
        return node('rect', {
          x: left,
          y: top,
          width: rounded(edge(x, column + 1) - left),
          height: rounded(edge(y, row + 1) - top),
          fill: colour(pixel),
        });
      }),
    );
  },
  image: ({image, smooth, ...place}) => imageNode(place, smooth, image.toDataURL('image/png')),
  tile: ({x, y, size, image, smooth, part: [left, top, width, height]}) => {
    const own = make('canvas', {width, height});
    penOf(own).drawImage(image, left, top, width, height, 0, 0, width, height);
    return svgWriters.image({do: 'image', x, y, width: size, height: size, image: own, smooth});
  },
  hatch: ({rects, stroke}) => {
    const d = [];
    for (let i = 0; i < rects.length; i += 4)
      d.push(`M${rects[i]} ${rects[i + 1]}h${rects[i + 2]}v${rects[i + 3]}h${-rects[i + 2]}z`);
    return clippedSvg(node('path', {d: d.join('')}), [node('path', {d: hatchPath(rects), stroke, fill: 'none'})]);
  },
  shift: ({x, y, items}) => node('g', {transform: `translate(${rounded(x)} ${rounded(y)})`}, ...items.map(nodeOf)),
  group: ({clip, opacity = 1, items}) => {
    const nodes = items.map(nodeOf);
    const faint = opacity < 1 ? {opacity} : {};
    if (!clip) return node('g', faint, ...nodes);
    const [x, y, width, height] = clip;
    return clippedSvg(node('rect', {x, y, width, height}), [node('g', faint, ...nodes)]);
  },
};

/**
 * @param {{x: number, y: number, width: number, height: number}} place
 * @param {boolean} smooth
 * @param {string} href
 */
const imageNode = ({x, y, width, height}, smooth, href) =>
  node('image', {
    x: rounded(x),
    y: rounded(y),
    width: rounded(width),
    height: rounded(height),
    href,
    preserveAspectRatio: 'none',
    style: smooth ? null : 'image-rendering: pixelated',
  });

/**
 * @param {Item} item
 * @returns {SvgNode}
 */
const nodeOf = item => /** @type {(item: Item) => SvgNode} */ (svgWriters[item.do])(item);

/**
 * @param {SvgNode | string} given
 * @returns {Node | string}
 */
const elementOf = given =>
  typeof given === 'string' ? given : makeSvg(given.name, given.attributes, ...given.children.map(elementOf));

/** @type {Record<string, string>} */
const ENTITIES = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};

/** @param {string | number | boolean} value */
const escaped = value => String(value).replace(/[&<>"]/g, letter => ENTITIES[letter]);

/**
 * @param {SvgNode | string} given
 * @returns {string}
 */
const textOf = given => {
  if (typeof given === 'string') return given.replace(/[&<>]/g, letter => ENTITIES[letter]);
  const {name, attributes, children} = given;
  const known = Object.entries(attributes).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [` ${key}="${escaped(value)}"`],
  );
  return children.length
    ? `<${name}${known.join('')}>${children.map(textOf).join('')}</${name}>`
    : `<${name}${known.join('')}/>`;
};

/**
 * @param {SvgNode} shape
 * @param {SvgNode[]} nodes
 */
const clippedSvg = (shape, nodes) => {
  const id = `gf-clip-${(clipNumber += 1)}`;
  return node('g', {}, node('clipPath', {id}, shape), node('g', {'clip-path': `url(#${id})`}, ...nodes));
};

/**
 * @param {Item[]} items
 * @returns {SVGElement[]}
 */
export const itemsSvg = items => items.map(item => /** @type {any} */ (elementOf(nodeOf(item))));

/**
 * A scene with a title as the text of an SVG file that needs nothing else.
 * @param {Scene} scene
 */
export const sceneSvg = ({width, height, mm, title, note, items}) => {
  clipNumber = 0;
  const [wide, high] = mm ? mm.map(length => `${length}mm`) : [width, height];
  return textOf(
    node(
      'svg',
      {xmlns: SVG, width: wide, height: high, viewBox: `0 0 ${width} ${height}`},
      node('title', {}, xmlText(title ?? '')),
      ...(note ? [node('metadata', {}, note)] : []),
      ...items.map(nodeOf),
    ),
  );
};
