// What takes nearly all the time of a forward pass, in WebAssembly (kernel.wat), four numbers at a time: products with
// the weights, and the sums over the vocabulary. Without WebAssembly's vectors the same is computed in matrix.js.

import {bytesOf} from '../bytes.js';
import {KERNEL} from './kernel_bytes.js';

/** @import {Matrix, Sums} from './types.js' */

const ROWS = 4; // of a call at most
const TOGETHER = 128; // rows of w that stay in the processor's caches while all rows of x are multiplied with them
const BYTES = 4; // of a number
const PAGE = 1 << 16; // bytes, of WebAssembly's memory
const RESULTS = 12; // numbers: three vectors

/** @typedef {(...places: number[]) => void} Call */

class Kernel {
  /**
   * A memory for so many numbers of weights, and the functions that compute with them.
   * @param {number} count
   * @param {number} widest row of a product's input or output, in numbers
   */
  constructor(count, widest) {
    const scratch = ROWS * (widest + 3 - ((widest + 3) % 4));
    this.memory = new WebAssembly.Memory({initial: Math.ceil(((count + 2 * scratch + RESULTS) * BYTES) / PAGE)});
    const module = new WebAssembly.Module(bytesOf(KERNEL));
    const {exports} = new WebAssembly.Instance(module, {engine: {memory: this.memory}});
    this.calls = /** @type {Record<string, Call>} */ (/** @type {unknown} */ (exports));
    this.input = new Float32Array(this.memory.buffer, 0, scratch);
    this.output = new Float32Array(this.memory.buffer, scratch * BYTES, scratch);
    this.results = new Float32Array(this.memory.buffer, 2 * scratch * BYTES, RESULTS);
    this.weights = new Float32Array(this.memory.buffer, (2 * scratch + RESULTS) * BYTES, count);
  }

  /**
   * Whether a product with this matrix is computed here: rows of whole vectors, outputs in pairs.
   * @param {Matrix} weight
   */
  fits({rows, width, data}) {
    return width % 4 === 0 && rows % 2 === 0 && data.buffer === this.memory.buffer;
  }

  /**
   * x W^T: [N, in] -> y [N, out].
   * @param {Matrix} x
   * @param {Matrix} weight [out, in]
   * @param {Matrix} y
   */
  product(x, weight, y) {
    const together = x.rows > ROWS ? TOGETHER : weight.rows;
    for (let from = 0; from < weight.rows; from += together)
      this.#part(x, weight, y, from, Math.min(together, weight.rows - from));
  }

  /**
   * Some columns of the output, for all rows.
   * @param {Matrix} x
   * @param {Matrix} weight
   * @param {Matrix} y
   * @param {number} from
   * @param {number} count
   */
  #part(x, {data, rows, width}, y, from, count) {
    const {input, output} = this;
    const begin = data.byteOffset + from * width * BYTES;
    const end = begin + count * width * BYTES;
    for (let first = 0; first < x.rows; first += ROWS) {
      const last = Math.min(first + ROWS, x.rows);
      input.set(x.data.subarray(first * width, last * width));
      this.#productOf(last - first, count)(
        input.byteOffset,
        begin,
        output.byteOffset,
        width * BYTES,
        count * BYTES,
        end,
      );
      for (let n = first; n < last; n++)
        y.data.set(output.subarray((n - first) * count, (n - first + 1) * count), n * rows + from);
    }
  }

  /**
   * Choose the product for this number of rows: the next larger one, whose additional rows are not read.
   * @param {number} rows
   * @param {number} outputs
   */
  #productOf(rows, outputs) {
    return this.calls[`product${outputs % 4 || rows > 2 ? ROWS : rows}`];
  }

  /**
   * Sums over a row of logits.
   * @param {Float32Array} values
   * @returns {Sums}
   */
  sums(values) {
    const {output, results} = this;
    const end = values.length + 3 - ((values.length + 3) % 4);
    output.set(values);
    output.fill(-Infinity, values.length, end);
    this.calls.exponentials(output.byteOffset, output.byteOffset + end * BYTES, results.byteOffset);
    /** @param {number} first */
    const lanes = first => results[first] + results[first + 1] + results[first + 2] + results[first + 3];
    return {highest: results[0], total: lanes(4), weighted: lanes(8)};
  }
}

/**
 * A kernel; null where the browser has no WebAssembly with vectors, or the page forbids it.
 * @param {number} count
 * @param {number} widest
 */
export const newKernel = (count, widest) => {
  try {
    return new Kernel(count, widest);
  } catch (error) {
    if (error instanceof RangeError) throw error; // not enough memory
    return null;
  }
};
