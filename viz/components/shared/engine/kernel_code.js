// The functions of kernel.js in WebAssembly, written as bytes: four numbers at a time, in float32.

/** The products: for so many rows x, y[r][o] = sum over i of x[r][i] w[o][i], so many outputs o in each pass. */
export const PRODUCTS = [
  {rows: 4, outputs: 2},
  {rows: 2, outputs: 4},
  {rows: 1, outputs: 4},
];

const BYTES = 4; // of a number
const VECTOR = 4 * BYTES;

/**
 * A whole number as WebAssembly writes it (LEB128, unsigned).
 * @param {number} value
 * @returns {number[]}
 */
const whole = value => (value < 128 ? [value] : [(value & 127) | 128, ...whole(value >>> 7)]);

/** @param {number[]} bytes */
const sized = bytes => [...whole(bytes.length), ...bytes];

/** @param {string} text */
const named = text => sized([...text].map(letter => letter.charCodeAt(0)));

/**
 * @param {number} id
 * @param {number[]} content
 */
const section = (id, content) => [id, ...sized(content)];

const I32 = 0x7f;
const V128 = 0x7b;
const NO_RESULT = 0x40;
/** @param {number} local */
const get = local => [0x20, local];
/** @param {number} local */
const set = local => [0x21, local];
/** @param {number} value */
const constant = value => [0x41, value]; // below 64
const ADD = [0x6a];
const BELOW = [0x49];
const END = [0x0b];
const AGAIN = [0x0d, 0]; // i32.add, i32.lt_u, end, br_if 0
const ADD_FLOAT = [0x92];
const LARGER_FLOAT = [0x97];
const LOAD_VECTOR = [0xfd, 0, 2, 0];
const ADD_VECTOR = [0xfd, 0xe4, 1];
const MINUS_VECTOR = [0xfd, 0xe5, 1];
const TIMES_VECTOR = [0xfd, 0xe6, 1];
const LARGER_VECTOR = [0xfd, 0xe9, 1];
const NEAREST = [0xfd, 0x6a];
const TO_WHOLE = [0xfd, 0xf8, 1];
const ADD_WHOLE = [0xfd, 0xae, 1];
const SHIFT = [0xfd, 0xab, 1];
const SPREAD = [0xfd, 0x13];
/** @param {Uint8Array} bytes */
const vector = bytes => [0xfd, 0x0c, ...bytes];
/** @param {number} value */
const floats = value => vector(new Uint8Array(Float32Array.of(value, value, value, value).buffer));
const ZERO_VECTOR = floats(0);
/** @param {number} offset in bytes */
const storeFloat = offset => [0x38, 2, offset];
/** @param {number} offset in bytes */
const storeVector = offset => [0xfd, 0x0b, 2, offset];
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

/** @param {number} length */
const range = length => Array.from({length}, (_, i) => i);

// Arguments of a product, in bytes: places of the first row of x, of the next row of w, of the first row of y; sizes of
// a row of x and of y; the place where w ends. Then the place within a row, that of one row of x, w or y, and vectors:
// the sums, parts of rows of w, a part of a row of x.
const X = 0;
const W = 1;
const Y = 2;
const WIDTH = 3;
const OUTPUTS = 4;
const W_END = 5;
const I = 6;
const ROW = 7;
const SUMS = 8;

/**
 * The body of a product.
 * @param {{rows: number, outputs: number}} shape
 */
const product = ({rows, outputs}) => {
  const sums = rows * outputs;
  const part = SUMS + sums;
  const own = part + outputs;
  const parts = range(outputs).map(o => [...get(ROW), ...LOAD_VECTOR, ...set(part + o), ...advanced(ROW, get(WIDTH))]);
  const multiplied = range(rows).map(r => [
    ...get(ROW),
    ...LOAD_VECTOR,
    ...set(own),
    ...range(outputs).flatMap(o => {
      const sum = SUMS + r * outputs + o;
      return [...get(own), ...get(part + o), ...TIMES_VECTOR, ...get(sum), ...ADD_VECTOR, ...set(sum)];
    }),
    ...advanced(ROW, get(WIDTH)),
  ]);
  const stored = range(rows).map(r => [
    ...range(outputs).flatMap(o => {
      const sum = SUMS + r * outputs + o;
      return [
        ...get(ROW),
        ...get(sum),
        ...lane(0),
        ...[1, 2, 3].flatMap(other => [...get(sum), ...lane(other), ...ADD_FLOAT]),
        ...storeFloat(o * BYTES),
      ];
    }),
    ...advanced(ROW, get(OUTPUTS)),
  ]);
  /** @param {number} place */
  const within = place => [...get(place), ...get(I), ...ADD, ...set(ROW)];
  return [
    2,
    2,
    I32,
    sums + outputs + 1,
    V128, // its locals
    ...loop(
      range(sums).flatMap(sum => [...ZERO_VECTOR, ...set(SUMS + sum)]),
      [...constant(0), ...set(I)],
      loop(within(W), parts.flat(), within(X), multiplied.flat(), advanced(I, constant(VECTOR)), [
        ...get(I),
        ...get(WIDTH),
        ...BELOW,
      ]),
      [...get(Y), ...set(ROW)],
      stored.flat(),
      advanced(Y, constant(outputs * BYTES)),
      ...range(outputs).map(() => advanced(W, get(WIDTH))),
      [...get(W), ...get(W_END), ...BELOW],
    ),
    ...END,
  ];
};

