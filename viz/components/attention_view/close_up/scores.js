// The effect of 1/sqrt(d_k) on all scores of a head: their histogram before and after, and three measures of it.

import {make, makePicture, makeSvg} from '../../shared/elements.js';
import {clamp, roundTicks, shortText} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';
import {keyTokens} from '../numbers/payload.js';
import {closeUpNumber, closeUpVectorMost} from './numbers.js';
import {closePart, closeUpStrip, closeUpToken} from './strip.js';

/** @import {Attributes, Child, Texts, View} from '../types.js' */
/** @import {CloseUp, CloseUpReply} from './types.js' */

// The formula of attention, and the table of keys of the close-up.

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

const MEASURE_DIGITS = 3; // decimals of a measure, in the table and in the sentence below it

/**
 * Counts as the outline of a staircase, in pixels.
 * @param {number[]} counts
 * @param {(index: number) => string} x
 * @param {(count: number) => string} y
 */
const closeUpOutline = (counts, x, y) =>
  `M${x(0)} ${y(0)}${counts.map((count, i) => `V${y(count)}H${x(i + 1)}`).join('')}V${y(0)}`;

/**
 * @param {View} view
 * @param {CloseUp} close
 */
export const drawCloseUpHistogram = (view, close) => {
  const {texts} = view;
  const {
    histogram: {edges, raw, scaled},
  } = close.reply;
  const host = closePart(close, 'histogram');
  const width = clamp(host.clientWidth || 480, 240, 680);
  const height = 196;
  const left = 44;
  const bottom = 40;
  const top = 12;
  const right = 8;
  const most = Math.max(1, ...raw, ...scaled);
  const [low, high] = [edges[0], edges[edges.length - 1]];
  const span = high - low || 1;
  /** @param {number} value */
  const at = value => left + ((value - low) / span) * (width - left - right);
  /** @param {number} i */
  const x = i => at(edges[i]).toFixed(1);
  const middle = (top + height - bottom) / 2;
  /** @param {number} count */
  const y = count => (height - bottom - (count / most) * (height - bottom - top)).toFixed(1);
  const floor = y(0);
  const ticks = roundTicks(low, high, Math.max(3, Math.floor(width / 80)), false);
  const decimals = clamp(Math.max(...ticks.map(tick => String(tick).split('.')[1]?.length ?? 0)), 0, 4);
  /** @param {number} value */
  const short = value => closeUpNumber(value, decimals);
  /**
   * @param {string} words
   * @param {Attributes} attributes
   */
  const text = (words, attributes) => makeSvg('text', attributes, words);
  /**
   * @param {string} key
   * @param {Attributes} attributes
   */
  const axisName = (key, attributes) =>
    text(say(texts, `close_up.axis.${key}`), {'text-anchor': 'middle', class: 'gf-close-axis-name', ...attributes});
  /**
   * @param {string} name
   * @param {number[]} counts
   */
  const outline = (name, counts) =>
    makeSvg('path', {class: `gf-close-${name}`, 'data-outline': name, d: closeUpOutline(counts, x, y)});
  const svg = makePicture('gf-close-histogram', {width, height});
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', say(texts, 'close_up.histogram.label', {low: short(low), high: short(high)}));
  svg.append(
    makeSvg('path', {class: 'gf-close-axis', d: `M${left} ${top}V${floor}H${width - right}`}),
    ...ticks.flatMap(value => [
      makeSvg('path', {class: 'gf-close-axis', d: `M${at(value)} ${floor}v4`}),
      text(short(value), {x: at(value), y: +floor + 16, 'text-anchor': 'middle'}),
    ]),
    text(String(most), {x: left - 6, y: +y(most) + 4, 'text-anchor': 'end'}),
    text('0', {x: left - 6, y: +floor + 4, 'text-anchor': 'end'}),
    axisName('score', {x: (left + width - right) / 2, y: height - 6}),
    axisName('count', {x: 12, y: middle, transform: `rotate(-90 12 ${middle})`}),
    outline('scaled', scaled),
    outline('raw', raw),
  );
  host.replaceChildren(svg);
};

/**
 * @param {View} view
 * @param {CloseUp} close
 */
export const drawCloseUpNumbers = (view, close) => {
  const {texts} = view;
  const {reply} = close;
  const {histogram} = reply;
  const scaling = reply.model_scales !== false;
  /**
   * @param {string} name
   * @param {any} words
   */
  const heading = (name, words) =>
    make('th', {scope: 'col'}, make('span', {class: `gf-close-sample gf-close-sample-${name}`}), words);
  /** @param {string} name */
  const row = name =>
    make(
      'tr',
      {'data-measure': name},
      make('th', {scope: 'row'}, say(texts, `close_up.${name}`)),
      ...['raw', 'scaled'].map(which =>
        make('td', {class: 'gf-number'}, closeUpNumber(histogram[`${which}_${name}`], MEASURE_DIGITS)),
      ),
    );
  closePart(close, 'histogram-title').replaceChildren(
    make('span', {}, say(texts, 'close_up.histogram')),
    make('span', {class: 'gf-hint'}, say(texts, 'close_up.histogram.hint')),
  );
  closePart(close, 'numbers').replaceChildren(
    make('thead', {}, make('tr', {}, make('td'), heading('raw', 'q·k'), heading('scaled', `q·k ÷ √${reply.d_k}`))),
    make('tbody', {}, ...['variance', 'entropy', 'largest'].map(row)),
  );
  const said = Object.fromEntries(
    ['raw', 'scaled'].flatMap(which =>
      ['variance', 'entropy', 'largest'].map(name => [
        `${which}_${name}`,
        closeUpNumber(histogram[`${which}_${name}`], MEASURE_DIGITS),
      ]),
    ),
  );
  closePart(close, 'said').textContent = say(texts, scaling ? 'close_up.said' : 'close_up.said.unscaled', {
    d_k: reply.d_k,
    root: Math.sqrt(reply.d_k).toFixed(3),
    ...said,
  });
};
