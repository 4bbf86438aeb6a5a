// PDF files of figures: outlines, fonts, and the page.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {contours} from '../../viz/components/shared/outlines.js';
import {pdfFile} from '../../viz/components/shared/pdf.js';
import {glyphParts} from '../../viz/components/shared/pdf_font.js';
import {trueType} from '../../viz/components/shared/truetype.js';

const SQUARE = {advance: 0.75, contours: [[[0.1, 0], [0.1, 0.5], [0.6, 0.5], [0.6, 0]]]};
const TEXT = {do: 'text', size: 8, family: 'x', fill: 'rgb(255, 0, 0)'};
const latin = bytes => Buffer.from(bytes).toString('latin1');
const page = items => latin(pdfFile({width: 240.945, height: 100, title: 'Köpfe', note: '{"a":1}', items}, () => SQUARE));

/** Twice the area inside a closed line, negative where it runs the other way. */
const area = points => points.reduce((sum, [x, y], i) => {
  const [toX, toY] = points[(i + 1) % points.length];
  return sum + x * toY - toX * y;
}, 0);

test('contours follow the edge of a disc and of its hole', () => {
  const size = 64, cover = Uint8Array.from({length: size * size}, (_, i) => {
    const away = Math.hypot(i % size - 32, Math.floor(i / size) - 32);
    return Math.round(255 * Math.max(0, Math.min(1, 20.5 - away)) * Math.max(0, Math.min(1, away - 9.5)));
  });
  const found = contours(cover, size, size).sort((a, b) => Math.abs(area(b)) - Math.abs(area(a)));
  assert.equal(found.length, 2);
  [20, 10].forEach((radius, i) => {
    for (const [x, y] of found[i]) assert.ok(Math.abs(Math.hypot(x - 32, y - 32) - radius) < 0.1);
    assert.ok(Math.abs(Math.abs(area(found[i])) / 2 - Math.PI * radius ** 2) < 0.02 * Math.PI * radius ** 2);
    assert.ok(found[i].length < 64);
  });
  assert.ok(area(found[0]) * area(found[1]) < 0);
});

test('contours separate squares that touch at a corner', () => {
  const cover = new Uint8Array(36);
  for (const at of [7, 14]) cover[at] = 255;
  assert.equal(contours(cover, 6, 6).length, 2);
});

test('glyph parts keep accents and joined scripts together', () => {
  assert.deepEqual(glyphParts('ae\u0301 中'), ['a', 'e\u0301', ' ', '中']);
  assert.deepEqual(glyphParts('a سلام عليكم b'), ['a', ' ', 'سلام عليكم', ' ', 'b']);
});

test('truetype font has valid tables', () => {
  const font = Buffer.from(trueType([{advance: 0.5, contours: []}, SQUARE])), tables = new Map();
  for (let i = 0; i < font.readUInt16BE(4); i++) {
    const at = 12 + 16 * i, start = font.readUInt32BE(at + 8), length = font.readUInt32BE(at + 12);
    tables.set(font.toString('latin1', at, at + 4), {bytes: font.subarray(start, start + length), checksum: font.readUInt32BE(at + 4)});
  }
  assert.deepEqual([...tables.keys()], ['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp']);
  const sum = bytes => { let found = 0; for (let i = 0; i < bytes.length; i += 4) found = (found + bytes.readUInt32BE(i)) >>> 0; return found; };
  assert.equal(sum(font), 0xb1b0afba);
  assert.equal(sum(tables.get('glyf').bytes), tables.get('glyf').checksum);
  const {bytes: glyf} = tables.get('glyf'), {bytes: loca} = tables.get('loca'), {bytes: hmtx} = tables.get('hmtx');
  assert.deepEqual([loca.readUInt32BE(0), loca.readUInt32BE(4), loca.readUInt32BE(8)], [0, 0, glyf.length]);
  assert.deepEqual([0, 2, 4, 6, 8].map(at => glyf.readInt16BE(at)), [1, 205, 0, 1229, 1024]);
  assert.deepEqual([hmtx.readUInt16BE(4), hmtx.readInt16BE(6)], [1536, 205]);
});

