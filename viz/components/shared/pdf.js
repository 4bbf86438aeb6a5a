// A scene in points as a PDF of one page: vectors, text that can be searched, the letters' outlines in the file.

import {fontObjects, glyphTable} from './pdf_font.js';
import {DROP, MOST_RECTS, curvePoints, hatchLines} from './scene.js';

/** @import {Item, Outline, Scene} from './types.js' */

/** @typedef {{regular: ReturnType<typeof glyphTable>, bold: ReturnType<typeof glyphTable>, alphas: Set<string>, pictures: Uint8Array[], sizes: number[][]}} Used */

const OVERLAP = 0.3; // points of a cell under the next ones, so that no gap is between them

/** @param {number} value */
const n = value => String(Math.round(value * 1000) / 1000 || 0);

/** @param {...number} values */
const ns = (...values) => values.map(n).join(' ');

/**
 * @param {string} css `rgb(r, g, b)`
 * @param {'rg' | 'RG'} operator
 */
const colour = (css, operator) => `${(css.match(/[\d.]+/g) ?? [0, 0, 0]).slice(0, 3).map(part => n(Number(part) / 255)).join(' ')} ${operator}`;

/** @param {number} pixel */
const packed = pixel => `rgb(${pixel & 255}, ${pixel >> 8 & 255}, ${pixel >> 16 & 255})`;

/**
 * @param {Used} used
 * @param {number} opacity
 */
const alpha = ({alphas}, opacity) => { const share = n(opacity); alphas.add(share); return `/A${share.replace('.', '_')} gs`; };

/** @type {{[K in Item['do']]?: (item: Extract<Item, {do: K}>, used: Used, opacity: number) => string[]}} */
const writers = {
  rect: ({x, y, width, height, fill, stroke, line = 1}, used, opacity) => [alpha(used, opacity),
    ...(fill ? [`${colour(fill, 'rg')} ${ns(x, y, width, height)} re f`] : []),
    ...(stroke ? [`${colour(stroke, 'RG')} ${n(line)} w ${ns(x, y, width, height)} re S`] : [])],
  text: ({x, y, text, size, weight = 400, fill, anchor = 'start', turn = 0, length = Infinity}, used, opacity) => {
    const {found, width} = used[weight > 400 ? 'bold' : 'regular'].set(text), angle = turn * Math.PI / 180;
    const squeeze = Math.min(1, length / (width * size || 1)), narrow = squeeze < 0.999 ? ` ${n(100 * squeeze)} Tz` : '';
    const shares = {start: 0, middle: 0.5, end: 1}, left = -shares[anchor] * width * squeeze * size, base = DROP * size;
    const c = Math.cos(angle), s = Math.sin(angle), hex = found.map(i => i.toString(16).padStart(4, '0')).join('');
    return [alpha(used, opacity), `BT /${weight > 400 ? 'F2' : 'F1'} ${n(size)} Tf${narrow} ${colour(fill, 'rg')} `
      + `${ns(c, s, s, -c, x + c * left - s * base, y + s * left + c * base)} Tm <${hex}> Tj${narrow ? ' 100 Tz' : ''} ET`];
  },
  curves: ({from, to, ends, stroke, line, opacity: own = 1}, used, opacity) => {
    const [near, far] = curvePoints({from, to}), parts = [];
    for (let i = 0; i < ends.length; i += 2)
      parts.push(`${ns(from, ends[i])} m ${ns(near, ends[i], far, ends[i + 1], to, ends[i + 1])} c`);
    return [alpha(used, opacity * own), `${colour(stroke, 'RG')} ${n(line)} w ${parts.join('\n')} S`];
  },
  cells: ({x, y, cell, rows, columns, pixels}, used, opacity) => {
    if (pixels.length > MOST_RECTS) {
      used.pictures.push(Uint8Array.from(Array.from(pixels, pixel => [pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255]).flat()));
      used.sizes.push([columns, rows]);
      return [alpha(used, opacity), `q ${ns(columns * cell, 0, 0, -rows * cell, x, y + rows * cell)} cm /P${used.pictures.length} Do Q`];
    }
    const over = Math.min(cell / 2, OVERLAP);
    /**
     * @param {number} at
     * @param {number} count
     */
    const length = (at, count) => cell + (at + 1 < count ? over : 0);
    return [alpha(used, opacity), ...Array.from(pixels, (pixel, i) => {
      const column = i % columns, row = Math.floor(i / columns);
      return `${colour(packed(pixel), 'rg')} ${ns(x + column * cell, y + row * cell, length(column, columns), length(row, rows))} re f`;
    })];
  },
  hatch: ({rects, stroke}, used, opacity) => {
    const boxes = [];
    for (let i = 0; i < rects.length; i += 4) boxes.push(`${ns(rects[i], rects[i + 1], rects[i + 2], rects[i + 3])} re`);
    return ['q', alpha(used, opacity), `${boxes.join(' ')} W n ${colour(stroke, 'RG')} 1 w`,
      ...hatchLines(rects).map(([a, b, c, d]) => `${ns(a, b)} m ${ns(c, d)} l S`), 'Q'];
  },
  shift: ({x, y, items}, used, opacity) => [`q 1 0 0 1 ${ns(x, y)} cm`, ...written(items, used, opacity), 'Q'],
  group: ({clip, opacity: own = 1, items}, used, opacity) => ['q', ...(clip ? [`${ns(...clip)} re W n`] : []),
    ...written(items, used, opacity * own), 'Q'],
};

