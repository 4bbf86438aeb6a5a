// What heads and axes are called in the words of the page.

import {say, sayCount} from '../../shared/text.js';

/** @import {CatalogueRow, HeadAt, HeadTuple, Kind, Texts} from '../types.js' */

/**
 * @param {Texts} texts
 * @param {HeadAt} at
 */
export const headName = (texts, {kind, layer, head}) =>
  say(texts, 'head.name', {kind: say(texts, `kind.${kind}`), layer: layer + 1, head: head + 1});

export const SAID_HEADS = 4; // more are counted

/**
 * @param {Texts} texts
 * @param {HeadTuple[]} heads
 */
export const headNames = (texts, heads) => heads.length > SAID_HEADS
  ? sayCount(texts, 'change.heads', heads.length)
  : heads.map(([kind, layer, head]) => say(texts, 'change.head',
    {kind: say(texts, `kind.${kind}.short`), layer: layer + 1, head: head + 1})).join(', ');

/**
 * @param {Texts} texts
 * @param {{kind: Kind, rows: string}} given
 */
export const axisNames = (texts, {kind, rows}) => ({
  query: say(texts, kind === 'encoder' ? 'axis.query.encoder' : `axis.query.${rows}`),
  key: say(texts, `axis.key.${kind}`),
});

/**
 * Words of a column: those of the catalogue, or its own name for a measure that this page does not know.
 * @param {Texts} texts
 * @param {string} column
 * @param {string} what
 */
export const catalogueWords = (texts, column, what) =>
  texts[`catalogue.${what}.${column}`] ?? (what === 'column' ? column : '');

/**
 * The name of a row, and with it its role and score where it has one.
 * @param {Texts} texts
 * @param {CatalogueRow} row
 */
export const catalogueRowName = (texts, row) => {
  if (row.head === 'mean') return say(texts, 'catalogue.mean.name', {layer: row.layer + 1});
  const name = headName(texts, {...row, head: row.head});
  if (row.role === null) return name;
  const role = texts[`catalogue.role.${row.role}`] ?? row.role;
  return say(texts, 'catalogue.row', {name, role, score: row.role_score.toFixed(2)});
};
