// What the close-up shows of one answer: both vectors and their products, the chain from the product to the weight,
// the table of keys, the histogram of all scores.

import {cssColour, packedColour, signedColour} from '../../shared/colours.js';
import {keepRowInSight, make, makePicture, makeSvg, penOf} from '../../shared/elements.js';
import {clamp} from '../../shared/numbers.js';
import {plainToken, say} from '../../shared/text.js';
import {
  closeUpLargest, closeUpNumber, closeUpScores, closeUpShare, closeUpVectorMost, niceStep,
} from '../model/close_up.js';
import {keyTokens, queryTokens} from '../model/payload.js';

/** @import {Attributes, Child, CloseUp, CloseUpReply, Texts, View} from '../types.js' */

/**
 * @param {CloseUp} close
 * @param {string} name
 */
export const closePart = (close, name) => close.host.querySelector(`[data-close="${name}"]`);

/**
 * The key whose products are shown: the one chosen for this translation and kind, else the one looked at most.
 * @param {CloseUp} close
 * @param {CloseUpReply} reply
 */
const closeUpKey = (close, reply) => {
  const {packed, kind} = close.place, key = close.keys.get(`${packed.id}|${kind}`);
  return key !== undefined && key < reply.weights.length ? key : closeUpLargest(reply);
};

/** @param {string} token */
const closeUpToken = token => plainToken(token).slice(0, 200);

/**
 * A vector as one pixel a number, on a diverging scale of -most to most.
 * @param {View} view
 * @param {HTMLCanvasElement} canvas
 * @param {number[]} vector
 * @param {number} most
 */
const closeUpStrip = (view, canvas, vector, most) => {
  canvas.width = vector.length;
  canvas.height = 1;
  const context = penOf(canvas), image = context.createImageData(vector.length, 1);
  const pixels = new Uint32Array(image.data.buffer);
  /** @param {number} value */
  const colour = value =>
    packedColour(signedColour(view.colours, view.choice.kind, value / most));
  vector.forEach((value, i) => { pixels[i] = colour(value); });
  context.putImageData(image, 0, 0);
};

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
  const scaled = makeMath('mfrac', row(letter('Q'), makeMath('msup', letter('K'), letter('T'))),
    makeMath('msqrt', makeMath('msub', letter('d'), letter('k'))));
  const formula = makeMath('math', row(word('Attention'), given, mark('='), word('softmax'),
    row(mark('('), scaled, mark(')')), letter('V')));
  formula.setAttribute('aria-label', label);
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
  return make('thead', {}, make('tr', {},
    heading(say(texts, 'close_up.key')), heading('k', {class: 'gf-close-vector'}), heading('q·k'), heading(scaled),
    heading(say(texts, reply.used ? 'close_up.weight.computed' : 'close_up.weight')),
    ...(reply.used ? [heading(say(texts, 'close_up.used'))] : [])));
};

/**
 * A weight with its bar; the bar stands under what was used.
 * @param {string} words
 * @param {number | null} weight
 * @param {string} name
 */
const closeUpWeightCell = (words, weight, name) => {
  const fill = make('i', {class: 'gf-fill'});
  fill.style.width = `${100 * (weight ?? 0)}%`;
  return make('td', {class: 'gf-number', 'data-weight': name},
    words, ...(weight === null ? [] : [make('span', {class: 'gf-track'}, fill)]));
};

/**
 * @param {View} view
 * @param {CloseUp} close
 */
export const drawCloseUpKeys = (view, close) => {
  const {texts} = view, {reply, place: {packed, kind}} = close, tokens = keyTokens(packed, kind);
  const most = closeUpVectorMost(reply);
  /** @param {number} value */
  const number = value => make('td', {class: 'gf-number'}, closeUpNumber(value));
  const rows = reply.keys.map((vector, i) => {
    const canvas = make('canvas', {class: 'gf-close-strip', 'aria-hidden': 'true'}), token = tokens[i];
    closeUpStrip(view, canvas, vector, most);
    const weight = reply.mask[i] ? closeUpNumber(reply.weights[i]) : say(texts, 'close_up.masked');
    return make('tr', {
      'data-key': i, tabindex: -1, 'aria-selected': 'false', 'data-masked': reply.mask[i] ? null : '',
    },
    make('th', {scope: 'row', class: 'gf-letters', title: token.length > 16 ? token.slice(0, 400) : null},
      closeUpToken(token)),
    make('td', {class: 'gf-close-vector'}, canvas), number(reply.dot[i]), number(reply.scaled[i]),
    closeUpWeightCell(weight, reply.used ? null : reply.weights[i], 'computed'),
    ...(reply.used ? [closeUpWeightCell(closeUpNumber(reply.used[i]), reply.used[i], 'used')] : []));
  });
  closePart(close, 'keys').replaceChildren(closeUpKeysHead(texts, reply), make('tbody', {}, ...rows));
};

/**
 * The bars of all products, on the scale that those of every visible key share; returns its ends.
 * @param {CloseUp} close
 * @param {number} key
 * @param {number[]} products
 */
