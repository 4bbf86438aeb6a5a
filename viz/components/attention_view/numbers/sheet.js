// The sheet that figures draw: numbers with labelled rows and columns. Pure functions without page or state.
// A grid is {values: Float32Array [rows * columns], rows, columns}: the token positions of each row and each column.
// NaN means a missing number: masked, without a counterpart, or of a step that is not generated yet.

import {roundingMark} from '../../shared/numbers.js';
import {SPECIAL} from '../../shared/text.js';
import {headsInUse} from './heads.js';
import {WEIGHTS, areLogarithms, areShares, lensOf} from './lenses.js';
import {exactName, failedCheck, headWithin, keyTokens, lensLevels, quantisedHead, queryTokens} from './payload.js';
import {cellMiddles, isStandIn} from './reduced.js';
import {wordsAlone} from './words.js';

/** @import {Alignment, Grid, HeadAt, Packed, Rgb, Sheet, SheetChoice} from '../types.js' */

// Operations on a grid of numbers: merge or hide rows and columns, mask or drop numbers. Pure functions.

/** @param {number} n */
const singles = n => Array.from({length: n}, (_, i) => [i]);

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
const combinedOf = (combine, arrays) => {
  if (combine === 'mean') return meanOf(arrays);
  return combine === 'max' ? maxOf(arrays) : arrays[0];
};

/**
 * A decoder's position does not see later ones.
 * @param {Grid} grid
 */
