// One word in all heads of a kind: the weights of its row, and what it loses without each head. Pure functions.

import {SPECIAL} from '../../shared/text.js';
import {nameOfHead} from '../numbers/heads.js';
import {quantisedHead} from '../numbers/payload.js';
import {isStandIn, pictures} from '../numbers/reduced.js';
import {wordsAlone} from '../numbers/words.js';

/** @import {Choice, HeadAt, Kind, Losses, Packed, Sheet} from '../types.js' */
/** @import {HeadRow, WordPlace} from './types.js' */

export const FEW = 6; // rows, until a person asks for all

/**
 * The source token that the heads of cross-attention together attend to most at a step, start and end symbols left out.
 * @param {Packed} packed
 * @param {number} step
 */
export const mostAttended = (packed, step) => {
  const {layers, heads, queries, keys, levels} = pictures(packed, 'cross');
  const {src_tokens: tokens, predicted_tokens: predicted} = packed;
  const row = Math.floor((step * queries) / Math.max(1, predicted.length));
  const sums = tokens.map((token, key) => {
    const column = Math.floor((key * keys) / tokens.length);
    let sum = SPECIAL.test(token) ? -Infinity : 0;
    for (let at = 0; at < layers * heads; at++) sum += levels[(at * queries + row) * keys + column];
    return sum;
  });
  return Math.max(0, sums.indexOf(Math.max(...sums)));
};

/**
 * What one word is about in the heads of a kind: the row of its step, of the encoder that of the pinned token or of the
 * one that the step attends to most; the columns of the figure.
 * @param {Packed} packed
 * @param {Pick<Choice, 'kind' | 'step' | 'words' | 'specials' | 'pin'>} choice
 * @param {Pick<Sheet, 'rows' | 'columns'>} sheet
 * @returns {WordPlace}
 */
export const wordPlace = (packed, {kind, step, words, specials, pin}, {rows, columns}) => {
  /**
   * @param {number[][]} groups
   * @param {number} index
   */
  const groupOf = (groups, index) => groups.find(group => group.includes(index)) ?? [index];
  const steps = words ? groupOf(wordsAlone(packed.predicted_tokens), step) : [step];
  const pinned = pin?.side === 'query' ? rows[pin.index] : null;
  const queries = kind === 'encoder' ? (pinned ?? groupOf(rows, mostAttended(packed, step))) : steps;
  return {queries, columns, isWhole: specials, steps};
};

/**
 * The weights of one head: float32 where they are known, else from 8 bits; of a long input the smaller picture until
 * its layer is here.
 * @param {Packed} packed
 * @param {HeadAt} at
 * @returns {{isExact: boolean, weight: (query: number, key: number) => number}}
 */
const weightsOf = (packed, at) => {
  const {
    shape: [, , queries, keys],
  } = packed.kinds[at.kind];
  const exact = packed.exactHeads.get(nameOfHead(at));
  if (exact) return {isExact: true, weight: (query, key) => exact[query * keys + key]};
  if (!isStandIn(packed, at)) {
    const levels = quantisedHead(packed, at);
    return {isExact: false, weight: (query, key) => levels[query * keys + key] / 255};
  }
  const small = pictures(packed, at.kind);
  const from = (at.layer * small.heads + at.head) * small.queries;
  /** @type {(query: number, key: number) => number} */
  const cell = (query, key) =>
    (from + Math.floor((query * small.queries) / queries)) * small.keys + Math.floor((key * small.keys) / keys);
  return {isExact: false, weight: (query, key) => small.levels[cell(query, key)] / 255};
};

/**
 * The row of one head: pieces of a column are added, rows of a word averaged, as the figure merges them.
 * @param {Packed} packed
 * @param {HeadAt} at
 * @param {WordPlace} place
 * @returns {Pick<HeadRow, 'values' | 'isExact' | 'most'>}
 */
export const headWeights = (packed, at, {queries, columns, isWhole}) => {
  const {isExact, weight} = weightsOf(packed, at);
  const values = Float32Array.from(columns, keys =>
    queries.reduce((sum, query) => keys.reduce((all, key) => all + weight(query, key), sum), 0),
  );
  const total = isWhole ? queries.length : values.reduce((sum, value) => sum + value, 0) || 1;
  for (let i = 0; i < values.length; i++) values[i] /= total;
  const largest = Math.max(...values);
  return {values, isExact, most: largest > 0 ? values.indexOf(largest) : -1};
};

/**
 * Every head of a kind in the order of layers.
 * @param {Packed} packed
 * @param {Kind} kind
 * @param {WordPlace} place
 * @param {Losses | null} losses
 * @returns {HeadRow[]}
 */
export const headRows = (packed, kind, place, losses) => {
  const [layers, heads] = packed.kinds[kind].shape;
  return Array.from({length: layers * heads}, (_, i) => {
    const at = {kind, layer: Math.floor(i / heads), head: i % heads};
    const all = losses?.[at.layer]?.[at.head];
    const lost = place.steps.map(step => all?.[step] ?? NaN).reduce((sum, loss) => sum + loss, 0);
    return {...at, name: nameOfHead(at), ...headWeights(packed, at, place), loss: Number.isNaN(lost) ? null : lost};
  });
};

/**
 * The heads without which the word loses most first, those that are off last; in the order of layers until it is known.
 * @param {HeadRow[]} rows
 */
export const ordered = rows => rows.toSorted((a, b) => (b.loss ?? -Infinity) - (a.loss ?? -Infinity) || 0);

/**
 * The rows that are shown: all, or a few, with that of the chosen head in place of the last one where it is none of
 * them.
 * @param {HeadRow[]} rows
 * @param {string} chosen name of the head
 * @param {boolean} all
 */
export const shownRows = (rows, chosen, all) => {
  if (all || rows.length <= FEW) return rows;
  const few = rows.slice(0, FEW);
  const own = rows.find(({name}) => name === chosen);
  return own && !few.includes(own) ? [...few.slice(0, -1), own] : few;
};

/**
 * The probability of a word, of all its pieces.
 * @param {Packed} packed
 * @param {number[]} steps
 */
export const wordProbability = ({probabilities}, steps) => steps.reduce((all, step) => all * probabilities[step], 1);

/**
 * The columns whose tokens are written above them: the pinned one, then those with the largest weights, as far apart as
 * letters need.
 * @param {HeadRow[]} rows
 * @param {number} count of columns
 * @param {number} apart columns between two labels at least
 * @param {number[]} first columns that are labelled before others
 */
export const labelledColumns = (rows, count, apart, first) => {
  /** @param {number} column */
  const weightOf = column => Math.max(0, ...rows.map(({values}) => values[column]));
  const weights = Array.from({length: count}, (_, column) => weightOf(column));
  const order = weights.map((_, column) => column).sort((a, b) => weights[b] - weights[a]);
  /** @type {number[]} */
  const kept = [];
  for (const column of [...first, ...order])
    if (kept.every(other => Math.abs(other - column) >= apart)) kept.push(column);
  return kept.sort((a, b) => a - b);
};
