// The letters of a PDF: each text is split into the parts that fonts draw on their own, each part is one glyph of an
// embedded font, and a table says which characters it stands for, so that the text can be searched and copied.

import {UNITS, trueType} from './truetype.js';

/** @import {Outline} from './types.js' */

// Letters that join, stack or run from right to left are drawn together, with the blanks between them.
const TOGETHER = '[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}\\p{Script=Devanagari}'
  + '\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}'
  + '\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}\\p{Script=Mongolian}]';

const RUNS = new RegExp(`(${TOGETHER}[${TOGETHER.slice(1, -1)}\\p{M}\\s]*${TOGETHER}\\p{M}*|${TOGETHER})`, 'u');

/**
 * Letters with their accents.
 * @param {string} text
 */
const lettersOf = text => 'Segmenter' in Intl
  ? Array.from(new Intl.Segmenter('en', {granularity: 'grapheme'}).segment(text), ({segment}) => segment) : Array.from(text);

/**
 * The parts of a text that are drawn on their own.
 * @param {string} text
 */
export const glyphParts = text => text.split(RUNS).flatMap((part, i) =>
  i % 2 ? [part] : lettersOf(part));

/**
 * The glyphs of one weight, numbered as they are met.
 * @param {(text: string) => Outline} outlineOf
 */
export const glyphTable = outlineOf => {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @type {Outline[]} */
  const outlines = [{advance: 0.5, contours: []}];
  /** @param {string} part */
  const number = part => {
    const known = numbers.get(part);
    if (known !== undefined) return known;
    numbers.set(part, outlines.length);
    return outlines.push(outlineOf(part)) - 1;
  };
  return {
    numbers, outlines,
    /**
     * The numbers of a text's glyphs, and its width in ems.
     * @param {string} text
     */
    set: text => {
      const found = glyphParts(text).map(number);
      return {found, width: found.reduce((sum, i) => sum + Math.round(outlines[i].advance * UNITS) / UNITS, 0)};
    },
  };
};

/** @param {string} text */
const hexOf = text => Array.from({length: text.length}, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join('');

/**
 * Which characters each glyph stands for, as PDF readers expect it.
 * @param {Map<string, number>} numbers
 */
const unicodeTable = numbers => {
  const rows = Array.from(numbers, ([part, i]) => `<${i.toString(16).padStart(4, '0')}> <${hexOf(part).slice(0, 500)}>`), blocks = [];
  for (let at = 0; at < rows.length; at += 100) {
    const block = rows.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return ['/CIDInit /ProcSet findresource begin', '12 dict begin', 'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def', '/CMapName /Adobe-Identity-UCS def', '/CMapType 2 def',
    '1 begincodespacerange', '<0000> <ffff>', 'endcodespacerange', ...blocks, 'endcmap',
    'CMapName currentdict /CMap defineresource pop', 'end', 'end'].join('\n');
};

/**
 * The objects of an embedded font; `add` takes the text of an object, with a stream, and returns its number.
 * @param {ReturnType<typeof glyphTable>} table
 * @param {string} name
 * @param {(text: string, stream?: Uint8Array | string) => number} add
 */
export const fontObjects = ({numbers, outlines}, name, add) => {
  const bytes = trueType(outlines), file = add(`/Length1 ${bytes.length}`, bytes), heights = outlines.flatMap(({contours}) => contours.flat().map(([, y]) => y));
  const low = Math.floor(1000 * Math.min(0, ...heights)), high = Math.ceil(1000 * Math.max(0, ...heights));
  const widest = Math.ceil(1000 * Math.max(...outlines.map(({advance}) => advance)));
  const descriptor = add(`<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [-500 ${low} ${widest + 500} ${high}] /ItalicAngle 0 `
    + `/Ascent ${high} /Descent ${low} /CapHeight 716 /StemV 80 /FontFile2 ${file} 0 R >>`);
  const widths = outlines.map(({advance}) => Math.round(Math.round(advance * UNITS) / UNITS * 100000) / 100).join(' ');
  const cid = add(`<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) `
    + `/Supplement 0 >> /FontDescriptor ${descriptor} 0 R /CIDToGIDMap /Identity /DW 500 /W [0 [${widths}]] >>`);
  const unicode = add('', unicodeTable(numbers));
  return add(`<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${cid} 0 R] /ToUnicode ${unicode} 0 R >>`);
};
