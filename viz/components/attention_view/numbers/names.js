// Names of heads and axes in the page's language.

import {listed} from '../../shared/locale.js';
import {say, sayCount} from '../../shared/text.js';

/** @import {CatalogueRow} from '../catalogue/types.js' */
/** @import {Change, HeadAt, HeadTuple, Kind, Texts} from '../types.js' */

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
export const headNames = (texts, heads) =>
  heads.length > SAID_HEADS
    ? sayCount(texts, 'change.heads', heads.length)
    : listed(
        heads.map(([kind, layer, head]) =>
          say(texts, 'change.head', {kind: say(texts, `kind.${kind}.short`), layer: layer + 1, head: head + 1}),
        ),
      );

/**
 * The name of what is shown of two translations: the second is a changed one, or just another one where nothing of the
 * computation was changed.
 * @param {{texts: Texts, variant: {change: Change} | null}} given
 * @param {string} side
 */
export const sideName = ({texts, variant}, side) => {
  const {off, uniform, edits, prefix} = variant?.change ?? {};
  const isChanged = [off, uniform, edits, prefix].some(changed => changed?.length);
  return say(texts, side === 'variant' && !isChanged ? 'side.other' : `side.${side}`);
};

/**
 * The two sides of a difference: two models by their names, else the heads that are changed, if these are all.
 * @param {{texts: Texts, packed: {checkpoint: string}, variant: {packed: {checkpoint: string}, change: Change}}} given
 */
export const sideNames = ({texts, packed, variant}) => {
  const {
    packed: {checkpoint},
    change,
  } = variant;
  const {off = [], uniform = [], edits = [], prefix = []} = change;
  const base = sideName({texts, variant}, 'base');
  if (change.checkpoint && checkpoint && packed.checkpoint) return {base: packed.checkpoint, other: checkpoint};
  const ways = [
    ['side.off', off],
    ['side.uniform', uniform],
  ].filter(([, heads]) => heads.length);
  if (ways.length !== 1 || edits.length || prefix.length) return {base, other: sideName({texts, variant}, 'variant')};
  const [[key, heads]] = /** @type {[string, HeadTuple[]][]} */ (ways);
  return {base, other: say(texts, key, {heads: headNames(texts, heads)})};
};

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
