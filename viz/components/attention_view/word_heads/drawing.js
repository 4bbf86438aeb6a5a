// The rows of one word in all heads, and what stands above them.

import {make, penOf, sayTokens} from '../../shared/elements.js';
import {phrases} from '../../shared/locale.js';
import {clamp, minus, probabilityChange, probabilityText, weightText} from '../../shared/numbers.js';
import {columnLabel, plainToken, say} from '../../shared/text.js';
import {headName} from '../numbers/heads.js';
import {roleOf} from '../numbers/roles.js';
import {gateOf} from '../store/selectors.js';
import {termNode} from '../widgets/hints.js';
import {roleNode, roleText} from '../widgets/roles.js';
import {labelledColumns} from './rows.js';

/** @import {Packed, Sheet, View} from '../types.js' */
/** @import {HeadRow, WordPlace} from './types.js' */

const LABEL = 11; // pixels between two labels at least

/** @param {string} token */
export const short = token => Array.from(plainToken(token)).slice(0, 24).join('');

/**
 * @param {string[]} tokens
 * @param {number[]} positions
 */
const joined = (tokens, positions) => short(positions.map(i => tokens[i]).join(''));

/**
 * The word whose loss is measured; in the encoder, the source word whose row is shown as well.
 * @param {View} view
 * @param {Packed} packed
 * @param {WordPlace} place
 */
export const drawWord = ({texts, choice: {kind}}, packed, {queries, steps}) => {
  const word = joined(packed.predicted_tokens, steps);
  if (kind !== 'encoder') return sayTokens(texts, 'word_heads.word', {word});
  return sayTokens(texts, 'word_heads.word.encoder', {row: joined(packed.src_tokens, queries), word});
};

/**
 * The names of the columns, as many as have room.
 * @param {Sheet} sheet
 * @param {HeadRow[]} rows
 * @param {number} width of all columns
 * @param {number[]} first columns that are named in any case
 */
export const drawLabels = ({keys}, rows, width, first) => {
  const apart = Math.ceil((LABEL * keys.length) / Math.max(1, width));
  const columns = labelledColumns(rows, keys.length, apart, first);
  return columns.map(column => {
    const text = short(keys[column]);
    const isUpright = columnLabel(keys[column], {turn: -90}).turn === undefined;
    const label = make(
      'span',
      {class: 'gf-word-column', 'data-upright': String(isUpright), 'data-on': String(first.includes(column))},
      make('span', {}, text),
    );
    label.style.left = `${(100 * (column + 0.5)) / keys.length}%`;
    return label;
  });
};

/**
 * The weights of a row, a pixel each; the columns of a decoder's later tokens are empty.
 * @param {View} view
 * @param {HeadRow} row
 */
const cellsNode = ({colours}, {kind, values}) => {
  const canvas = make('canvas', {class: 'gf-word-cells', 'data-cells': '', width: values.length, height: 1});
  const pen = penOf(canvas);
  const image = pen.createImageData(values.length, 1);
  const pixels = new Uint32Array(image.data.buffer);
  values.forEach((value, i) => {
    pixels[i] = colours.ramps[kind][Math.round(255 * clamp(value, 0, 1))];
  });
  pen.putImageData(image, 0, 0);
  return canvas;
};

/**
 * What a row says of its head.
 * @param {View} view
 * @param {Packed} packed
 * @param {Sheet} sheet
 * @param {HeadRow} row
 * @param {number} before probability of the word
 */
const rowWords = (view, packed, {keys}, row, before) => {
  const {texts} = view;
  const role = roleOf(packed, row, view.sampledRoles);
  const said = [headName(texts, row)];
  if (role) said.push(roleText(texts, role));
  if (row.most >= 0)
    said.push(say(texts, 'word_heads.most', {token: short(keys[row.most]), weight: cellNumber(row, row.most)}));
  if (row.loss !== null) {
    const change = probabilityChange(before, afterLoss(before, row.loss));
    said.push(say(texts, 'word_heads.lost', {nats: minus(row.loss, 2), ...change}));
  }
  return phrases(said);
};

/**
 * @param {HeadRow} row
 * @param {number} column
 */
export const cellNumber = ({values, isExact}, column) => weightText(values[column], isExact);

/**
 * @param {number} before
 * @param {number} loss
 */
const afterLoss = (before, loss) => Math.min(1, before * Math.exp(-loss));

/**
 * What a head is worth for the word: nats with a bar, and the probability without it.
 * @param {View} view
 * @param {HeadRow} row
 * @param {number} before
 * @param {number} most the longest bar, in nats
 */
const worthNodes = (view, {kind, layer, head, loss}, before, most) => {
  if (loss === null) {
    const isOff = gateOf(view, kind, layer, head) === 'off';
    return [make('span', {class: 'gf-word-worth gf-hint'}, isOff ? say(view.texts, 'heads.gate.off') : '')];
  }
  const fill = make('i', {class: 'gf-fill', 'data-sign': loss < 0 ? 'less' : 'more'});
  fill.style.width = `${100 * clamp(Math.abs(loss) / most, 0, 1)}%`;
  return [
    make(
      'span',
      {class: 'gf-word-worth'},
      make('span', {class: 'gf-number'}, minus(loss, 2)),
      make('span', {class: 'gf-number'}, probabilityText(afterLoss(before, loss))),
      make('span', {class: 'gf-track'}, fill),
    ),
  ];
};

/**
 * @param {View} view
 * @param {Packed} packed
 * @param {Sheet} sheet
 * @param {HeadRow[]} rows
 * @param {number} before
 * @param {number} most
 */
export const drawRows = (view, packed, sheet, rows, before, most) =>
  rows.map(row =>
    make(
      'div',
      {
        role: 'option',
        class: 'gf-word-row',
        'data-word-row': row.name,
        tabindex: -1,
        'aria-selected': 'false',
        'aria-description': rowWords(view, packed, sheet, row, before),
      },
      make(
        'span',
        {class: 'gf-word-name'},
        say(view.texts, 'options.chip', {layer: row.layer + 1, head: row.head + 1}),
        roleNode(view.texts, roleOf(packed, row, view.sampledRoles)),
      ),
      cellsNode(view, row),
      ...worthNodes(view, row, before, most),
    ),
  );

/**
 * What stands above the numbers: that they are measured, or what they are.
 * @param {View} view
 * @param {HTMLElement} host
 * @param {{isKnown: boolean, problem: string, before: number}} given
 */
export const drawWorth = (view, host, {isKnown, problem, before}) => {
  const {texts, choice} = view;
  if (!isKnown) {
    host.replaceChildren(problem ? '' : say(texts, 'word_heads.measuring'));
    return;
  }
  const about = choice.kind === 'encoder' ? 'word_heads.encoder' : 'word_heads';
  host.replaceChildren(
    make(
      'span',
      {class: 'gf-word-worth'},
      termNode(view, about, say(texts, 'term.nats')),
      make('span', {class: 'gf-number'}, say(texts, 'word_heads.before', {before: probabilityText(before)})),
    ),
  );
};