const drawCloseUpProducts = (close, key, products) => {
  const {reply} = close, seen = reply.keys.filter((_, k) => reply.mask[k] || k === key);
  const all = seen.flatMap(vector => vector.map((value, i) => value * reply.query[i]));
  const highest = all.reduce((most, value) => Math.max(most, value), 1e-9);
  const lowest = all.reduce((least, value) => Math.min(least, value), 0), svg = closePart(close, 'products');
  svg.setAttribute('viewBox', `0 ${-highest} ${reply.d_k} ${highest - lowest}`);
  svg.replaceChildren(makeSvg('line', {x1: 0, x2: reply.d_k, y1: 0, y2: 0}), ...products.map((value, i) =>
    makeSvg('rect', {
      x: i + 0.14, width: 0.72, y: -Math.max(0, value), height: Math.abs(value),
      'data-sign': value < 0 ? 'less' : 'more', 'data-value': value,
    })));
  return {highest, lowest};
};

/**
 * @param {View} view
 * @param {CloseUp} close
 * @param {number} most
 */
const drawCloseUpScale = (view, close, most) => {
  const ramp = make('i'), stops = Array.from({length: 21}, (_, i) =>
    cssColour(signedColour(view.colours, close.place.kind, i / 10 - 1)));
  ramp.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
  closePart(close, 'scale').replaceChildren(closeUpNumber(-most, 2), ramp, closeUpNumber(most, 2),
    make('span', {}, 'q, k'));
};

/**
 * Both vectors and their products for the chosen key, and the chain of numbers from the product to the weight.
 * @param {View} view
 * @param {CloseUp} close
 */
export const drawCloseUpPair = (view, close) => {
  const {texts} = view, {reply, place: {packed, kind, query}} = close, key = closeUpKey(close, reply);
  const products = reply.query.map((value, i) => value * reply.keys[key][i]), size = reply.d_k;
  const most = closeUpVectorMost(reply), name = closeUpToken(keyTokens(packed, kind)[key]);
  const own = closeUpToken(queryTokens(packed, kind, view.choice.rows)[query]);
  Object.assign(close, {key, products});
  const strips = [{part: 'q', vector: reply.query, token: own}, {part: 'k', vector: reply.keys[key], token: name}];
  for (const {part, vector, token} of strips) {
    closeUpStrip(view, closePart(close, part), vector, most);
    closePart(close, part).setAttribute('aria-label', say(texts, `close_up.strip.${part}`, {size, token}));
  }
  const {highest, lowest} = drawCloseUpProducts(close, key, products);
  closePart(close, 'ends').replaceChildren(make('span', {}, closeUpNumber(highest, 2)), make('span', {}, 'q×k'),
    make('span', {}, closeUpNumber(lowest, 2)));
  drawCloseUpScale(view, close, most);
  closePart(close, 'title').replaceChildren(make('span', {}, say(texts, 'close_up.products')),
    make('span', {class: 'gf-hint'}, say(texts, 'close_up.products.key', {token: name})));
  drawCloseUpChain(view, close);
  markCloseUpAt(view, close, Math.min(close.at, size - 1));
  for (const row of closePart(close, 'keys').querySelectorAll('[data-key]')) {
    const chosen = +row.dataset.key === key;
    row.setAttribute('aria-selected', String(chosen));
    row.tabIndex = chosen ? 0 : -1;
    if (chosen) keepRowInSight(closePart(close, 'scroll'), row);
  }
};

/**
 * @param {View} view
 * @param {CloseUp} close
 */
const drawCloseUpChain = (view, close) => {
  const {texts} = view, {reply, key} = close, seen = reply.mask[key], scaling = reply.model_scales !== false;
  const {power, sum, keys} = closeUpShare(reply, closeUpScores(reply), key);
  /**
   * @param {string} name
   * @param {string} label
   * @param {string} number
   * @param {string | null} [title]
   */
  const link = (name, label, number, title = null) => make('li', {'data-link': name, title},
    make('span', {class: 'gf-hint'}, label), make('b', {}, number));
  const share = seen ? `${power.toFixed(4)} ÷ ${sum.toFixed(4)}` : say(texts, 'close_up.masked');
  closePart(close, 'chain').replaceChildren(
    link('dot', 'q·k', closeUpNumber(reply.dot[key])),
    ...(scaling ? [link('scaled', say(texts, 'close_up.divided', {d_k: reply.d_k}), closeUpNumber(reply.scaled[key]))]
      : []),
    link('softmax', say(texts, 'close_up.softmax', {count: keys}), share, say(texts, 'close_up.softmax.hint')),
    link('weight', say(texts, reply.used ? 'close_up.weight.computed' : 'close_up.weight'),
      closeUpNumber(reply.weights[key])),
    ...(reply.used ? [link('used', say(texts, `close_up.used.${reply.change}`), closeUpNumber(reply.used[key]))] : []));
  closePart(close, 'formula-note').textContent = say(texts,
    scaling ? 'close_up.formula' : 'close_up.formula.unscaled',
    {d_k: reply.d_k, root: Math.sqrt(reply.d_k).toFixed(3)});
};

