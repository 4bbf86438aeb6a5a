// Sentences about this attention kind, and about the highlighted row or cell.

import {make, sayTokens} from '../../shared/elements.js';
import {listed} from '../../shared/locale.js';
import {numberText, roundingMark} from '../../shared/numbers.js';
import {inARow, plainToken, say} from '../../shared/text.js';
import {focusOf} from '../model/focus.js';
import {WEIGHTS, areLogarithms} from '../model/lenses.js';
import {headCost} from '../model/losses.js';
import {headsFused, hoveredStep, shownPacked} from '../store/selectors.js';
import {knownLosses} from '../actions/losses.js';
import {termNode} from './explain.js';

/** @import {CellAt, Choice, Sheet, TokenAt, View} from '../types.js' */

/** @param {View} view */
export const wireMeaning = view => {
  view.show(({sheets, losses, choice: {step, hover, pin, cell}}) => [sheets, losses, step, hover, pin, cell], markMeaning);
  view.show(({sheets, choice}) => [sheets, choice.cell, choice.view], markReadout);
};

/**
 * Describe this attention kind, and the token that the highlighted row read and predicted.
 * @param {View} view
 */
const markMeaning = view => {
  const {texts, choice: {kind, rows}} = view, {step} = view.facings[0].choice, packed = shownPacked(view);
  view.part('about').textContent = say(texts, `about.${kind}`);
  const shown = hoveredStep(view) ?? step;
  /** @param {string} token */
  const short = token => Array.from(plainToken(token)).slice(0, 24).join('');
  const values = {read: short(packed.tgt_tokens[shown]), predicted: short(packed.predicted_tokens[shown])};
  view.part('meaning').replaceChildren(...(kind === 'encoder' ? [] : sayTokens(texts, `rows.meaning.${rows}`, values)));
  markMost(view, short);
  markCost(view, shown, values.predicted);
};

/**
 * What switching the head off would cost the token of a step, once the server has said so; of an encoder head, what it
 * would cost the whole translation.
 * @param {View} view
 * @param {number} step
 * @param {string} token
 */
const markCost = (view, step, token) => {
  const {texts, choice} = view, {kind, combine, side} = choice, losses = knownLosses(view), isEncoder = kind === 'encoder';
  const {hover, pin} = view.facings[0].choice, isOfKey = (hover ?? pin)?.side === 'key';
  const found = losses && !isOfKey && combine === 'one' && !headsFused(view) && (side === 'base' || side === 'variant')
    ? headCost(losses, choice, isEncoder ? null : step) : null;
  if (!found) { view.part('cost').replaceChildren(); return; }
  const {key, cost, count} = found, whole = isEncoder ? '.whole' : '';
  view.part('cost').replaceChildren(...sayTokens(texts, `cost.${key}${whole}`, {
    token, count: document.createTextNode(String(count)), kind: document.createTextNode(say(texts, `kind.${kind}`)), cost: document.createTextNode(Math.abs(cost).toFixed(2)),
    nats: termNode(view, 'nats')}));
};

/**
 * The largest weight of the highlighted token, on each side that is shown.
 * @param {View} view
 * @param {(token: string) => string} short
 */
const markMost = (view, short) => {
  const {texts, sheets, facings} = view;
  const said = sheets.map((sheet, i) => ({side: sheet.side, words: mostWords(view, sheet, facings[i].choice, short)}));
  if (view.choice.kind === 'encoder' && !sheets.some(sheet => sheet.empty || sheet.overlays) && !focusOf(facings[0].choice, sheets[0])) {
    view.part('most').replaceChildren(say(texts, 'most.none')); // the rows of the encoder are not steps: nothing is chosen at first
    return;
  }
  view.part('most').replaceChildren(...said.filter(({words}) => words.length).flatMap(({side, words}, i) =>
    sheets.length < 2 ? words : [i ? ' ' : '', make('b', {}, say(texts, `side.${side}`)), ' ', ...words]));
};

/**
 * The largest weight of the highlighted token of a sheet; for a key, the query that attends to it most.
 * @param {View} view
 * @param {Sheet} sheet
 * @param {Choice} choice
 * @param {(token: string) => string} short
 */
