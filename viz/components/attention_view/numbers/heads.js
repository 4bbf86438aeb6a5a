// Heads, and the names of heads and axes in the page's language.

import {listed} from '../../shared/locale.js';
import {say, sayCount} from '../../shared/text.js';

/** @import {Change, HeadAt, HeadTuple, Kind, Packed, RowAt, Texts} from '../types.js' */
/** @import {CatalogueRow} from '../catalogue/types.js' */

// Names of heads and axes in the page's language.

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

/** @typedef {{packed: {checkpoint: string}, change: Change}} Second */

/**
 * The name of what is shown of two translations: the second is a changed one, or just another one where nothing of the
 * computation was changed. Two systems of an evaluation are named as there.
 * @param {{texts: Texts, packed: {checkpoint: string}, variant: Second | null}} given
 * @param {string} side
 */
export const sideName = ({texts, packed, variant}, side) => {
  const {off, uniform, edits, prefix, systems, target} = variant?.change ?? {};
  if (systems && side === 'base') return `${systems[0]} ${packed.checkpoint}`;
  if (systems && side === 'variant')
    return target ? say(texts, 'side.file', {letter: systems[1]}) : `${systems[1]} ${variant?.packed.checkpoint}`;
  const isChanged = [off, uniform, edits, prefix].some(changed => changed?.length);
  return say(texts, side === 'variant' && !isChanged ? 'side.other' : `side.${side}`);
};

/**
 * The two sides of a difference: two models by their names, else the heads that are changed, if these are all.
 * @param {{texts: Texts, packed: {checkpoint: string}, variant: Second}} given
 */
export const sideNames = ({texts, packed, variant}) => {
  const {
    packed: {checkpoint},
    change,
  } = variant;
  const {off = [], uniform = [], edits = [], prefix = []} = change;
  const [base, second] = ['base', 'variant'].map(side => sideName({texts, packed, variant}, side));
  if (!change.systems && change.checkpoint && checkpoint && packed.checkpoint)
    return {base: packed.checkpoint, other: checkpoint};
  const ways = [
    ['side.off', off],
    ['side.uniform', uniform],
  ].filter(([, heads]) => heads.length);
  if (ways.length !== 1 || edits.length || prefix.length) return {base, other: second};
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

/** @param {{kind: Kind, layer: number, head: number | string}} given */
export const nameOfHead = ({kind, layer, head}) => `${kind}.${layer}.${head}`;

/**
 * @param {string} name
 * @returns {HeadAt}
 */
export const headOfName = name => {
  const [kind, layer, head] = name.split('.');
  return {kind: /** @type {Kind} */ (kind), layer: +layer, head: +head};
};

/**
 * The heads that the sheet is made of: the current one first, then the added ones, all of one kind.
 * @param {HeadAt & {combine: string, heads: string[]}} at
 * @returns {HeadAt[]}
 */
export const headsInUse = ({kind, layer, head, combine, heads}) => {
  const own = {kind, layer, head};
  if (combine === 'one') return [own];
  const others = heads.filter(name => name.startsWith(`${kind}.`) && name !== nameOfHead(own));
  return [own, ...others.map(headOfName)];
};

/**
 * The heads of a sheet that are off in its translation.
 * @param {Change | null} change
 * @param {HeadAt[]} heads
 */
export const offHeads = (change, heads) => {
  const off = new Set((change?.off ?? []).map(([kind, layer, head]) => nameOfHead({kind, layer, head})));
  return heads.filter(head => off.has(nameOfHead(head)));
};

/**
 * The replacement if a model lacks the chosen layer or head; null if it has it.
 * @param {Packed} packed
 * @param {HeadAt} at
 */
export const standingIn = (packed, {kind, layer, head}) => {
  const [layers, heads] = packed.kinds[kind].shape;
  return layer < layers && head < heads
    ? null
    : {kind, layer: Math.min(layer, layers - 1), head: Math.min(head, heads - 1)};
};

/** @param {RowAt} at */
export const rowName = ({kind, layer, head, query}) => `${kind}.${layer}.${head}.${query}`;
