// Small linear algebra and statistics in double precision. Matrices are arrays of rows.

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
