// The role of a head: the one thing that it does clearly more than a uniform head, as core/inspection/measures.py
// measures it. On the sentence at hand from its weights; over the sample of the head catalogue once that has been
// measured. Pure functions.

import {SPECIAL} from '../../shared/text.js';
import {nameOfHead} from './heads.js';
import {keyTokens, quantisedHead} from './payload.js';

/** @import {HeadAt, Kind, Packed, Role, SampledRoles} from '../types.js' */

const LEAST_ROLE = 0.2; // LEAST_ROLE and LEAST_BROAD of core/inspection/measures.py
const LEAST_BROAD = 0.85;

/** @typedef {(weights: Float64Array, query: number, keys: number) => number} Share NaN where a row has no such key */

/** @param {number} offset @returns {Share} */
const offsetShare = offset => (weights, query, keys) => {
  const key = query + offset;
  return key < 0 || key >= keys ? NaN : weights[key];
};

/** @type {Share} */
const firstShare = weights => weights[0];

/** @param {boolean[]} special @returns {Share} */
const specialShare = special => weights => weights.reduce((sum, weight, key) => sum + (special[key] ? weight : 0), 0);

/** @param {number} queries @returns {Share} */
const diagonalShare = queries => (weights, query, keys) => {
  const middle = queries > 1 ? (query * (keys - 1)) / (queries - 1) : 0;
  return weights.reduce((sum, weight, key) => sum + (Math.abs(middle - key) <= 1 + 1e-9 ? weight : 0), 0);
};

/**
 * The shares that define the roles of a kind.
 * @param {Kind} kind
 * @param {number} queries
 * @param {boolean[]} special
 * @returns {Record<string, Share>}
 */
const sharesOf = (kind, queries, special) => {
  const previous = offsetShare(-1);
  const same = offsetShare(0);
  const toSpecial = specialShare(special);
  if (kind === 'cross') return {aligned: diagonalShare(queries), first: firstShare, special: toSpecial};
  if (kind === 'decoder') return {previous, same, special: toSpecial};
  return {previous, same, next: offsetShare(1), first: firstShare, special: toSpecial};
};

/** @param {number[]} values */
const meanOf = values => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0);

/**
 * The entropy of a row over its maximum.
 * @param {Float64Array} weights of the keys that the row may see
 */
const relativeEntropy = weights =>
  -weights.reduce((sum, weight) => sum + (weight > 0 ? weight * Math.log(weight) : 0), 0) / Math.log(weights.length);

/**
 * The best role of a head with its score; null without a clear one.
 * @param {ArrayLike<number>} weights [Q * K] in any unit
 * @param {Kind} kind
 * @param {boolean[]} special of the keys
 * @returns {{role: string, score: number} | null}
 */
export const roleOfWeights = (weights, kind, special) => {
  const keys = special.length;
  const queries = weights.length / keys;
  const shares = Object.entries(sharesOf(kind, queries, special));
  /** @type {Record<string, {own: number[], chance: number[]}>} */
  const found = Object.fromEntries(shares.map(([role]) => [role, {own: [], chance: []}]));
  const entropies = [];
  for (let query = 0; query < queries; query++) {
    const seen = kind === 'decoder' ? query + 1 : keys;
    const row = Float64Array.from({length: seen}, (_, key) => weights[query * keys + key]);
    const total = row.reduce((sum, weight) => sum + weight, 0);
    if (seen < 2) continue; // a row without a choice
    const even = new Float64Array(seen).fill(1 / seen);
    for (const [role, share] of shares) {
      const chance = share(even, query, seen);
      if (Number.isNaN(chance)) continue;
      found[role].chance.push(chance);
      if (total > 0) found[role].own.push(share(row, query, seen) / total);
    }
    if (total > 0) entropies.push(relativeEntropy(row.map(weight => weight / total)));
  }
  const scores = shares
    .map(([role]) => ({role, own: meanOf(found[role].own), chance: meanOf(found[role].chance)}))
    .filter(({chance}) => chance < 1)
    .map(({role, own, chance}) => ({role, score: (own - chance) / (1 - chance)}));
  const [best] = scores.sort((a, b) => b.score - a.score);
  if (best && best.score >= LEAST_ROLE) return best;
  const spread = meanOf(entropies);
  return spread >= LEAST_BROAD ? {role: 'broad', score: spread} : null;
};

/** @type {WeakMap<Packed, Map<string, Role | null>>} */
const measured = new WeakMap();

/**
 * The role of a head: over the catalogue's sentences where they have been measured, else on this sentence. Null without
 * a clear role, and for a long input, whose weights are not all here.
 * @param {Packed} packed
 * @param {HeadAt} at
 * @param {SampledRoles | null} sampled
 * @returns {Role | null}
 */
export const roleOf = (packed, at, sampled) => {
  const name = nameOfHead(at);
  if (sampled && sampled.checkpoint === packed.checkpoint) return sampled.roles.get(name) ?? null;
  if (packed.kinds[at.kind].reduced) return null;
  const known = measured.get(packed) ?? new Map();
  measured.set(packed, known);
  if (!known.has(name)) {
    const special = keyTokens(packed, at.kind).map(token => SPECIAL.test(token));
    const found = roleOfWeights(quantisedHead(packed, at), at.kind, special);
    known.set(name, found && {...found, sentences: 1});
  }
  return known.get(name);
};
