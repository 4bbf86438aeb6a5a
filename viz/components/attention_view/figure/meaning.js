// Sentences about this attention kind, and about the highlighted row or cell.

import {focusedNear, make, sayPointing, sayTokens} from '../../shared/elements.js';
import {formOf, listed} from '../../shared/locale.js';
import {SHARE_DECIMALS, changeText, decimalsOf, minus, numberText, probabilityChange} from '../../shared/numbers.js';
import {inARow, plainToken, say} from '../../shared/text.js';
import {focusOf, largestKey} from '../numbers/focus.js';
import {WEIGHTS, areLogarithms} from '../numbers/lenses.js';
import {failedCheck, isPredicted} from '../numbers/payload.js';
import {headCost} from '../numbers/losses.js';
import {sideName} from '../numbers/heads.js';
import {stepOfRow} from '../numbers/sheet.js';
import {headsFused, hoveredStep, shownPacked} from '../store/selectors.js';
import {termNode} from '../widgets/hints.js';
import {knownLosses} from './losses.js';
import {choiceOf, keepMentionFocus, mentionNode, mentionOf, wireMentions} from './mentions.js';

/** @import {CellAt, Choice, Kind, Packed, Sheet, Texts, TokenAt, View} from '../types.js' */

// What the other heads of a kind do in the same row. Pure functions.

/**
 * How many heads of a kind attend most to one key in a row, for the key that most heads choose; among equals the key of
 * the head that is shown. Heads that are off attend to nothing. Null for a long input, whose weights are not all here.
 * @param {Pick<Packed, 'kinds'>} packed
 * @param {Kind} kind
 * @param {number} query
 * @param {number} own key that the head shown attends to most
 */
export const commonKey = ({kinds}, kind, query, own) => {
  const {
    shape: [layers, heads, queries, keys],
    weights,
    reduced,
  } = kinds[kind];
  if (reduced) return null;
  const counts = new Array(keys).fill(0);
  for (let head = 0; head < layers * heads; head++) {
    const row = weights.subarray((head * queries + query) * keys, (head * queries + query + 1) * keys);
    const most = Math.max(...row);
    if (most) counts[row[own] === most ? own : row.indexOf(most)]++;
  }
  const key = counts.reduce((best, count, one) => (count > counts[best] ? one : best), own);
  return {key, count: counts[key], heads: layers * heads};
};

/** @param {View} view */
export const wireMeaning = view => {
  view.show(
    ({sheets, losses, playing, choice: {step, hover, pin, cell}}) => [
      sheets,
      losses,
      playing,
      step,
      hover?.isMention ? null : hover,
      pin,
      cell,
    ],
    markMeaning,
  );
  view.show(({sheets, choice}) => [sheets, choice.cell, choice.view], markReadout);
  wireMentions(view);
};

/**
 * Describe this attention kind, and the token that the highlighted row read and predicted.
 * @param {View} view
 */
const markMeaning = view => {
  const {
    texts,
    choice: {kind, rows},
  } = view;
  const {step, hover} = choiceOf(view.facings[0]);
  const packed = shownPacked(view);
  view.part('about').textContent = say(texts, `about.${kind}`);
  const shown = (hover && hoveredStep(view)) ?? step;
  /** @param {string} token */
  const short = token => Array.from(plainToken(token)).slice(0, 24).join('');
  /** @returns {Record<string, string>} */
  const values = () => ({read: short(packed.tgt_tokens[shown]), predicted: short(packed.predicted_tokens[shown])});
  view
    .part('meaning')
    .replaceChildren(...(kind === 'encoder' ? [] : sayTokens(texts, `rows.meaning.${rows}`, values())));
  const focused = mentionOf(focusedNear(view.find('.gf-why')));
  markMost(view, short);
  markCrowd(view, short);
  markCost(view, shown);
  if (focused) keepMentionFocus(view, focused);
};

/**
 * What switching the head off would cost the token of a step, once the server has said so; of an encoder head, what it
 * would cost the whole translation.
 * @param {View} view
 * @param {number} step
 */