const causal = ({values, rows, columns}) => {
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
const grown = ({values, rows, columns}, step) => {
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
const without = ({values, rows, columns}, hiddenRow, hiddenColumn, shares) => {
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

/**
 * One head through one lens: {values, exact}, or null if the lens is undefined here or not loaded yet.
 * @param {Packed} packed
 * @param {string} lens
 * @param {HeadAt} wanted
 */
const headSource = (packed, lens, wanted) => {
  const part = lens === WEIGHTS ? packed.kinds[wanted.kind] : packed.lensValues.get(lens)?.kinds?.[wanted.kind];
  if (!part) return null;
  const at = headWithin(part.shape, wanted);
  const exact = packed.exactHeads.get(exactName(lens, at));
  if (exact) return {values: exact, exact: true};
  if ('levels' in part) return {values: fromLevels(lensLevels(part, at), part.low, part.high), exact: false};
  return {values: fromLevels(quantisedHead(packed, at), 0, 1), exact: false};
};

/**
 * Convert 8-bit levels to numbers from low to high.
 * @param {Uint8Array} levels
 * @param {number} low
 * @param {number} high
 */
const fromLevels = (levels, low, high) => {
  const numbers = Float32Array.from({length: 256}, (_, level) => low + (level * (high - low)) / 255);
  const out = new Float32Array(levels.length);
  for (let i = 0; i < out.length; i++) out[i] = numbers[levels[i]];
  return out;
};

/**
 * @param {string[]} tokens
 * @param {number[][]} groups
 */
const wordLabels = (tokens, groups) => groups.map(group => group.map(index => tokens[index]).join(''));

/**
 * The token positions of rows and columns, before anything is hidden.
 * @param {Packed} packed
 * @param {SheetChoice} sheetChoice
 */
const sheetGroups = (packed, {kind, rows, words}) => {
  const queries = queryTokens(packed, kind, rows);
  const keys = keyTokens(packed, kind);
  /** @param {string[]} tokens */
  const groups = tokens => (words ? wordsAlone(tokens) : singles(tokens.length));
  return {queries, keys, rowGroups: groups(queries), columnGroups: groups(keys)};
};

/**
 * Apply the options to the numbers of one head (or of several, combined); the caller applies mass.
 * @param {Packed} packed
 * @param {SheetChoice} choice
 * @param {Float32Array} values
 */
const shownGrid = (packed, choice, values) => {
  const {kind, lens, words, specials, grow, step, combine} = choice;
  const {queries, keys, rowGroups, columnGroups} = sheetGroups(packed, choice);
  let grid = {values, rows: singles(queries.length), columns: singles(keys.length)};
  if (kind === 'decoder' && !failedCheck(packed, 'no_future')) grid = causal(grid);
  if (grow && kind !== 'encoder') grid = grown(grid, step);
  if (words) grid = merged(grid, rowGroups, columnGroups, areLogarithms(packed, lens));
  /**
   * @param {string[]} tokens
   * @param {number[]} group
   */
  const special = (tokens, group) => group.length === 1 && SPECIAL.test(tokens[group[0]]);
  if (!specials)
    grid = without(
      grid,
      row => special(queries, rowGroups[row]),
      column => special(keys, columnGroups[column]),
      areShares(packed, lens) && combine !== 'max',
    );
  return grid;
};

/**
 * The range of the scale: [0, 1] for shares of one whole; else that of the lens over all heads of the kind.
 * @param {Packed} packed
 * @param {SheetChoice} sheetChoice
 * @param {Float32Array} values
 */
const sheetRange = (packed, {lens, kind}, values) => {
  if (areShares(packed, lens)) return {low: 0, high: 1, signed: false};
  const part = packed.lensValues.get(lens)?.kinds?.[kind];
  const {signed} = lensOf(packed, lens);
  let low = part?.low ?? 0;
  let high = part?.high ?? 1;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (!signed) return {low: Math.min(0, low), high, signed};
  const most = Math.max(Math.abs(low), Math.abs(high)) || 1;
  return {low: -most, high: most, signed};
};

/**
 * One side of the view.
 *
 * Returns {kind, side, queries, keys, rows, columns, values, exact, low, high, signed, overlays, frame, empty, shares}:
 * labels, token positions of each row and column, numbers row by row; `empty` where the lens says nothing about this
 * kind, `shares` where a row's numbers are shares of one whole.
 * `middles` for the smaller picture of a long input: the rows and columns of its lines.
 * @param {Packed} packed
 * @param {SheetChoice} choice
 * @param {Sheet['side']} side
 * @param {Rgb[]} [colours] of heads drawn over one another, that of the current one first
 * @returns {Sheet}
 */
export const makeSheet = (packed, choice, side, colours = [[0, 0, 0]]) => {
  const {kind, lens, combine, rows, words, specials, mass} = choice;
  const heads = headsInUse(choice);
  const sources = heads.map(head => headSource(packed, lens, head)).filter(source => source !== null);
  const {queries, keys} = sheetGroups(packed, choice);
  const [rowCells, columnCells] = packed.kinds[kind].reduced ?? [0, 0];
  const arrays = sources.length
    ? sources.map(source => source.values)
    : [new Float32Array(queries.length * keys.length).fill(NaN)];
  const standsIn = lens === WEIGHTS && heads.some(head => isStandIn(packed, head));
  const combined = combinedOf(combine, arrays);
  const grid = shownGrid(packed, choice, combined);
  const shown = massed(grid, mass);
  const overlaid = combine === 'overlay' && arrays.length > 1 ? arrays.slice(0, colours.length) : [];
  const overlays = overlaid.map((values, i) => ({
    ...heads[i],
    colour: colours[i],
    values: massed(shownGrid(packed, choice, values), mass).values,
  }));
  return {
    kind,
    side,
    title: '',
    queries: wordLabels(queries, shown.rows),
    keys: wordLabels(keys, shown.columns),
    rows: shown.rows,
    columns: shown.columns,
    values: shown.values,
    exact: sources.length > 0 && sources.every(source => source.exact),
    empty: !sources.length,
    shares: areShares(packed, lens),
    overlays: overlays.length ? overlays : null,
    middles: standsIn
      ? {
          query: cellMiddles(shown.rows, queries.length, rowCells),
          key: cellMiddles(shown.columns, keys.length, columnCells),
        }
      : null,
    ...sheetRange(packed, choice, grid.values),
    frame: [packed.id, side, kind, kind === 'encoder' ? '' : rows, words, specials].join('|'),
  };
};

const LEAST_CHANGE = 0.02; // of the range of the numbers: what is smaller is nearly that of 8 bits and stays pale

/**
 * The change of the full colour in both directions: the largest one, rounded up to two digits so that it can be named.
 * @param {Float32Array} changes
 * @param {number} whole the range of the numbers that change
 */
export const fullChange = (changes, whole) => {
  const most = changes.reduce(
    (found, value) => (Math.abs(value) > found ? Math.abs(value) : found),
    LEAST_CHANGE * whole,
  );
  const unit = 10 ** (Math.floor(Math.log10(most)) - 1);
  return Number((Math.ceil(most / unit - 1e-3) * unit).toPrecision(2));
};

/**
 * Variant minus base, on the base's rows and columns; NaN without a counterpart.
 *
 * Both sheets must be made with mass 1: a number hidden on one side only would look like a difference.
 * @param {Sheet} base
 * @param {Sheet} variant
 * @param {Alignment} byRow
 * @param {Alignment} byColumn
 * @param {number} mass
 * @returns {Sheet}
 */
export const differenceSheet = (base, variant, byRow, byColumn, mass) => {
  const n = base.columns.length;
  const wide = variant.columns.length;
  const there = base.values.map((_, i) => {
    const row = byRow.forward[Math.floor(i / n)];
    const column = byColumn.forward[i % n];
    return row < 0 || column < 0 ? NaN : variant.values[row * wide + column];
  });
  const values = there.map((value, i) => value - base.values[i]);
  const most = fullChange(values, Math.max(base.high, variant.high) - Math.min(base.low, variant.low));
  return {
    ...base,
    side: 'difference',
    values: massed({values, rows: base.rows, columns: base.columns}, mass).values,
    exact: base.exact && variant.exact,
    empty: base.empty || variant.empty,
    overlays: null,
    low: -most,
    high: most,
    signed: true,
    frame: `${base.frame}|${variant.frame}`,
    of: {base, there},
  };
};

/**
 * A sheet as one of its cells is written: a difference is no longer exact where its two decimals are not the difference
 * of those that both sides show.
 * @param {Sheet} sheet
 * @param {number} cell
 */
export const asWritten = (sheet, cell) =>
  sheet.exact && sheet.of && roundingMark(sheet.of.base.values[cell], sheet.of.there[cell], 2, sheet.values[cell])
    ? {...sheet, exact: false}
    : sheet;

/**
 * The overlaid head with the largest number in a cell, which is drawn: {value, layer}.
 * @param {{values: Float32Array, overlays: {values: Float32Array}[] | null}} given
 * @param {number} cell
 */
export const strongestOf = ({values, overlays}, cell) =>
  (overlays ?? [{values}]).reduce(
    (best, {values: own}, layer) =>
      Number.isNaN(own[cell]) || own[cell] <= best.value ? best : {value: own[cell], layer},
    {value: NaN, layer: 0},
  );

/**
 * Whether a sheet contains only zeros.
 * @param {{values: Float32Array, overlays: {values: Float32Array}[] | null}} given
 */
export const isBlank = ({values, overlays}) =>
  ![{values}, ...(overlays ?? [])].some(one => one.values.some(value => value > 0 || value < 0));

/**
 * The row of a step; -1 if hidden, and in the encoder, whose rows are not steps.
 * @param {Sheet} sheet
 * @param {number} step
 */
export const rowOfStep = (sheet, step) =>
  sheet.kind === 'encoder' ? -1 : sheet.rows.findIndex(row => row.includes(step));

/**
 * The step of a row; for a word, that of its first piece.
 * @param {Sheet} sheet
 * @param {number} row
 */
export const stepOfRow = (sheet, row) => sheet.rows[row][0];
