// The arithmetic of a forward pass, on rows of float32. Sums are taken in double precision, those of products with
// weights in float32 where kernel.js computes them.

/** @import {Matrix, Sums} from './types.js' */

/**
 * @param {number} rows
 * @param {number} width
 * @param {Float32Array} [data]
 * @returns {Matrix}
 */
export const matrix = (rows, width, data = new Float32Array(rows * width)) => ({rows, width, data});

/**
 * @param {Matrix} x
 * @param {number} index
 */
export const rowOf = ({data, width}, index) => data.subarray(index * width, (index + 1) * width);

const TOGETHER = 4; // rows that share one pass over the weights

/**
 * x W^T + b: [N, in] -> [N, out].
 * @param {Matrix} x
 * @param {Matrix} weight [out, in]
 * @param {Float32Array} [bias]
 */
export const linear = (x, weight, bias) => {
  const y = matrix(x.rows, weight.rows);
  const {kernel} = weight;
  if (kernel) kernel.product(x, weight, y);
  else
    for (let first = 0; first < x.rows; first += TOGETHER) {
      if (first + TOGETHER <= x.rows) fourRows(x, weight, y, first);
      else for (let n = first; n < x.rows; n++) oneRow(x, weight, y, n);
    }
  if (bias) for (let n = 0; n < y.rows; n++) addTo(rowOf(y, n), bias);
  return y;
};

/**
 * One row of the output, four columns at a time.
 * @param {Matrix} x
 * @param {Matrix} weight
 * @param {Matrix} y
 * @param {number} n
 */
const oneRow = (x, weight, y, n) => {
  const {data: w, width, rows} = weight;
  const input = Float64Array.from(rowOf(x, n));
  const output = rowOf(y, n);
  const even = rows - (rows % 4);
  for (let o = 0; o < even; o += 4) {
    const p = o * width;
    const q = p + width;
    const r = q + width;
    const s = r + width;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = 0; i < width; i++) {
      const value = input[i];
      a += w[p + i] * value;
      b += w[q + i] * value;
      c += w[r + i] * value;
      d += w[s + i] * value;
    }
    output[o] = a;
    output[o + 1] = b;
    output[o + 2] = c;
    output[o + 3] = d;
  }
  for (let o = even; o < rows; o++) output[o] = product(input, w, o * width);
};

/**
 * Four rows of the output, two columns at a time: eight sums stay in registers.
 * @param {Matrix} x
 * @param {Matrix} weight
 * @param {Matrix} y
 * @param {number} first
 */
const fourRows = (x, weight, y, first) => {
  const {data: w, width, rows} = weight;
  const input = x.data;
  const output = y.data;
  const even = rows - (rows % 2);
  const p = first * width;
  const q = p + width;
  const r = q + width;
  const s = r + width;
  const to = first * rows;
  for (let o = 0; o < even; o += 2) {
    const u = o * width;
    const v = u + width;
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let e = 0;
    let f = 0;
    let g = 0;
    let h = 0;
    for (let i = 0; i < width; i++) {
      const one = w[u + i];
      const other = w[v + i];
      const pi = input[p + i];
      const qi = input[q + i];
      const ri = input[r + i];
      const si = input[s + i];
      a += one * pi;
      b += one * qi;
      c += one * ri;
      d += one * si;
      e += other * pi;
      f += other * qi;
      g += other * ri;
      h += other * si;
    }
    output[to + o] = a;
    output[to + o + 1] = e;
    output[to + rows + o] = b;
    output[to + rows + o + 1] = f;
    output[to + 2 * rows + o] = c;
    output[to + 2 * rows + o + 1] = g;
    output[to + 3 * rows + o] = d;
    output[to + 3 * rows + o + 1] = h;
  }
  if (even < rows)
    for (let n = first; n < first + TOGETHER; n++) output[n * rows + even] = product(rowOf(x, n), w, even * width);
};

/**
 * The dot product of a row with the weights from a place on.
 * @param {Float32Array | Float64Array} row
 * @param {Float32Array} weights
 * @param {number} at
 */
const product = (row, weights, at) => {
  let sum = 0;
  for (let i = 0; i < row.length; i++) sum += row[i] * weights[at + i];
  return sum;
};

/**
 * Add in place.
 * @param {Float32Array} to
 * @param {ArrayLike<number>} values
 */
const addTo = (to, values) => {
  for (let i = 0; i < to.length; i++) to[i] += values[i];
  return to;
};

/**
 * Add a matrix to another one in place.
 * @param {Matrix} to
 * @param {Matrix} values
 */
export const addMatrix = (to, values) => {
  addTo(to.data, values.data);
  return to;
};

/**
 * Layer normalisation of each row.
 * @param {Matrix} x
 * @param {Float32Array} weight
 * @param {Float32Array} bias
 * @param {number} eps
 */
export const layerNorm = ({rows, width, data: input}, weight, bias, eps) => {
  const y = matrix(rows, width);
  const output = y.data;
  for (let first = 0; first < input.length; first += width) {
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < width; i++) sum += input[first + i];
    const mean = sum / width;
    for (let i = 0; i < width; i++) squares += (input[first + i] - mean) ** 2;
    const scale = 1 / Math.sqrt(squares / width + eps);
    for (let i = 0; i < width; i++) output[first + i] = (input[first + i] - mean) * scale * weight[i] + bias[i];
  }
  return y;
};

/**
 * Softmax in place.
 * @param {Float32Array} scores
 */
export const softmax = scores => {
  let highest = -Infinity;
  let total = 0;
  for (const score of scores) highest = Math.max(highest, score);
  for (let i = 0; i < scores.length; i++) total += scores[i] = Math.exp(scores[i] - highest);
  for (let i = 0; i < scores.length; i++) scores[i] /= total;
  return scores;
};

/**
 * The highest value, and sums over all of them: of e^(x - highest), and of e^(x - highest) (x - highest).
 * @param {Float32Array} values
 * @param {Matrix['kernel']} [kernel]
 * @returns {Sums}
 */
export const sumsOf = (values, kernel) => {
  if (kernel) return kernel.sums(values);
  let highest = -Infinity;
  let total = 0;
  let weighted = 0;
  for (const value of values) if (value > highest) highest = value;
  for (const value of values) {
    const power = Math.exp(value - highest);
    total += power;
    weighted += power && power * (value - highest);
  }
  return {highest, total, weighted};
};

/**
 * The error function, to 1e-15: its series near 0, and a continued fraction of its complement beyond.
 * @param {number} x
 */
const erf = x => {
  const size = Math.abs(x);
  if (size < 2.5) {
    let term = x;
    let total = x;
    for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(total); n++) {
      term *= (-x * x) / n;
      total += term / (2 * n + 1);
    }
    return (total * 2) / Math.sqrt(Math.PI);
  }
  let fraction = 0;
  for (let n = 60; n > 0; n--) fraction = n / 2 / (size + fraction);
  return Math.sign(x) * (1 - Math.exp(-x * x) / ((size + fraction) * Math.sqrt(Math.PI)));
};

/** The non-linearities of the feed-forward sub-layer. */
export const ACTIVATIONS = {
  /** @param {number} x */
  relu: x => (x > 0 ? x : 0),
  /** @param {number} x */
  gelu: x => (x * (1 + erf(x / Math.SQRT2))) / 2,
  /** @param {number} x */
  swish: x => x / (1 + Math.exp(-x)),
};