const markCost = (view, step) => {
  const {texts, choice} = view;
  const {kind, combine, side} = choice;
  const losses = knownLosses(view);
  const isEncoder = kind === 'encoder';
  const {hover, pin} = choiceOf(view.facings[0]);
  const isOfKey = (hover ?? pin)?.side === 'key';
  const found =
    losses && !isOfKey && combine === 'one' && !headsFused(view) && (side === 'base' || side === 'variant')
      ? headCost(losses, choice, isEncoder ? null : step)
      : null;
  if (!found) {
    view.part('cost').replaceChildren();
    return;
  }
  const {key, cost, count} = found;
  const whole = isEncoder ? '.whole' : '';
  const p = shownPacked(view).probabilities[step];
  const values = {
    count: String(count),
    cost: Math.abs(cost).toFixed(2),
    kind: say(texts, `kind.${kind}`),
    ...probabilityChange(p, p * Math.exp(-cost)),
    factor: Math.exp(-cost).toPrecision(2),
  };
  const nodes = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, document.createTextNode(text)]));
  view
    .part('cost')
    .replaceChildren(...sayTokens(texts, `cost.${key}${whole}`, {...nodes, nats: termNode(view, 'nats')}));
};

/**
 * Whether a sheet shows the weights of one head, each row a step or a source token, and nothing else.
 * @param {View} view
 */
const isPlainHead = ({sheets, choice: {lens, combine, words}}) =>
  sheets.length === 1 &&
  sheets[0].side !== 'difference' &&
  !sheets[0].empty &&
  lens === WEIGHTS &&
  combine === 'one' &&
  !words;

/**
 * To which token most heads of this kind attend in the same row.
 * @param {View} view
 * @param {(token: string) => string} short
 */
const markCrowd = (view, short) => {
  const {
    texts,
    sheets: [sheet],
    choice: {kind, specials},
    facings,
  } = view;
  const choice = choiceOf(facings[0]);
  const {hover, pin, cell} = choice;
  const focus = cell ? {side: 'query', index: cell.query} : focusOf(choice, sheet);
  const packed = shownPacked(view);
  const isRow =
    isPlainHead(view) && specials && focus?.side === 'query' && (kind !== 'encoder' || hover || pin || cell);
  const own = isRow ? largestKey(sheet, focus.index) : 0;
  const isOff = isRow && !sheet.values[focus.index * sheet.keys.length + own];
  const found = isRow && !isOff ? commonKey(packed, kind, focus.index, own) : null;
  view
    .part('crowd')
    .replaceChildren(
      ...(found
        ? crowdWords(texts, found, own, {
            kind: say(texts, `kind.${kind}`),
            key: mentionNode(short(sheet.keys[found.key]), {side: 'key', index: found.key}),
          })
        : []),
    );
};

/**
 * @param {Texts} texts
 * @param {{key: number, count: number, heads: number}} found
 * @param {number} own
 * @param {{kind: string, key: Node}} names
 */
const crowdWords = (texts, {key, count, heads}, own, names) => {
  const isOwn = key === own;
  const others = isOwn ? count - 1 : count;
  if (heads < 2 || others < 1 || (!isOwn && count < 2)) return [];
  const values = {count: String(others), heads: String(heads), kind: names.kind};
  const nodes = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, document.createTextNode(text)]));
  const same = 'crowd.same';
  return sayTokens(texts, isOwn ? `${same}.${formOf(others)}` : 'crowd.other', {...nodes, key: names.key});
};

/**
 * The largest weight of the highlighted token, on each side that is shown.
 * @param {View} view
 * @param {(token: string) => string} short
 */
const markMost = (view, short) => {
  const {texts, sheets} = view;
  const said = sheets.map((sheet, i) => ({side: sheet.side, words: mostWords(view, sheet, i, short)}));
  const instead = insteadOfMost(view);
  if (instead) {
    view.part('most').replaceChildren(say(texts, instead));
    return;
  }
  view
    .part('most')
    .replaceChildren(
      ...said
        .filter(({words}) => words.length)
        .flatMap(({side, words}, i) =>
          sheets.length < 2 ? words : [i ? ' ' : '', make('b', {}, sideName(view, side)), ' ', ...words],
        ),
    );
};

