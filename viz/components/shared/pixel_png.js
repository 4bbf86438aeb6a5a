// A small picture as PNG without a canvas: its pixels are stored, not compressed.

import {pngChunk} from './png.js';

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
