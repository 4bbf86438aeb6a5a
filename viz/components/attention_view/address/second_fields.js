// A second translation in a link: what it was made with. Layers, heads, rows and ranks count from 1, as on the page.

import {KINDS} from '../../shared/kinds.js';
import {SIDES} from '../numbers/choices.js';
import {headsOfText, headsText} from '../store/head_groups.js';

/** @import {Change, Choice, Edit, HeadTuple, Kind} from '../types.js' */

const LONGEST = 20000; // characters of one field, as the server reads it
const MOST_ROWS = 256;
const MOST_TOKENS = 512;
const ROW = /^([edc])\.([1-9]\d{0,2})\.([1-9]\d{0,2})\.([1-9]\d{0,2})\*([\d._]+)$/;

/** The fields of a link that are about a second translation, but for the side that is shown. */
export const CHANGE_FIELDS = [
  'off',
  'uniform',
  'edits',
  'prefix',
  'same',
  'vs_text',
  'vs_target',
  'vs_checkpoint',
  'vs_beam',
  'vs_alpha',
  'vs_rank',
];

/**
 * Edited rows: c.3.1.2*0.5_0.5 is query 2 of head 1 of cross-attention in layer 3; rows are parted by a hyphen.
 * @param {Edit[]} edits
 */
const rowsInLink = edits =>
  edits
    .map(
      ({kind, layer, head, query, weights}) =>
        `${kind[0]}.${layer + 1}.${head + 1}.${query + 1}*` +
        Array.from(weights, weight => Number(weight.toFixed(7))).join('_'),
    )
    .join('-');

/**
 * The fields that say what a second translation was made with.
 * @param {Change} change
 * @returns {Record<string, string>}
 */
export const changeFields = ({
  off = [],
  uniform = [],
  edits = [],
  prefix = [],
  same,
  text,
  target,
  checkpoint,
  rank,
  beam_size,
  alpha,
}) => {
  const said = Object.entries({
    off: headsText(off),
    uniform: headsText(uniform),
    edits: rowsInLink(edits),
    prefix: prefix.join('_'),
    same: same ? '1' : '',
    vs_text: text ?? '',
    vs_target: target ?? '',
    vs_checkpoint: checkpoint ?? '',
    vs_beam: String(beam_size ?? ''),
    vs_alpha: String(alpha ?? ''),
    vs_rank: rank ? String(rank + 1) : '',
  }).filter(([, value]) => value !== '');
  return said.length ? Object.fromEntries(said) : {vs_rank: '1'}; // compared with the best hypothesis
};

/**
 * Whether a link can say all of a change.
 * @param {Change} change
 */
export const isLinkedChange = change =>
  Object.values(changeFields(change)).every(value => value.length <= LONGEST) &&
  (change.edits ?? []).length <= MOST_ROWS &&
  (change.prefix ?? []).length <= MOST_TOKENS;

/** @param {string} letter */
const kindOf = letter => /** @type {Kind} */ (KINDS.find(kind => kind.startsWith(letter)));

/**
 * Heads of a link: c.3.1,e.1-2.1-4; or a list, as the server has read them.
 * @param {unknown} value
 * @returns {HeadTuple[]}
 */
const headsOf = value => {
  if (Array.isArray(value)) return /** @type {any} */ (value.filter(Array.isArray));
  return headsOfText(String(value ?? '').slice(0, LONGEST));
};

/**
 * @param {unknown} value
 * @returns {Edit[]}
 */
const rowsOf = value =>
  String(value ?? '')
    .slice(0, LONGEST)
    .split('-')
    .slice(0, MOST_ROWS)
    .flatMap(row => {
      const [, kind, layer, head, query, weights] = ROW.exec(row) ?? [];
      return kind
        ? [
            {
              kind: kindOf(kind),
              layer: +layer - 1,
              head: +head - 1,
              query: +query - 1,
              weights: weights.split('_').map(Number),
            },
          ]
        : [];
    });

/** @param {unknown} value */
const tokensOf = value =>
  /^\d{1,6}(_\d{1,6})*$/.test(String(value ?? '')) ? String(value).split('_').slice(0, MOST_TOKENS).map(Number) : [];

/**
 * A number of a link within its bounds; null where it is none.
 * @param {unknown} value
 * @param {number} low
 * @param {number} high
 */
const numberOf = (value, low, high) => {
  const found = /^\d{1,4}(\.\d{1,6})?$/.test(String(value ?? '')) ? Number(value) : NaN;
  return found >= low && found <= high ? found : null;
};

/** @param {unknown} value */
const wordsOf = value => (typeof value === 'string' && value.trim() && value.length <= LONGEST ? value : null);

/**
 * What a link's second translation is asked for with; null where it has none. The server refuses what is wrong.
 * @param {Record<string, any>} asked
 * @returns {Change & {side: Choice['side']} | null}
 */
export const linkedChange = asked => {
  const [off, uniform, edits, prefix] = [
    headsOf(asked.off),
    headsOf(asked.uniform),
    rowsOf(asked.edits),
    tokensOf(asked.prefix),
  ];
  const rank = numberOf(asked.vs_rank, 1, 16);
  const other = Object.entries({
    text: wordsOf(asked.vs_text),
    target: wordsOf(asked.vs_target),
    checkpoint: wordsOf(asked.vs_checkpoint),
    beam_size: numberOf(asked.vs_beam, 1, 16),
    alpha: numberOf(asked.vs_alpha, 0, 100),
    rank: rank && rank - 1,
  }).filter(([, value]) => value !== null);
  if (!off.length && !uniform.length && !edits.length && !prefix.length && !other.length) return null;
  return {
    off,
    uniform,
    ...(edits.length ? {edits} : {}),
    ...(prefix.length ? {prefix} : {}),
    ...Object.fromEntries(other),
    same: /^(1|true)$/.test(asked.same),
    side: SIDES.includes(asked.side) ? asked.side : 'variant',
  };
};

/**
 * Whether two translations were made with the same change.
 * @param {Change | null | undefined} a
 * @param {Change | null | undefined} b
 */
export const isSameChange = (a, b) =>
  a && b ? JSON.stringify(changeFields(a)) === JSON.stringify(changeFields(b)) : !a && !b;
