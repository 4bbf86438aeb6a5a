// Figures that several labs draw: the weights of one head, and the probabilities of a translation's tokens.

/** @import {BarsFigure, Hue, MatrixFigure} from '../types.js' */

/** @typedef {(key: string, values?: Record<string, any>) => string} Say */

/**
 * A function that makes the matrix of a head's weights [Q][K], with a title or without.
 * @param {{queries: string[], keys: string[]}} tokens
 * @param {Hue} hue
 * @param {Say} say has the words `query` and `key`
 */
export const weightMatrices =
  ({queries, keys}, hue, say) =>
  (/** @type {number[][]} */ values, title = '') =>
    /** @type {MatrixFigure} */ ({
      kind: 'matrix',
      title,
      values,
      rows: queries,
      columns: keys,
      rowTitle: say('query'),
      columnTitle: say('key'),
      hue,
      written: false,
    });

/**
 * The probability of each target token with a mistake, beside that without it.
 * @param {string[]} target
 * @param {{name: string, logs: ArrayLike<number>}} wrong log-probabilities in nats
 * @param {{name: string, logs: ArrayLike<number>}} right
 * @param {Say} say has the words `chart` and `probability`
 * @returns {BarsFigure}
 */
export const targetProbabilities = (target, wrong, right, say) => ({
  kind: 'bars',
  title: say('chart'),
  labels: target,
  y: {label: say('probability'), low: 0, high: 1},
  height: 260,
  series: [
    {name: wrong.name, values: Array.from(wrong.logs, Math.exp), hue: 'cross'},
    {name: right.name, values: Array.from(right.logs, Math.exp), hue: 'decoder'},
  ],
});