/**
 * @param {Item[]} items
 * @param {Used} used
 * @param {number} opacity
 * @returns {string[]}
 */
const written = (items, used, opacity) => items.flatMap(item => {
  const write = /** @type {((item: Item, used: Used, opacity: number) => string[]) | undefined} */ (writers[item.do]);
  if (!write) throw new Error(`a PDF cannot hold ${item.do}`);
  return write(item, used, opacity);
});

/** @param {string} text */
const latin = text => Uint8Array.from(text, letter => letter.charCodeAt(0));

/** @param {string} text */
const utf16 = text => `<feff${Array.from({length: text.length}, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join('')}>`;

/** Numbered objects, and the file of them. */
const makeFile = () => {
  /** @type {Uint8Array[]} */
  const parts = [latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')];
  /** @type {number[]} */
  const places = [];
  let size = parts[0].length;
  /** @param {Uint8Array} bytes */
  const write = bytes => { parts.push(bytes); size += bytes.length; };
  /**
   * @param {string} text
   * @param {Uint8Array | string} [stream]
   */
  const add = (text, stream) => {
    places.push(size);
    const data = typeof stream === 'string' ? latin(stream) : stream;
    write(latin(`${places.length} 0 obj\n${data ? `<< ${text} /Length ${data.length} >>\nstream\n` : text}`));
    if (data) { write(data); write(latin('\nendstream')); }
    write(latin('\nendobj\n'));
    return places.length;
  };
  /**
   * @param {number} root
   * @param {number} info
   */
  const end = (root, info) => {
    const start = size, rows = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
    write(latin(`xref\n0 ${places.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${places.length + 1} /Root ${root} 0 R `
      + `/Info ${info} 0 R >>\nstartxref\n${start}\n%%EOF\n`));
    const file = new Uint8Array(size);
    parts.reduce((at, part) => { file.set(part, at); return at + part.length; }, 0);
    return file;
  };
  return {add, count: () => places.length, end};
};

/**
 * @param {Scene} scene in points
 * @param {(text: string, weight: number) => Outline} outlineOf
 */
export const pdfFile = ({width, height, title = '', note = '', items}, outlineOf) => {
  const {add, count, end} = makeFile();
  /** @type {Used} */
  const used = {regular: glyphTable(text => outlineOf(text, 400)), bold: glyphTable(text => outlineOf(text, 700)),
    alphas: new Set(), pictures: [], sizes: []};
  const content = add('', [`1 0 0 -1 0 ${n(height)} cm`, ...written(items, used, 1)].join('\n'));
  const fonts = [used.regular, used.bold].flatMap((table, i) => table.numbers.size
    ? [`/F${i + 1} ${fontObjects(table, ['GLASSF+FigureSans', 'GLASSB+FigureSansBold'][i], add)} 0 R`] : []);
  const states = [...used.alphas].map(share => `/A${share.replace('.', '_')} << /ca ${share} /CA ${share} >>`);
  const pictures = used.pictures.map((pixels, i) => `/P${i + 1} ${add('/Type /XObject /Subtype /Image /ColorSpace /DeviceRGB '
    + `/BitsPerComponent 8 /Interpolate false /Width ${used.sizes[i][0]} /Height ${used.sizes[i][1]}`, pixels)} 0 R`);
  const page = count() + 1, pages = page + 1;
  add(`<< /Type /Page /Parent ${pages} 0 R /MediaBox [0 0 ${ns(width, height)}] /Contents ${content} 0 R /Resources << `
    + `/Font << ${fonts.join(' ')} >> /ExtGState << ${states.join(' ')} >> /XObject << ${pictures.join(' ')} >> >> >>`);
  add(`<< /Type /Pages /Kids [${page} 0 R] /Count 1 >>`);
  const root = add(`<< /Type /Catalog /Pages ${pages} 0 R /ViewerPreferences << /DisplayDocTitle true >> >>`);
  return end(root, add(`<< /Title ${utf16(title)} /Producer (Glassformer) /Comment ${utf16(note)} >>`));
};
