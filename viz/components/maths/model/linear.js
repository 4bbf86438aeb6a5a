// Small linear algebra, statistics and the sinusoidal encoding in double precision. Matrices are arrays of rows.

/** @typedef {ArrayLike<number>} Vector */

/** @param {number} count */
export const counted = count => Array.from({length: count}, (_, i) => i);

/** @param {Vector} values */
export const sum = values => {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i];
  return total;
};

/** @param {Vector} values */
export const mean = values => sum(values) / values.length;

/**
 * The variance; `less` is 1 for that of a sample.
 * @param {Vector} values
 * @param {number} [less]
 */
export const variance = (values, less = 0) => {
  const middle = mean(values);
  let total = 0;
  for (let i = 0; i < values.length; i++) total += (values[i] - middle) ** 2;
  return total / (values.length - less);
};

/**
 * @param {Vector} a
 * @param {Vector} b
 */
export const dot = (a, b) => {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += a[i] * b[i];
  return total;
};

/** @param {Vector} a */
export const norm = a => Math.sqrt(dot(a, a));

/**
 * @param {Vector} a
 * @param {Vector} b
 */
export const cosine = (a, b) => dot(a, b) / (norm(a) * norm(b));

/**
 * Rows by columns.
 * @param {Vector[]} a
 * @param {Vector[]} b
 */
export const matmul = (a, b) =>
  a.map(row =>
    counted(b[0].length).map(j => {
      let total = 0;
      for (let k = 0; k < row.length; k++) total += row[k] * b[k][j];
      return total;
    }),
  );

/** @param {Vector[]} a */
export const transposed = a => counted(a[0].length).map(j => a.map(row => row[j]));

/**
 * Softmax of finite numbers and -∞, stable: the largest is subtracted first. A row of -∞ alone becomes NaN, as IEEE 754
 * has it.
 * @param {Vector} scores
 */
export const softmax = scores => {
  const values = Array.from(scores);
  const most = Math.max(...values);
  const powers = values.map(value => Math.exp(value - most));
  const total = sum(powers);
  return powers.map(power => power / total);
};

/**
 * The entropy in nats; 0 ln 0 is 0.
 * @param {Vector} weights
 */
export const entropy = weights => -sum(Array.from(weights, p => (p > 0 ? p * Math.log(p) : 0)));

/**
 * The number below which a share of the values lies, between neighbours linearly.
 * @param {Vector} values
 * @param {number} share
 */
export const quantile = (values, share) => {
  const ordered = Array.from(values).sort((a, b) => a - b);
  const place = (ordered.length - 1) * share;
  const low = Math.floor(place);
  return ordered[low] + (place - low) * ((ordered[low + 1] ?? ordered[low]) - ordered[low]);
};

// The sinusoidal encoding (3.5).

/**
 * Radians per token of each pair of dimensions.
 * @param {number} d_model
 * @param {number} [base]
 */
export const frequencies = (d_model, base = 10000) => {
  if (known.d_model !== d_model || known.base !== base)
    known = {d_model, base, rates: counted(Math.floor(d_model / 2)).map(i => base ** ((-2 * i) / d_model))};
  return known.rates;
};

/** The last frequencies: most are asked for again at the next position. */
let known = {d_model: 0, base: 0, rates: /** @type {number[]} */ ([])};

/**
 * The encoding of one position, d_model wide: a sine and a cosine for each frequency.
 * @param {number} pos
 * @param {number} d_model
 * @param {number} [base]
 */
export const encodingOf = (pos, d_model, base = 10000) => {
  const rates = frequencies(d_model, base);
  const found = new Array(2 * rates.length);
  for (let i = 0; i < rates.length; i++) {
    found[2 * i] = Math.sin(pos * rates[i]);
    found[2 * i + 1] = Math.cos(pos * rates[i]);
  }
  return /** @type {number[]} */ (found);
};

/**
 * The product of the encodings of two positions: a sum of cosines of their distance.
 * @param {number} distance
 * @param {number} d_model
 * @param {number} [base]
 */
export const productAt = (distance, d_model, base = 10000) => {
  const rates = frequencies(d_model, base);
  let total = 0;
  for (let i = 0; i < rates.length; i++) total += Math.cos(distance * rates[i]);
  return total;
};
