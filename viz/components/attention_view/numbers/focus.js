// The highlighted token or cell of a sheet.

import {rowOfStep, stepOfRow} from './sheet.js';

/** @import {CellAt, Choice, Sheet, TokenAt} from '../types.js' */

/**
 * The highlighted token of a sheet: the one under the pointer, else the pinned one, else the step's row.
 * @param {{step: number, hover: TokenAt | null, pin: TokenAt | null}} given
 * @param {Sheet} sheet
 * @returns {TokenAt | null}
 */
export const focusOf = ({step, hover, pin}, sheet) => {
  /** @param {TokenAt | null} token */
  const within = token => token && token.index < sheet[token.side === 'query' ? 'queries' : 'keys'].length;
  if (within(hover)) return hover;
  if (within(pin)) return pin;
  const row = rowOfStep(sheet, step);
  return row < 0 ? null : {side: 'query', index: row};
};

/**
 * @param {TokenAt | null} a
 * @param {TokenAt | null} b
 */
const sameToken = (a, b) => a !== null && b !== null && a.side === b.side && a.index === b.index;

/**
 * @param {TokenAt | null} a
 * @param {TokenAt | null} b
 */
export const sameHover = (a, b) => sameToken(a, b) && (a?.sheet ?? 0) === (b?.sheet ?? 0);

/**
 * @param {CellAt | null} a
 * @param {CellAt | null} b
 */
export const sameCell = (a, b) => a?.query === b?.query && a?.key === b?.key && a?.sheet === b?.sheet;

/**
 * Handle a click on a token: a row of the decoder is a step; any other token is pinned or unpinned.
 * @param {Choice} choice
 * @param {TokenAt | null} token
 * @param {Sheet} sheet
 * @returns {Partial<Choice>}
 */
export const pinned = (choice, token, sheet) => {
  if (token && token.side === 'query' && choice.kind !== 'encoder')
    return {step: stepOfRow(sheet, token.index), pin: null};
  return {pin: sameToken(token, choice.pin) ? null : token};
};

/**
 * The key with the largest number of a row.
 * @param {{values: Float32Array, keys: string[]}} given
 * @param {number} query
 */
export const largestKey = ({values, keys}, query) => {
  let best = 0;
  for (let k = 1; k < keys.length; k++)
    if (!(values[query * keys.length + k] <= values[query * keys.length + best])) best = k;
  return best;
};
