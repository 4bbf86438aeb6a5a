// Operations on a grid of numbers: merge or hide rows and columns, mask or drop numbers. Pure functions.

/** @import {Grid} from '../types.js' */

/** @param {number} n */
export const singles = n => Array.from({length: n}, (_, i) => [i]);

/**
 * Combine arrays of equal length element by element; NaN if any element is NaN.
 * @param {Float32Array[]} arrays
 */
export const meanOf = arrays =>
  arrays[0].map((_, i) => arrays.reduce((sum, array) => sum + array[i], 0) / arrays.length);

/** @param {Float32Array[]} arrays */
export const maxOf = arrays =>
  arrays[0].map((_, i) => arrays.reduce((most, array) => Math.max(most, array[i]), -Infinity));

/**
 * Combine the numbers of several heads; for an overlay, return those of the first.
 * @param {string} combine
 * @param {Float32Array[]} arrays
 */
export const combinedOf = (combine, arrays) => {
  if (combine === 'mean') return meanOf(arrays);
  return combine === 'max' ? maxOf(arrays) : arrays[0];
};

/**
 * A decoder's position does not see later ones.
 * @param {Grid} grid
 */
export const causal = ({values, rows, columns}) => {
  const out = values.slice();
  const n = columns.length;
  for (let row = 0; row < rows.length; row++) out.fill(NaN, row * n + Math.min(row + 1, n), (row + 1) * n);
  return {values: out, rows, columns};
};

/**
 * Keep only the rows of the steps so far.
 * @param {Grid} grid
 * @param {number} step
 */
export const grown = ({values, rows, columns}, step) => {
  const out = values.slice();
  const n = columns.length;
  rows.forEach(([first], row) => {
    if (first > step) out.fill(NaN, row * n, (row + 1) * n);
  });
  return {values: out, rows, columns};
};

/**
 * Merge sub-words into words: the pieces of a key are summed (scores: the log of the summed exponentials, which is the
 * sum after softmax), those of a query averaged. Rows that are not generated yet are skipped.
 * @param {Grid} grid
 * @param {number[][]} rowGroups
 * @param {number[][]} columnGroups
 * @param {boolean} [logarithms]
 */
export const merged = ({values, columns}, rowGroups, columnGroups, logarithms = false) => {
  const n = columns.length;
  const out = new Float32Array(rowGroups.length * columnGroups.length).fill(NaN);
  /**
   * @param {number} query
   * @param {number[]} keys
   */
  const piece = (query, keys) => {
    let sum = 0;
    let any = false;
    for (const key of keys) {
      const value = values[query * n + key];
      if (Number.isNaN(value)) continue;
      sum += logarithms ? Math.exp(value) : value;
      any = true;
    }
    if (!any) return NaN;
    return logarithms ? Math.log(sum) : sum;
  };
  /** @param {number} query */
  const made = query => values.subarray(query * n, query * n + n).some(value => !Number.isNaN(value));
  rowGroups.forEach((queries, r) => {
    const there = queries.filter(made);
    columnGroups.forEach((keys, c) => {
      const parts = there.map(query => piece(query, keys));
      const known = parts.filter(value => !Number.isNaN(value));
      const count = logarithms ? known.length : there.length; // a masked weight is 0, a masked score is none
      if (known.length) out[r * columnGroups.length + c] = known.reduce((a, b) => a + b, 0) / count;
    });
  });
  return {values: out, rows: rowGroups, columns: columnGroups};
};

/**
 * Hide rows and columns; rows that are shares are renormalised to sum to 1.
 * @param {Grid} grid
 * @param {(row: number) => boolean} hiddenRow
 * @param {(column: number) => boolean} hiddenColumn
 * @param {boolean} shares
 */
export const without = ({values, rows, columns}, hiddenRow, hiddenColumn, shares) => {
  /**
   * @param {number[][]} list
   * @param {(index: number) => boolean} hidden
   */
  const keep = (list, hidden) => list.map((_, i) => i).filter(i => !hidden(i));
  const keptRows = keep(rows, hiddenRow);
  const keptColumns = keep(columns, hiddenColumn);
  const n = keptColumns.length;
  const out = new Float32Array(keptRows.length * n);
  keptRows.forEach((row, r) => {
    let total = 0;
    keptColumns.forEach((column, c) => {
      const value = values[row * columns.length + column];
      out[r * n + c] = value;
      if (!Number.isNaN(value)) total += value;
    });
    if (shares) for (let c = 0; c < n; c++) out[r * n + c] = total > 0 ? out[r * n + c] / total : NaN;
  });
  return {values: out, rows: keptRows.map(i => rows[i]), columns: keptColumns.map(i => columns[i])};
};

/**
 * Keep in each row the smallest set of numbers that covers the share `mass` of its total (of absolute values, if
 * signed).
 * @param {Grid} grid
 * @param {number} mass
 */
export const massed = ({values, rows, columns}, mass) => {
  if (mass >= 1) return {values, rows, columns};
  const n = columns.length;
  const out = new Float32Array(values.length).fill(NaN);
  for (let r = 0; r < rows.length; r++) {
    /** @param {number} c */
    const size = c => Math.abs(values[r * n + c]);
    const there = columns.map((_, c) => c).filter(c => !Number.isNaN(values[r * n + c]));
    const order = there.sort((a, b) => size(b) - size(a));
    const wanted = mass * order.reduce((sum, c) => sum + size(c), 0);
    let covered = 0;
    for (const c of order) {
      if (covered >= wanted - 1e-7) break;
      out[r * n + c] = values[r * n + c];
      covered += size(c);
    }
  }
  return {values: out, rows, columns};
};
