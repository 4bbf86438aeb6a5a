// A TrueType font made of outlines, as a PDF embeds it: glyphs by number, no characters.

/** @import {Outline} from './types.js' */

export const UNITS = 2048; // in an em

/** Bytes of big-endian numbers. */
class Writer {
  constructor() {
    /** @type {number[]} */
    this.bytes = [];
  }

  /** @param {...number} values */
  u8(...values) { for (const value of values) this.bytes.push(value & 255); return this; }

  /** @param {...number} values */
  u16(...values) { for (const value of values) this.u8(value >> 8, value); return this; }

  /** @param {...number} values */
  u32(...values) { for (const value of values) this.u16(value >>> 16, value); return this; }
}

/** @param {number} value */
const units = value => Math.max(-32768, Math.min(32767, Math.round(value * UNITS)));

/**
 * Points as changes of one coordinate, from 0.
 * @param {number[]} values
 */
const steps = values => values.map((value, i) => value - (i ? values[i - 1] : 0));

/**
 * A glyph: its box, the ends of its contours, its points; nothing for a blank.
 * @param {Outline} outline
 */
const glyphBytes = ({contours}) => {
  const points = contours.flat().map(([x, y]) => [units(x), units(y)]), out = new Writer();
  if (!points.length) return {bytes: out.bytes, box: [0, 0, 0, 0], points: 0};
  const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  out.u16(contours.length, ...box);
  let last = -1;
  for (const contour of contours) out.u16(last += contour.length);
  out.u16(0); // no instructions
  out.u8(...points.map(() => 1)); // every point is on the outline; steps of 16 bits
  out.u16(...steps(xs), ...steps(ys));
  while (out.bytes.length % 4) out.u8(0);
  return {bytes: out.bytes, box, points: points.length};
};

/** @param {number[]} bytes */
const checksum = bytes => {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 4)
    sum = (sum + (((bytes[i] << 24) | ((bytes[i + 1] ?? 0) << 16) | ((bytes[i + 2] ?? 0) << 8) | (bytes[i + 3] ?? 0)) >>> 0)) >>> 0;
  return sum;
};

/**
 * The tables of a font, by name in the order of the file.
 * @param {Outline[]} outlines
 */
const tablesOf = outlines => {
  const glyphs = outlines.map(glyphBytes), loca = new Writer(), glyf = new Writer(), hmtx = new Writer();
  for (const {bytes} of glyphs) { loca.u32(glyf.bytes.length); for (const byte of bytes) glyf.u8(byte); }
  loca.u32(glyf.bytes.length);
  outlines.forEach(({advance}, i) => hmtx.u16(units(advance), glyphs[i].box[0]));
  const edge = (/** @type {number} */ i, /** @type {(...values: number[]) => number} */ of) => of(...glyphs.map(({box}) => box[i]));
  const [left, low, right, high] = [edge(0, Math.min), edge(1, Math.min), edge(2, Math.max), edge(3, Math.max)];
  const widest = Math.max(...outlines.map(({advance}) => units(advance)));
  const head = new Writer().u16(1, 0).u32(0x10000, 0, 0x5f0f3cf5).u16(0, UNITS).u32(0, 0, 0, 0).u16(left, low, right, high, 0, 8, 2, 1, 0);
  const hhea = new Writer().u32(0x10000).u16(high, low, 0, widest, left, left, right, 1, 0, 0, 0, 0, 0, 0, 0, outlines.length);
  const maxp = new Writer().u32(0x10000).u16(outlines.length, Math.max(...glyphs.map(({points}) => points)),
    Math.max(...outlines.map(({contours}) => contours.length)), 0, 0, 1, 0, 0, 0, 0, 0, 0, 0);
  return {glyf: glyf.bytes, head: head.bytes, hhea: hhea.bytes, hmtx: hmtx.bytes, loca: loca.bytes, maxp: maxp.bytes};
};

const CHECK = 0xb1b0afba, CHECK_AT = 8; // of the whole file, in the table head

/**
 * @param {Outline[]} outlines by number; the first is that of a missing letter
 */
export const trueType = outlines => {
  const tables = Object.entries(tablesOf(outlines)), count = tables.length, power = 2 ** Math.floor(Math.log2(count));
  const directory = new Writer().u32(0x10000).u16(count, 16 * power, Math.log2(power), 16 * (count - power)), body = new Writer();
  const start = 12 + 16 * count;
  let head = 0;
  for (const [name, bytes] of tables) {
    if (name === 'head') head = start + body.bytes.length;
    directory.u8(...Array.from(name, letter => letter.charCodeAt(0))).u32(checksum(bytes), start + body.bytes.length, bytes.length);
    for (const byte of bytes) body.u8(byte);
    while (body.bytes.length % 4) body.u8(0);
  }
  const file = [...directory.bytes, ...body.bytes], found = Uint8Array.from(file);
  new DataView(found.buffer).setUint32(head + CHECK_AT, (CHECK - checksum(file)) >>> 0);
  return found;
};
