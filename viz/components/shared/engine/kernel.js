// The products of matrices, which take nearly all the time of a forward pass, in WebAssembly: four numbers at a time.
//
// One function, written as bytes: for four rows x and the rows w of a matrix, y[r][o] = sum over i of x[r][i] w[o][i],
// two outputs in each pass, sums in float32. Without WebAssembly's vectors the same is computed in matrix.js.

/** @import {Matrix} from './types.js' */

const ROWS = 4; // of a call
const TOGETHER = 128; // rows of w that stay in the processor's caches while all rows of x are multiplied with them
const BYTES = 4; // of a number
const PAGE = 1 << 16; // bytes, of WebAssembly's memory

/**
 * A whole number as WebAssembly writes it (LEB128, unsigned).
 * @param {number} value
 * @returns {number[]}
 */
const whole = value => value < 128 ? [value] : [value & 127 | 128, ...whole(value >>> 7)];

/** @param {number[]} bytes */
const sized = bytes => [...whole(bytes.length), ...bytes];

/** @param {string} text */
const named = text => sized([...text].map(letter => letter.charCodeAt(0)));

/**
 * @param {number} id
 * @param {number[]} content
 */
const section = (id, content) => [id, ...sized(content)];

const I32 = 0x7f, V128 = 0x7b, NO_RESULT = 0x40;
/** @param {number} local */
const get = local => [0x20, local];
/** @param {number} local */
const set = local => [0x21, local];
/** @param {number} value */
const constant = value => [0x41, value]; // below 64
const ADD = [0x6a], BELOW = [0x49], END = [0x0b], AGAIN = [0x0d, 0]; // i32.add, i32.lt_u, end, br_if 0
const ADD_FLOAT = [0x92], ADD_VECTOR = [0xfd, 0xe4, 1], TIMES_VECTOR = [0xfd, 0xe6, 1];
const LOAD_VECTOR = [0xfd, 0, 2, 0], ZERO_VECTOR = [0xfd, 0x0c, ...Array(16).fill(0)];
/** @param {number} offset in bytes */
const storeFloat = offset => [0x38, 2, offset];
/** @param {number} lane */
const lane = lane => [0xfd, 0x1f, lane];

/** @param {number[][]} code */
const loop = (...code) => [0x03, NO_RESULT, ...code.flat(), ...AGAIN, ...END];

/**
 * local += the sum of what the code leaves.
 * @param {number} local
 * @param {number[]} value
 */
const advanced = (local, value) => [...get(local), ...value, ...ADD, ...set(local)];

// Places in bytes: of the first row of x, of the next row of w, of the first row of y; sizes of a row of x and of y; the
// place where w ends. Then the place within a row, that of one row of x or y, eight sums, and two parts of rows of w.
const X = 0, W = 1, Y = 2, WIDTH = 3, OUTPUTS = 4, W_END = 5, I = 6, ROW = 7, SUMS = 8, U = 16, V = 17;

const multiply = () => {
  const code = [...get(W), ...get(I), ...ADD, ...LOAD_VECTOR, ...set(U), ...get(W), ...get(WIDTH), ...ADD, ...get(I), ...ADD, ...LOAD_VECTOR, ...set(V)];
  code.push(...get(X), ...get(I), ...ADD, ...set(ROW));
  for (let r = 0; r < ROWS; r++) {
    for (const [sum, part] of [[SUMS + 2 * r, U], [SUMS + 2 * r + 1, V]])
      code.push(...get(ROW), ...LOAD_VECTOR, ...get(part), ...TIMES_VECTOR, ...get(sum), ...ADD_VECTOR, ...set(sum));
    code.push(...advanced(ROW, get(WIDTH)));
  }
  return [...code, ...advanced(I, constant(16)), ...get(I), ...get(WIDTH), ...BELOW];
};

const store = () => {
  const code = [...get(Y), ...set(ROW)];
  for (let r = 0; r < ROWS; r++) {
    for (const offset of [0, 1]) {
      const sum = SUMS + 2 * r + offset;
      code.push(...get(ROW), ...get(sum), ...lane(0));
      for (const other of [1, 2, 3]) code.push(...get(sum), ...lane(other), ...ADD_FLOAT);
      code.push(...storeFloat(offset * BYTES));
    }
    code.push(...advanced(ROW, get(OUTPUTS)));
  }
  return code;
};

const body = () => [
  2, 2, I32, 10, V128, // its locals
  ...loop(
    Array.from({length: 2 * ROWS}, (_, sum) => [...ZERO_VECTOR, ...set(SUMS + sum)]).flat(), [...constant(0), ...set(I)],
    loop(multiply()), store(), advanced(Y, constant(2 * BYTES)), advanced(W, [...get(WIDTH), ...get(WIDTH), ...ADD]),
    [...get(W), ...get(W_END), ...BELOW]),
  ...END,
];

/** The module: it imports the memory and exports the function. */
const moduleBytes = () => Uint8Array.from([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  ...section(1, [1, 0x60, ...sized(Array(6).fill(I32)), 0]),
  ...section(2, [1, ...named('engine'), ...named('memory'), 2, 0, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...named('multiply'), 0, 0]),
  ...section(10, [1, ...sized(body())]),
]);

class Kernel {
  /**
   * A memory for so many numbers of weights, and the function that multiplies with them.
   * @param {number} count
   * @param {number} widest row of a product's input or output, in numbers
   */
  constructor(count, widest) {
    const scratch = ROWS * widest;
    this.memory = new WebAssembly.Memory({initial: Math.ceil((count + 2 * scratch) * BYTES / PAGE)});
    const {exports} = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes()), {engine: {memory: this.memory}});
    this.multiply = /** @type {(...places: number[]) => void} */ (exports.multiply);
    this.weights = new Float32Array(this.memory.buffer, 2 * scratch * BYTES, count);
    this.input = new Float32Array(this.memory.buffer, 0, scratch);
    this.output = new Float32Array(this.memory.buffer, scratch * BYTES, scratch);
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
    for (let from = 0; from < weight.rows; from += together) this.#part(x, weight, y, from, Math.min(together, weight.rows - from));
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
    const {input, output} = this, begin = data.byteOffset + from * width * BYTES, end = begin + count * width * BYTES;
    for (let first = 0; first < x.rows; first += ROWS) {
      const last = Math.min(first + ROWS, x.rows);
      input.set(x.data.subarray(first * width, last * width));
      this.multiply(input.byteOffset, begin, output.byteOffset, width * BYTES, count * BYTES, end);
      for (let n = first; n < last; n++) y.data.set(output.subarray((n - first) * count, (n - first + 1) * count), n * rows + from);
    }
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