/**
 * The sentence where no largest weight can be named; null where one can.
 * @param {View} view
 */
const insteadOfMost = ({sheets, facings, playing, choice: {kind, combine}}) => {
  if (sheets.length === 1 && sheets[0].note && combine === 'one') return 'most.off';
  if (
    kind !== 'encoder' ||
    sheets.some(sheet => sheet.empty || sheet.overlays) ||
    focusOf(choiceOf(facings[0]), sheets[0])
  )
    return null;
  return playing ? 'most.encoder' : 'most.none'; // the rows of the encoder are not steps: nothing is chosen at first
};

/**
 * The largest weight of the highlighted token of a sheet; for a key, the query that attends to it most.
 * @param {View} view
 * @param {Sheet} sheet
 * @param {number} number of the sheet
 * @param {(token: string) => string} short
 */
const mostWords = (view, sheet, number, short) => {
  const {texts} = view;
  const choice = choiceOf(view.facings[number]);
  const {values, queries, keys} = sheet;
  /** @type {TokenAt | null} */
  const focus = choice.cell ? {side: 'query', index: choice.cell.query} : focusOf(choice, sheet);
  if (!focus || sheet.overlays) return [];
  const query = focus.side === 'query';
  const [own, others] = query ? [queries, keys] : [keys, queries];
  const n = keys.length;
  const weights = others.map((_, i) => (query ? values[focus.index * n + i] : values[i * n + focus.index]));
  /** @param {string} text */
  const ownNode = text => mentionNode(text, {...focus, sheet: number});
  const token = ownNode(short(own[focus.index]));
  if (!weights.some(weight => weight > 0 || weight < 0)) return unchangedWords(texts, sheet, weights, token);
  const {lens} = choice;
  const logarithms = areLogarithms(shownPacked(view), lens);
  const sized = sheet.side === 'difference' || (sheet.signed && !logarithms);
  /** @param {number} weight */
  const size = weight => {
    if (Number.isNaN(weight)) return -Infinity;
    return sized ? Math.abs(weight) : weight;
  };
  const most = weights.reduce((best, weight, i) => (size(weight) > size(weights[best]) ? i : best), 0);
  const other = mentionNode(short(others[most]), {side: query ? 'key' : 'query', index: most, sheet: number});
  const weight = numberText(sheet, weights[most]);
  if (query && isStepShown(view, sheet) && isPredicted(shownPacked(view))) {
    const step = stepOfRow(sheet, focus.index);
    const {tgt_tokens: read, predicted_tokens: predicted} = shownPacked(view);
    return sayTokens(texts, 'most.query.step', {
      read: short(read[step]), // the row of `predicted`, too
      predicted: ownNode(short(predicted[step])),
      other,
      weight,
    });
  }
  return sayTokens(texts, `most.${focus.side}${howKey(lens, sheet)}`, {
    token,
    other,
    weight,
    lens: say(texts, `lens.${lens}`),
  });
};

/**
 * Why the row or column of a difference has no largest change.
 * @param {Texts} texts
 * @param {Sheet} sheet
 * @param {number[]} changes
 * @param {Node} token
 */
const unchangedWords = (texts, {side, empty}, changes, token) =>
  side === 'difference' && !empty
    ? sayTokens(texts, changes.every(Number.isNaN) ? 'most.alone' : 'most.same', {token})
    : [];

/**
 * @param {string} lens
 * @param {Sheet} sheet
 */
const howKey = (lens, {side}) => {
  if (side === 'difference') return '.difference';
  return lens === WEIGHTS ? '' : '.lens';
};

/**
 * Whether a row is a step whose predicted token is not hidden from a class.
 * @param {View} view
 * @param {Sheet} sheet
 */
const isStepShown = (view, {kind}) => kind !== 'encoder' && isPlainHead(view) && !view.stage?.veil;

