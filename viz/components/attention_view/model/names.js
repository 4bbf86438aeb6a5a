// Names of heads and axes in the page's language.

import {listed} from '../../shared/locale.js';
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
  : listed(heads.map(([kind, layer, head]) => say(texts, 'change.head',
    {kind: say(texts, `kind.${kind}.short`), layer: layer + 1, head: head + 1})));

/**
 * @param {Texts} texts
 * @param {{kind: Kind, rows: string}} given
 */
export const axisNames = (texts, {kind, rows}) => ({
  query: say(texts, kind === 'encoder' ? 'axis.query.encoder' : `axis.query.${rows}`),
  key: say(texts, `axis.key.${kind}`),
});

/**
 * The title of a column: a text of the page, or the measure's own name if unknown.
 * @param {Texts} texts
 * @param {string} column
 * @param {string} what
 */
export const catalogueWords = (texts, column, what) =>
  texts[`catalogue.${what}.${column}`] ?? (what === 'column' ? column : '');

/**
 * The name of a row, with its role and score if it has one.
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