test('pdf places every object where its table says', () => {
  const text = page([{...TEXT, x: 10, y: 20, text: 'aba'}]), start = Number(/startxref\n(\d+)/.exec(text)[1]);
  const rows = [...text.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(found => Number(found[1]));
  assert.ok(text.startsWith('%PDF-1.7\n') && rows.length > 8);
  rows.forEach((at, i) => assert.ok(text.startsWith(`${i + 1} 0 obj\n`, at)));
  for (const [, length, body] of text.matchAll(/\/Length (\d+) >>\nstream\n([^]*?)\nendstream/g)) assert.equal(body.length, Number(length));
  assert.match(text, /\/MediaBox \[0 0 240\.945 100\]/);
  assert.match(text, /\/Title <feff004b00f6007000660065>/);
});

test('pdf text can be read back', () => {
  const text = page([{...TEXT, x: 10, y: 20, text: 'a中a', anchor: 'end'}]), [, x, hex] = /1 0 0 -1 ([\d.-]+) [\d.]+ Tm <([\da-f]+)> Tj/.exec(text);
  const unicode = new Map([...text.matchAll(/^<([\da-f]{4})> <([\da-f]+)>$/gm)].map(found => [found[1], String.fromCharCode(parseInt(found[2], 16))]));
  assert.equal(hex.match(/.{4}/g).map(glyph => unicode.get(glyph)).join(''), 'a中a');
  assert.equal(Number(x), 10 - 3 * 0.75 * 8);
});

test('pdf text is squeezed into the length that the layout has for it', () => {
  const text = page([{...TEXT, x: 10, y: 20, text: 'aa', anchor: 'end', length: 6}, {...TEXT, x: 10, y: 40, text: 'aa', length: 60}]);
  assert.match(text, /BT \/F1 8 Tf 50 Tz 1 0 0 rg 1 0 0 -1 4 [\d.]+ Tm <\w+> Tj 100 Tz ET/);
  assert.match(text, /BT \/F1 8 Tf 1 0 0 rg 1 0 0 -1 10 [\d.]+ Tm/); // not stretched
});

test('pdf draws lines with their strength and clips hatching', () => {
  const text = page([{do: 'group', clip: [0, 0, 5, 5], opacity: 0.5, items: [{do: 'curves', from: 0, to: 10, ends: [1, 2], stroke: 'rgb(0, 51, 255)',
    line: 2, opacity: 0.5}]}, {do: 'hatch', rects: [1, 1, 4, 4], stroke: 'rgb(0, 0, 0)'}]);
  assert.match(text, /\/A0_25 << \/ca 0\.25 \/CA 0\.25 >>/);
  assert.match(text, /0 0 5 5 re W n\n\/A0_25 gs\n0 0\.2 1 RG 2 w 0 1 m 4\.2 1 5\.8 2 10 2 c S/);
  assert.match(text, /1 1 4 4 re W n/);
});

test('pdf matrix has a rectangle for each cell', () => {
  const pixels = Uint32Array.from({length: 6}, (_, i) => (0xff000000 + i) >>> 0);
  const text = page([{do: 'cells', x: 1, y: 2, cell: 10, rows: 2, columns: 3, pixels}]);
  const cells = [...text.matchAll(/^([\d.]+) 0 0 rg ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f$/gm)].map(found => found.slice(1).map(Number));
  assert.deepEqual(cells.map(([red, x, y]) => [Math.round(255 * red), x, y]), [[0, 1, 2], [1, 11, 2], [2, 21, 2], [3, 1, 12], [4, 11, 12], [5, 21, 12]]);
  assert.deepEqual(cells.at(-1).slice(3), [10, 10]);
});
