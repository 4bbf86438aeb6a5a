// Hides the tokens that a class has to guess. Pure functions.

/** @import {Sheet} from '../types.js' */

const VEILED = ' ?'; // a token that a class has not guessed yet

/**
 * A sheet without the names of the target tokens read after a step.
 * @param {Sheet} sheet
 * @param {number} step
 * @returns {Sheet}
 */
export const veiledSheet = (sheet, step) => {
  if (sheet.kind === 'encoder') return sheet;
  /**
   * @param {string[]} tokens
   * @param {number[][]} positions
   */
  const veiled = (tokens, positions) => tokens.map((token, i) => (Math.min(...positions[i]) > step ? VEILED : token));
  const queries = veiled(sheet.queries, sheet.rows);
  const keys = sheet.kind === 'decoder' ? veiled(sheet.keys, sheet.columns) : sheet.keys;
  return {...sheet, queries, keys, frame: `${sheet.frame}|${step}`};
};
