// The head catalogue as rows and columns: sorted, filtered, written as CSV.

import {KINDS} from '../../shared/kinds.js';
import {csvField} from '../../shared/text.js';
import {commentLine} from '../files/provenance.js';
import {nameOfHead} from '../numbers/heads.js';

/** @import {CatalogueChoice, CatalogueReply, CatalogueRow} from './types.js' */
/** @import {Role} from '../types.js' */

export const CATALOGUE_FIRST = ['kind', 'layer', 'head', 'role']; // columns of every catalogue

export const CATALOGUE_ERRORS = ['aer_predicted', 'aer_read']; // lower is better

const CATALOGUE_BRIEF = ['confidence', 'mean_distance', 'coverage', ...CATALOGUE_ERRORS]; // shown at first

/**
 * The position of a row in its layer: the mean follows all heads.
 * @param {CatalogueRow} catalogueRow
 */
const catalogueHeadPlace = ({head}) => (head === 'mean' ? 999 : head);

/**
 * The value of a row in a column, for sorting and display; layers and heads from 0, null if undefined for the kind.
 * @param {CatalogueRow} row
 * @param {string} column
 */
export const catalogueValue = (row, column) => {
  if (column === 'kind') return KINDS.indexOf(row.kind);
  if (column === 'head') return catalogueHeadPlace(row);
  return (column === 'role' ? row.role_score : row[column]) ?? null;
};

/**
 * Rows of the requested kind, sorted; rows without a number are last in both directions, ties keep the model's order.
 * @param {CatalogueReply} catalogueReply
 * @param {CatalogueChoice} catalogueChoice
 */
export const catalogueRows = ({rows}, {column, down, kind}) => {
  /** @param {CatalogueRow} row */
  const order = row => KINDS.indexOf(row.kind) * 1e6 + row.layer * 1e3 + catalogueHeadPlace(row);
  const sign = down ? -1 : 1;
  /**
   * @param {CatalogueRow} a
   * @param {CatalogueRow} b
   */
  const compared = (a, b) => {
    const left = catalogueValue(a, column);
    const right = catalogueValue(b, column);
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    if (column === 'role' && a.role !== b.role) return sign * (String(a.role) < String(b.role) ? 1 : -1);
    return sign * (left - right);
  };
  return rows.filter(row => kind === 'all' || row.kind === kind).sort((a, b) => compared(a, b) || order(a) - order(b));
};

/**
 * The columns that the table shows: those that a reader begins with, or all that were measured.
 * @param {Pick<CatalogueReply, 'columns'>} reply
 * @param {boolean} all
 */
export const catalogueColumns = ({columns}, all) => [
  ...CATALOGUE_FIRST,
  ...columns.filter(column => all || CATALOGUE_BRIEF.includes(column)),
];

/**
 * The end of the bars of each measure: its largest value, but not below 1, the end of a share.
 * @param {CatalogueReply} reply
 */
export const catalogueMost = reply =>
  Object.fromEntries(reply.columns.map(column => [column, Math.max(1, ...reply.rows.map(row => row[column] ?? 0))]));

/**
 * The sorted and filtered table as CSV, with all digits; layers and heads from 1. Its first line says where the numbers
 * come from.
 * @param {CatalogueReply} reply
 * @param {CatalogueChoice} choice
 * @param {object} model checkpoint, SHA-256 of its weights, versions
 */
export const catalogueCsv = (reply, choice, model) => {
  const columns = ['kind', 'layer', 'head', 'role', 'role_score', ...reply.columns];
  /**
   * @param {CatalogueRow} row
   * @param {string} column
   */
  const counted = (row, column) => column === 'layer' || (column === 'head' && row.head !== 'mean');
  /**
   * @param {CatalogueRow} row
   * @param {string} column
   */
  const field = (row, column) => (counted(row, column) ? row[column] + 1 : (row[column] ?? ''));
  const lines = catalogueRows(reply, choice).map(row => columns.map(column => csvField(field(row, column))).join(','));
  const {sentences, tokens, gold} = reply;
  const from = commentLine({...model, sentences, tokens, target: gold ? 'references' : 'translations of the model'});
  return from + [columns.map(csvField).join(','), ...lines].join('\n') + '\n';
};

/**
 * Of each kind of attention the head whose role is clearest, the clearest first; kinds without such a head are left
 * out.
 * @param {CatalogueReply} reply
 */
export const clearestHeads = ({rows}) =>
  KINDS.flatMap(kind => {
    const named = rows.filter(row => row.kind === kind && row.head !== 'mean' && row.role !== null);
    return named.length ? [named.reduce((best, row) => (row.role_score > best.role_score ? row : best))] : [];
  }).sort((a, b) => b.role_score - a.role_score);

/**
 * The roles of all heads that have a clear one, by name of the head.
 * @param {CatalogueReply} reply
 * @returns {Map<string, Role>}
 */
export const catalogueRoles = ({rows, sentences}) =>
  new Map(
    rows
      .filter(row => row.role !== null && row.head !== 'mean')
      .map(row => [nameOfHead(row), {role: String(row.role), score: row.role_score, sentences}]),
  );

/**
 * The lowest error rate, with its row and column.
 * @param {CatalogueReply} reply
 */
export const catalogueBest = reply =>
  reply.rows
    .flatMap(row => CATALOGUE_ERRORS.map(column => ({row, column, rate: row[column] ?? Infinity})))
    .reduce((best, one) => (one.rate < best.rate ? one : best));