/**
 * One dimension pointed at: its three numbers; -1 for none.
 * @param {View} view
 * @param {CloseUp} close
 * @param {number} at
 */
export const markCloseUpAt = (view, close, at) => {
  const {texts} = view, {reply, products, key} = close;
  const field = closePart(close, 'field'), cursor = closePart(close, 'cursor');
  close.at = at;
  cursor.hidden = at < 0;
  cursor.style.left = `${100 * (at + 0.5) / reply.d_k}%`;
  const words = at < 0 ? say(texts, 'close_up.sum', {size: reply.d_k, dot: closeUpNumber(reply.dot[key])})
    : say(texts, 'close_up.element', {
      index: at + 1, q: closeUpNumber(reply.query[at]), k: closeUpNumber(reply.keys[key][at]),
      product: closeUpNumber(products[at]),
    });
  closePart(close, 'readout').textContent = words;
  const aria = {
    label: say(texts, 'close_up.field'), valuemin: 0, valuemax: reply.d_k, valuenow: at + 1, valuetext: words,
  };
  for (const [name, value] of Object.entries(aria)) field.setAttribute(`aria-${name}`, value);
};

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
  const {texts} = view, {histogram: {edges, raw, scaled}} = close.reply, host = closePart(close, 'histogram');
  const width = clamp(host.clientWidth || 480, 240, 680), height = 196, left = 44, bottom = 40, top = 12, right = 8;
  const most = Math.max(1, ...raw, ...scaled), [low, high] = [edges[0], edges[edges.length - 1]];
  const span = high - low || 1;
  /** @param {number} value */
  const at = value => left + (value - low) / span * (width - left - right);
  /** @param {number} i */
  const x = i => at(edges[i]).toFixed(1);
  const middle = (top + height - bottom) / 2;
  /** @param {number} count */
  const y = count => (height - bottom - count / most * (height - bottom - top)).toFixed(1);
  const floor = y(0);
  const step = niceStep(span / Math.max(3, Math.floor(width / 80))), ticks = [];
  for (let value = Math.ceil(low / step) * step; value <= high + 1e-9; value += step) ticks.push(value);
  const decimals = clamp(-Math.floor(Math.log10(step)), 0, 4);
  /** @param {number} value */
  const short = value => closeUpNumber(Math.abs(value) < step / 2 ? 0 : value, decimals);
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
    ...ticks.flatMap(value => [makeSvg('path', {class: 'gf-close-axis', d: `M${at(value)} ${floor}v4`}),
      text(short(value), {x: at(value), y: +floor + 16, 'text-anchor': 'middle'})]),
    text(String(most), {x: left - 6, y: +y(most) + 4, 'text-anchor': 'end'}),
    text('0', {x: left - 6, y: +floor + 4, 'text-anchor': 'end'}),
    axisName('score', {x: (left + width - right) / 2, y: height - 6}),
    axisName('count', {x: 12, y: middle, transform: `rotate(-90 12 ${middle})`}),
    outline('scaled', scaled), outline('raw', raw));
  host.replaceChildren(svg);
};

/**
 * @param {View} view
 * @param {CloseUp} close
 */
export const drawCloseUpNumbers = (view, close) => {
  const {texts} = view, {reply} = close, {histogram} = reply, scaling = reply.model_scales !== false;
  /**
   * @param {string} name
   * @param {any} words
   */
  const heading = (name, words) => make('th', {scope: 'col'},
    make('span', {class: `gf-close-sample gf-close-sample-${name}`}), words);
  /** @param {string} name */
  const row = name => make('tr', {'data-measure': name},
    make('th', {scope: 'row'}, say(texts, `close_up.${name}`)),
    ...['raw', 'scaled'].map(which =>
      make('td', {class: 'gf-number'}, closeUpNumber(histogram[`${which}_${name}`], 3))));
  closePart(close, 'histogram-title').replaceChildren(make('span', {}, say(texts, 'close_up.histogram')),
    make('span', {class: 'gf-hint'}, say(texts, 'close_up.histogram.hint')));
  closePart(close, 'numbers').replaceChildren(
    make('thead', {}, make('tr', {}, make('td'), heading('raw', 'q·k'), heading('scaled', `q·k ÷ √${reply.d_k}`))),
    make('tbody', {}, ...['variance', 'entropy', 'largest'].map(row)));
  const said = Object.fromEntries(['raw', 'scaled'].flatMap(which => ['variance', 'entropy', 'largest'].map(name =>
    [`${which}_${name}`, closeUpNumber(histogram[`${which}_${name}`], 2)])));
  closePart(close, 'said').textContent = say(texts, scaling ? 'close_up.said' : 'close_up.said.unscaled',
    {d_k: reply.d_k, root: Math.sqrt(reply.d_k).toFixed(2), ...said});
};
