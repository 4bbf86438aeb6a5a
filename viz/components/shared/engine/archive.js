// The file of a model: deflated JSON and weights in half precision, as viz/saved_page/archive.py writes it.
//
// uint32 length of the header | header in UTF-8 | high bytes of all numbers | low bytes of all numbers

import {newKernel} from './kernel.js';
import {matrix} from './matrix.js';

/** @import {Header, Kernel, Tensors} from './types.js' */

// Half precision (IEEE 754 binary16): 1 sign bit, 5 bits of exponent, 10 bits of fraction.

/** @param {number} bits */
const halfValue = bits => {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
};

const VALUES = Float32Array.from({length: 1 << 16}, (_, bits) => halfValue(bits));

/**
 * Numbers whose bytes come in two planes: signs and exponents compress well apart from the low bits of the fractions.
 * @param {Uint8Array} high
 * @param {Uint8Array} low
 * @param {Float32Array} values where they are written
 */
export const floatsOfPlanes = (high, low, values) => {
  for (let i = 0; i < values.length; i++) values[i] = VALUES[(high[i] << 8) | low[i]];
  return values;
};

/** @param {Uint8Array<ArrayBuffer>} deflated */
export const inflated = async deflated => {
  const stream = new Response(deflated).body?.pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

/** @param {Uint8Array<ArrayBuffer>} deflated */
export const readArchive = async deflated => {
  const bytes = await inflated(deflated);
  const length = new DataView(bytes.buffer).getUint32(0, true);
  const first = 4 + length;
  /** @type {Header} */
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, first)));
  const count = (bytes.length - first) / 2;
  const widest = Math.max(...header.tensors.flatMap(({rows, width}) => [rows, width]));
  const kernel = newKernel(count, widest);
  const values = kernel?.weights ?? new Float32Array(count);
  floatsOfPlanes(bytes.subarray(first, first + count), bytes.subarray(first + count), values);
  return {...header, tensors: named(header, values, kernel)};
};

/**
 * The tensors by name; a shared one has several.
 * @param {Header} header
 * @param {Float32Array} values
 * @param {Kernel | null} kernel that multiplies with them
 */
const named = ({tensors, shared}, values, kernel) => {
  /** @type {Tensors} */
  const found = new Map();
  let at = 0;
  for (const {name, rows, width} of tensors) {
    const tensor = matrix(rows, width, values.subarray(at, at + rows * width));
    found.set(name, kernel?.fits(tensor) ? {...tensor, kernel} : tensor);
    at += rows * width;
  }
  for (const [name, origin] of Object.entries(shared)) {
    const tensor = found.get(origin);
    if (tensor) found.set(name, tensor);
  }
  return found;
};