const mostWords = (view, sheet, choice, short) => {
  const {texts} = view, {values, queries, keys} = sheet;
  /** @type {TokenAt | null} */
  const focus = choice.cell ? {side: 'query', index: choice.cell.query} : focusOf(choice, sheet);
  const query = focus?.side === 'query', others = query ? keys : queries, n = keys.length;
  const weights = focus ? others.map((_, i) => query ? values[focus.index * n + i] : values[i * n + focus.index]) : [];
  if (sheet.overlays || !weights.some(weight => weight > 0 || weight < 0)) return [];
  const {lens} = choice, logarithms = areLogarithms(shownPacked(view), lens);
  const sized = sheet.side === 'difference' || (sheet.signed && !logarithms);
  /** @param {number} weight */
  const size = weight => {
    if (Number.isNaN(weight)) return -Infinity;
    return sized ? Math.abs(weight) : weight;
  };
  const most = weights.reduce((best, weight, i) => size(weight) > size(weights[best]) ? i : best, 0);
  const token = short((query ? queries : keys)[focus?.index ?? 0]), other = short(others[most]);
  const weight = numberText(sheet, weights[most]);
  const plain = lens === WEIGHTS ? '' : '.lens', how = sheet.side === 'difference' ? '.difference' : plain;
  return sayTokens(texts, `most.${focus?.side}${how}`, {token, other, weight, lens: say(texts, `lens.${lens}`)});
};

/**
 * The content of the hovered cell of a difference: the change, and both numbers that it is of.
 * @param {View} view
 * @param {Sheet} sheet
 * @param {CellAt} at
 */
const changeWords = ({texts}, sheet, {query, key}) => {
  const index = query * sheet.keys.length + key, {base, there} = /** @type {NonNullable<Sheet['of']>} */ (sheet.of);
  const [before, after] = [base.values[index], there[index]], scale = {...base, exact: sheet.exact};
  const mark = sheet.exact ? roundingMark(before, after, 4, sheet.values[index]) : '';
  return say(texts, 'readout.change', {
    query: plainToken(sheet.queries[query]).slice(0, 40), key: plainToken(sheet.keys[key]).slice(0, 40),
    weight: `${mark}${numberText(sheet, sheet.values[index])}`, before: numberText(scale, before), after: numberText(scale, after),
  });
};

/**
 * The content of the hovered cell: the number of each head drawn there.
 * @param {View} view
 * @param {Sheet} sheet
 * @param {CellAt} at
 */
const cellWords = (view, sheet, {query, key}) => {
  const {texts} = view, index = query * sheet.keys.length + key;
  /** @param {string} token */
  const short = token => plainToken(token).slice(0, 40);
  /** @param {number} value */
  const number = value => Number.isNaN(value) ? say(texts, 'readout.none') : numberText(sheet, value);
  const weight = !sheet.overlays ? number(sheet.values[index]) : listed(sheet.overlays.map(({layer, head, values}) =>
    `${say(texts, 'options.chip', {layer: layer + 1, head: head + 1})} ${number(values[index])}`));
  if (sheet.of && !Number.isNaN(sheet.values[index])) return changeWords(view, sheet, {query, key});
  return say(texts, 'readout.cell', {query: short(sheet.queries[query]), key: short(sheet.keys[key]), weight});
};

/**
 * Whether every row of numbers that is shown sums to 1.
 * @param {Sheet[]} sheets
 * @param {Choice} choice
 */
const rowsAreWhole = (sheets, {lens, combine, mass}) => lens === WEIGHTS && combine !== 'max' && mass >= 1
  && sheets.every(sheet => sheet.side !== 'difference' && !sheet.off?.length);

/**
 * The sentence below a figure without a hover.
 * @param {Sheet[]} sheets
 * @param {Choice} choice
 */
const readoutKey = (sheets, choice) => {
  const {view: name} = choice;
  if (name === 'table' && !rowsAreWhole(sheets, choice)) return 'readout.table.other';
  return name === 'matrix' && sheets[0].shares ? 'readout.matrix.shares' : `readout.${name}`;
};

const LEAST_LINE = 0.008; // of the scale: fainter lines are not drawn

/** @param {View} view */
const markReadout = view => {
  const {texts, sheets, choice} = view, {view: name, lens} = choice, exact = sheets.every(sheet => sheet.exact);
  const readings = name === 'matrix' ? sheets.flatMap((sheet, i) => {
    const {cell} = view.facings[i].choice;
    return cell ? [cellWords(view, sheet, cell)] : [];
  }) : [];
  const [{low, high}] = sheets, most = Math.max(Math.abs(low), Math.abs(high));
  const least = `${Number((LEAST_LINE * most).toPrecision(2))}`;
  const key = readoutKey(sheets, choice);
  const text = readings.length ? readings.join(' · ') : say(texts, key, {least});
  const note = say(texts, exact ? 'readout.exact' : `readout.about${lens === WEIGHTS ? '' : '.lens'}`);
  view.part('readout').textContent = sheets.some(sheet => sheet.empty) ? text : inARow([text, note]);
};
