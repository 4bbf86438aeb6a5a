// The formula of attention, and the table of keys of the close-up.

import {make} from '../../shared/elements.js';
import {shortText} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';
import {closeUpNumber, closeUpVectorMost} from './numbers.js';
import {keyTokens} from '../numbers/payload.js';
import {closePart, closeUpStrip, closeUpToken} from './strip.js';

/** @import {Child, Texts, View} from '../types.js' */
/** @import {CloseUp, CloseUpReply} from './types.js' */

const LEAST_BAR = 0.01; // the bar of a smaller weight would look like dust

const MATH = 'http://www.w3.org/1998/Math/MathML';

/**
 * @param {string} name
 * @param {...Child} children
 */
const makeMath = (name, ...children) => {
  const node = document.createElementNS(MATH, name);
  node.append(.../** @type {(Node | string)[]} */ (children));
  return node;
};

/**
 * Attention(Q, K, V) = softmax(Q K^T / sqrt(d_k)) V.
 * @param {string} label
 */
export const closeUpFormula = label => {
  /** @param {string} text */
  const letter = text => makeMath('mi', text);
  /** @param {string} text */
  const mark = text => makeMath('mo', text);
  /** @param {string} text */
  const word = text => makeMath('mtext', text);
  /** @param {...Child} children */
  const row = (...children) => makeMath('mrow', ...children);
  const given = row(mark('('), letter('Q'), mark(','), letter('K'), mark(','), letter('V'), mark(')'));
  const scaled = makeMath(
    'mfrac',
    row(letter('Q'), makeMath('msup', letter('K'), letter('T'))),
    makeMath('msqrt', makeMath('msub', letter('d'), letter('k'))),
  );
  const formula = makeMath(
    'math',
    row(word('Attention'), given, mark('='), word('softmax'), row(mark('('), scaled, mark(')')), letter('V')),
  );
  formula.setAttribute('aria-label', label);
  formula.setAttribute('displaystyle', 'true'); // letters of the fraction as large as the others
  return formula;
};

/**
 * @param {Texts} texts
 * @param {CloseUpReply} reply
 */
const closeUpKeysHead = (texts, reply) => {
  /**
   * @param {string} words
   * @param {any} [attributes]
   */
  const heading = (words, attributes = {}) => make('th', {scope: 'col', ...attributes}, words);
  const scaled = reply.model_scales === false ? say(texts, 'close_up.scaled.unused') : `÷ √${reply.d_k}`;
  return make(
    'thead',
    {},
    make(
      'tr',
      {},
      heading(say(texts, 'close_up.key')),
      heading('k', {class: 'gf-close-vector'}),
      heading('q·k'),
      heading(scaled),
      heading(say(texts, reply.used ? 'close_up.weight.computed' : 'close_up.weight')),
      ...(reply.used ? [heading(say(texts, 'close_up.used'))] : []),
    ),
  );
};

/**
 * A weight with its bar; the bar shows the weight in use.
 * @param {string} words
 * @param {number | null} weight
 * @param {string} name
 */
const closeUpWeightCell = (words, weight, name) => {
  const fill = make('i', {class: 'gf-fill'});
  fill.style.width = `${weight !== null && weight >= LEAST_BAR ? 100 * weight : 0}%`;
  return make(
    'td',
    {class: 'gf-number', 'data-weight': name},
    words,
    ...(weight === null ? [] : [make('span', {class: 'gf-track'}, fill)]),
  );
};

/**
 * @param {View} view
 * @param {CloseUp} close
 */
export const drawCloseUpKeys = (view, close) => {
  const {texts} = view;
  const {
    reply,
    place: {packed, kind},
  } = close;
  const tokens = keyTokens(packed, kind);
  const most = closeUpVectorMost(reply);
  /** @param {number} value */
  const number = value => make('td', {class: 'gf-number'}, closeUpNumber(value));
  const rows = reply.keys.map((vector, i) => {
    const canvas = make('canvas', {class: 'gf-close-strip', 'aria-hidden': 'true'});
    const token = tokens[i];
    closeUpStrip(view, canvas, vector, most);
    const weight = reply.mask[i] ? shortText(reply.weights[i]) : say(texts, 'close_up.masked');
    return make(
      'tr',
      {'data-key': i, tabindex: -1, 'aria-selected': 'false', 'data-masked': reply.mask[i] ? null : ''},
      make(
        'th',
        {scope: 'row', class: 'gf-letters', title: token.length > 16 ? token.slice(0, 400) : null},
        closeUpToken(token),
      ),
      make('td', {class: 'gf-close-vector'}, canvas),
      number(reply.dot[i]),
      number(reply.scaled[i]),
      closeUpWeightCell(weight, reply.used ? null : reply.weights[i], 'computed'),
      ...(reply.used ? [closeUpWeightCell(shortText(reply.used[i]), reply.used[i], 'used')] : []),
    );
  });
  closePart(close, 'keys').replaceChildren(closeUpKeysHead(texts, reply), make('tbody', {}, ...rows));
};
