// The numbers of a figure as a table.

/** @import {PlainFigure} from '../types.js' */

/**
 * The rows of a figure as a table has them.
 * @param {PlainFigure} figure
 * @returns {(string | number)[][]}
 */
export const tableOf = figure => {
  if (figure.kind === 'table') return [figure.head, ...figure.rows];
  if (figure.kind === 'chart')
    return [
      ['series', figure.x.label || 'x', figure.y.label || 'y'],
      ...figure.series.flatMap(({name, x, y}) => Array.from(x, (value, i) => [name, value, y[i]])),
    ];
  if (figure.kind === 'bars')
    return [
      [figure.x?.label ?? '', ...figure.series.map(({name}) => name || figure.y.label)],
      ...figure.labels.map((label, i) => [label, ...figure.series.map(({values}) => values[i])]),
    ];
  if (figure.kind === 'matrix')
    return [
      [
        `${figure.rowTitle} / ${figure.columnTitle}`,
        ...Array.from(figure.values[0], (_, i) => figure.columns?.[i] ?? i),
      ],
      ...figure.values.map((row, i) => [figure.rows?.[i] ?? i, ...Array.from(row)]),
    ];
  if (figure.kind === 'tokens') return figure.tokens.map(({text, share = '', note = ''}) => [text, share, note]);
  return figure.lines.map(line => [line]);
};