// Arguments of the sums of exponentials: places of the first number, of the end, and of the results; then the place of
// the next numbers, and vectors: the highest number, x - highest, its nearest multiple of log 2, e^(x - highest), two
// sums.
const FROM = 0;
const STOP = 1;
const RESULTS = 2;
const AT = 3;
const HIGHEST = 4;
const SHARE = 5;
const POWERS = 6;
const EXPONENTIAL = 7;
const TOTAL = 8;
const WEIGHTED = 9;
const LEAST = -87; // e^-87 is about the least float32 of full precision
const TERMS = [5040, 720, 120, 24, 6, 2, 1, 1]; // of the series of e^r, |r| <= log(2) / 2, to 1e-8

/** EXPONENTIAL = e^SHARE = 2^n e^r: the series in r, and n added to the exponent of a float32. */
const exponential = [
  ...get(SHARE),
  ...floats(Math.LOG2E),
  ...TIMES_VECTOR,
  ...NEAREST,
  ...set(POWERS),
  ...floats(0),
  ...set(EXPONENTIAL),
  ...TERMS.flatMap(divisor => [
    ...get(EXPONENTIAL),
    ...get(SHARE),
    ...get(POWERS),
    ...floats(Math.LN2),
    ...TIMES_VECTOR,
    ...MINUS_VECTOR,
    ...TIMES_VECTOR,
    ...floats(1 / divisor),
    ...ADD_VECTOR,
    ...set(EXPONENTIAL),
  ]),
  ...get(POWERS),
  ...TO_WHOLE,
  ...vector(new Uint8Array(Int32Array.of(127, 127, 127, 127).buffer)),
  ...ADD_WHOLE,
  ...constant(23),
  ...SHIFT,
  ...get(EXPONENTIAL),
  ...TIMES_VECTOR,
  ...set(EXPONENTIAL),
];

/**
 * The body of the sums: the highest number, the sum of e^(x - highest), and that of e^(x - highest) (x - highest), by
 * lanes.
 */
const exponentials = () => {
  const next = [...advanced(AT, constant(VECTOR)), ...get(AT), ...get(STOP), ...BELOW];
  const first = [...get(FROM), ...set(AT)];
  return [
    2,
    1,
    I32,
    6,
    V128, // its locals
    ...first,
    ...get(AT),
    ...LOAD_VECTOR,
    ...set(HIGHEST),
    ...loop([...get(AT), ...LOAD_VECTOR, ...get(HIGHEST), ...LARGER_VECTOR, ...set(HIGHEST)], next),
    ...get(HIGHEST),
    ...lane(0),
    ...[1, 2, 3].flatMap(other => [...get(HIGHEST), ...lane(other), ...LARGER_FLOAT]),
    ...SPREAD,
    ...set(HIGHEST),
    ...first,
    ...loop(
      [...get(AT), ...LOAD_VECTOR, ...get(HIGHEST), ...MINUS_VECTOR, ...floats(LEAST), ...LARGER_VECTOR, ...set(SHARE)],
      exponential,
      [...get(TOTAL), ...get(EXPONENTIAL), ...ADD_VECTOR, ...set(TOTAL)],
      [...get(EXPONENTIAL), ...get(SHARE), ...TIMES_VECTOR, ...get(WEIGHTED), ...ADD_VECTOR, ...set(WEIGHTED)],
      next,
    ),
    ...[HIGHEST, TOTAL, WEIGHTED].flatMap((result, at) => [
      ...get(RESULTS),
      ...get(result),
      ...storeVector(at * VECTOR),
    ]),
    ...END,
  ];
};

/** The module: it imports the memory and exports the products, by their number of rows, and the sums of exponentials.
 * */
export const moduleBytes = () => {
  const names = [...PRODUCTS.map(({rows}) => `product${rows}`), 'exponentials'];
  const bodies = [...PRODUCTS.map(product), exponentials()];
  return Uint8Array.from([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, [2, ...[6, 3].flatMap(count => [0x60, ...sized(Array(count).fill(I32)), 0])]),
    ...section(2, [1, ...named('engine'), ...named('memory'), 2, 0, 1]),
    ...section(3, [names.length, ...PRODUCTS.map(() => 0), 1]),
    ...section(7, [names.length, ...names.flatMap((name, at) => [...named(name), 0, at])]),
    ...section(10, [bodies.length, ...bodies.flatMap(sized)]),
  ]);
};
