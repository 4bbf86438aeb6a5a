// Requests for a second translation.

import {clamp} from '../../shared/numbers.js';
import {headOfName} from './heads.js';

/** @import {Change, HeadTuple, Lab, Packed} from '../types.js' */
/** @import {CompareFields} from '../compare/types.js' */

/** @param {Change} change */
export const wholeChange = change => ({
  off: [],
  uniform: [],
  edits: [],
  prefix: [],
  same: false,
  text: null,
  checkpoint: null,
  rank: 0,
  ...change,
});

/**
 * Whether a second translation differs from the first in its attention alone.
 * @param {Change} change
 */
export const isOfLab = ({off, uniform, edits, prefix, text, target, checkpoint, rank, beam_size: beam, alpha}) =>
  [off, uniform, edits].some(changes => changes?.length) &&
  !prefix?.length &&
  !rank &&
  [text, target, checkpoint, beam, alpha].every(value => (value ?? null) === null);

/** @param {Lab} lab */
export const labRequest = ({gates, edits, mode}) => {
  /** @param {string} wanted */
  const heads = wanted =>
    [...gates]
      .filter(([, state]) => state === wanted)
      .map(([name]) => {
        const {kind, layer, head} = headOfName(name);
        return /** @type {HeadTuple} */ ([kind, layer, head]);
      });
  const rows = [...edits.values()].map(({kind, layer, head, query, weights}) => ({
    kind,
    layer,
    head,
    query,
    weights: Array.from(weights, weight => Number(weight.toFixed(7))),
  })); // as a link has them
  return wholeChange({off: heads('off'), uniform: heads('uniform'), edits: rows, same: mode === 'same'});
};

/**
 * The request for a translation to compare with the one shown; null if nothing differs.
 * @param {{packed: Packed}} given
 * @param {CompareFields} compareFields
 */
export const compareRequest = ({packed}, {text, target, checkpoint, rank, beam, alpha}) => {
  const {decoding} = packed;
  /** @type {Change} */
  const request = {
    text: text.trim() && text !== packed.source ? text : null,
    checkpoint: checkpoint && checkpoint !== packed.checkpoint ? checkpoint : null,
  };
  if (target.trim()) return wholeChange({...request, target}); // scored as it is: nothing is searched
  if (beam !== null && beam !== decoding?.beam_size) request.beam_size = beam;
  if (alpha !== null && alpha !== decoding?.alpha) request.alpha = alpha;
  const searched = Object.values(request).some(value => value !== null);
  // A hypothesis belongs to one search: for a new search the best one is compared.
  return searched || rank !== packed.chosen ? wholeChange({...request, rank: searched ? 0 : rank}) : null;
};

/**
 * A row with one weight set and the others rescaled in proportion, so that the sum stays 1. If the others are all 0,
 * they take the proportions of `fallback`, or equal parts.
 * @param {ArrayLike<number>} row
 * @param {number} key
 * @param {number} weight
 * @param {ArrayLike<number>} [fallback]
 */
export const rescaledRow = (row, key, weight, fallback = row) => {
  if (row.length === 1) return Float64Array.of(1);
  /** @param {ArrayLike<number>} values */
  const sumWithout = values => Array.from(values).reduce((sum, value, i) => (i === key ? sum : sum + value), 0);
  const shares = [row, fallback].find(values => sumWithout(values) > 1e-9) ?? Array.from(row, () => 1);
  const others = sumWithout(shares);
  const wanted = clamp(weight, 0, 1);
  return Float64Array.from(shares, (value, i) => (i === key ? wanted : (value / others) * (1 - wanted)));
};
