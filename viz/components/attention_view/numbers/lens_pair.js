// One head through two lenses: the numbers of both as shares of their row, the difference of these shares, and how
// alike both order the keys of a row. Pure functions.

import {areLogarithms, areShares, lensOf} from './lenses.js';
import {fullChange, makeSheet} from './sheet.js';

/** @import {Choice, LensPair, Packed, Sheet} from '../types.js' */

/**
 * The second lens of a choice; '' where there is none, or where it is the first one.
 * @param {Packed} packed
 * @param {Choice} choice
 */
export const secondLens = (packed, {lens, against}) =>
  against && against !== lens && lensOf(packed, against) ? against : '';

/**
 * Each row as shares of one whole: shares as they are, logarithms by softmax, amounts by their absolute values.
 * @param {Packed} packed
 * @param {string} lens
 * @param {Sheet} sheet
 */
export const rowShares = (packed, lens, {values, keys}) => {
  const n = keys.length;
  const out = new Float32Array(values.length);
  if (areShares(packed, lens)) return values;
  const logarithms = areLogarithms(packed, lens);
  for (let start = 0; start < values.length; start += n) {
    const row = values.subarray(start, start + n);
    const most = row.reduce((found, value) => (value > found ? value : found), -Infinity);
    const sizes = row.map(value => (logarithms ? Math.exp(value - most) : Math.abs(value)));
    const whole = sizes.reduce((sum, size) => (Number.isNaN(size) ? sum : sum + size), 0);
    out.set(
      sizes.map(size => (whole > 0 ? size / whole : NaN)),
      start,
    );
  }
  return out;
};

/**
 * Ranks from 1; equal numbers share their mean rank.
 * @param {number[]} values
 */
const ranksOf = values => {
  const sorted = [...values].sort((a, b) => a - b);
  return values.map(value => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2 + 1);
};

/**
 * Spearman's rank correlation; NaN with fewer than two pairs, or where all numbers of a side are equal.
 * @param {number[]} one
 * @param {number[]} other
 */
export const rankCorrelation = (one, other) => {
  const [a, b] = [one, other].map(ranksOf).map(ranks => {
    const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
    return ranks.map(rank => rank - mean);
  });
  /**
   * @param {number[]} x
   * @param {number[]} y
   */
  const product = (x, y) => x.reduce((sum, value, i) => sum + value * y[i], 0);
  const length = Math.sqrt(product(a, a) * product(b, b));
  return length > 0 ? product(a, b) / length : NaN;
};

/**
 * Whether the signs of a lens distinguish help from harm.
 * @param {Packed} packed
 * @param {string} lens
 */
const hasDirection = (packed, lens) => lensOf(packed, lens).signed && lensOf(packed, lens).rows === 'amounts';

/**
 * The mean rank correlation of two lenses within a row, and the number of rows that have one.
 * @param {[Sheet, Sheet]} sheets
 * @param {(value: number) => number} of the number to rank
 */
const meanCorrelation = ([first, second], of) => {
  const n = first.keys.length;
  const found = first.queries.flatMap((_, row) => {
    const known = first.keys
      .map((_, key) => row * n + key)
      .filter(cell => !Number.isNaN(first.values[cell]) && !Number.isNaN(second.values[cell]));
    const [one, other] = [first, second].map(({values}) => known.map(cell => of(values[cell])));
    const rho = rankCorrelation(one, other);
    return Number.isNaN(rho) ? [] : [rho];
  });
  return {mean: found.reduce((sum, rho) => sum + rho, 0) / found.length, rows: found.length};
};

/**
 * How alike both order the keys of a row. A lens with a direction is taken by its absolute values next to one without;
 * then `signed` is the correlation of the numbers as they are, else null.
 * @param {Packed} packed
 * @param {[string, string]} lenses
 * @param {[Sheet, Sheet]} sheets
 */
const rowCorrelation = (packed, lenses, sheets) => {
  const plain = meanCorrelation(sheets, value => value);
  if (hasDirection(packed, lenses[0]) === hasDirection(packed, lenses[1])) return {...plain, signed: null};
  return {...meanCorrelation(sheets, Math.abs), signed: plain.mean};
};

/**
 * The head shown through its lens and through the second one, and the difference of their shares of each row; null
 * without a second lens.
 * @param {Packed} packed
 * @param {Choice} choice
 * @param {Sheet['side']} side
 * @returns {LensPair | null}
 */
export const lensPair = (packed, choice, side) => {
  const other = secondLens(packed, choice);
  if (!other) return null;
  /** @type {[string, string]} */
  const lenses = [choice.lens, other];
  /** @param {number} mass */
  const made = mass =>
    /** @type {[Sheet, Sheet]} */ (
      lenses.map(lens =>
        makeSheet(
          packed,
          {...choice, lens, mass, combine: choice.combine === 'overlay' ? 'one' : choice.combine},
          side,
        ),
      )
    );
  const whole = made(1);
  const shares = /** @type {[Float32Array, Float32Array]} */ (
    whole.map((sheet, i) => rowShares(packed, lenses[i], sheet))
  );
  const values = shares[1].map((share, i) => share - shares[0][i]);
  const most = fullChange(values, 1);
  const [first] = whole;
  const empty = whole.some(sheet => sheet.empty);
  return {
    lenses,
    sheets: made(choice.mass),
    shares,
    ...rowCorrelation(packed, lenses, whole),
    difference: {
      ...first,
      values,
      low: -most,
      high: most,
      signed: true,
      shares: false,
      side: 'difference',
      empty,
      exact: whole.every(sheet => sheet.exact),
      frame: `${first.frame}|lenses`,
    },
  };
};