/**
 * The content of the hovered cell of a difference: the change, and both numbers that it is of.
 * @param {View} view
 * @param {Sheet} sheet
 * @param {CellAt} at
 */
const changeWords = ({texts}, sheet, {query, key}) => {
  const index = query * sheet.keys.length + key;
  const {base, there} = /** @type {NonNullable<Sheet['of']>} */ (sheet.of);
  const [before, after] = [base.values[index], there[index]];
  const scale = {...base, exact: sheet.exact};
  // the same for all three, so that they add up
  const digits = sheet.shares ? SHARE_DECIMALS : decimalsOf(Math.max(Math.abs(before), Math.abs(after)));
  /** @param {number} value */
  const side = value => (sheet.exact ? minus(value, digits) : numberText(scale, value));
  return say(texts, 'readout.change', {
    query: plainToken(sheet.queries[query]).slice(0, 40),
    key: plainToken(sheet.keys[key]).slice(0, 40),
    weight: sheet.exact
      ? changeText(before, after, digits, sheet.values[index])
      : numberText(sheet, sheet.values[index]),
    before: side(before),
    after: side(after),
  });
};

/**
 * The content of the hovered cell: the number of each head drawn there.
 * @param {View} view
 * @param {Sheet} sheet
 * @param {CellAt} at
 */
const cellWords = (view, sheet, {query, key}) => {
  const {texts} = view;
  const index = query * sheet.keys.length + key;
  /** @param {string} token */
  const short = token => plainToken(token).slice(0, 40);
  /** @param {number} value */
  const number = value => (Number.isNaN(value) ? say(texts, 'readout.none') : numberText(sheet, value));
  const weight = !sheet.overlays
    ? number(sheet.values[index])
    : listed(
        sheet.overlays.map(
          ({layer, head, values}) =>
            `${say(texts, 'options.chip', {layer: layer + 1, head: head + 1})} ${number(values[index])}`,
        ),
      );
  if (sheet.of && !Number.isNaN(sheet.values[index])) return changeWords(view, sheet, {query, key});
  return say(texts, 'readout.cell', {query: short(sheet.queries[query]), key: short(sheet.keys[key]), weight});
};

/**
 * Whether every row of numbers that is shown sums to 1.
 * @param {Sheet[]} sheets
 * @param {Choice} choice
 */
const rowsAreWhole = (sheets, {lens, combine, mass}) =>
  lens === WEIGHTS &&
  combine !== 'max' &&
  mass >= 1 &&
  sheets.every(sheet => sheet.side !== 'difference' && !sheet.off?.length);

/**
 * The sentence below a figure without a hover.
 * @param {View} view
 */
const readoutKey = ({sheets, choice, drawn, packed}) => {
  const {view: name} = choice;
  const isNumbered = drawn.figures.some(figure => figure.isNumbered?.());
  const areWhole = rowsAreWhole(sheets, choice) && !failedCheck(packed, 'rows_sum_to_one');
  if (name === 'table' && !areWhole) return 'readout.table.other';
  return name === 'matrix' && sheets[0].shares && isNumbered ? 'readout.matrix.shares' : `readout.${name}`;
};

/** @param {View} view */
const markReadout = view => {
  const {texts, sheets, choice} = view;
  const {view: name, lens} = choice;
  const exact = sheets.every(sheet => sheet.exact);
  const readings =
    name === 'matrix'
      ? sheets.flatMap((sheet, i) => {
          const {cell} = view.facings[i].choice;
          return cell ? [cellWords(view, sheet, cell)] : [];
        })
      : [];
  const text = readings.length ? readings.join(' · ') : sayPointing(texts, readoutKey(view));
  const about = say(texts, `readout.about${lens === WEIGHTS ? '' : '.lens'}`);
  const plain = name === 'lines' ? '' : say(texts, 'readout.exact');
  const note = exact ? plain : about; // the legend of the lines says that they are exact
  view.part('readout').textContent = sheets.some(sheet => sheet.empty) ? text : inARow([text, note]);
};
