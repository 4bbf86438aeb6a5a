// The parts of the close-up: both vectors and their products, the chain from the product to the weight,
// the table of keys, the histogram of all scores.

import {cssColour, signedColour} from '../../shared/colours.js';
import {keepRowInSight, make, makeSvg, sayPointing} from '../../shared/elements.js';
import {shortText} from '../../shared/numbers.js';
import {say, sayCount} from '../../shared/text.js';
import {closeUpLargest, closeUpNumber, closeUpScores, closeUpShare, closeUpVectorMost} from './numbers.js';
import {keyTokens, queryTokens} from '../numbers/payload.js';
import {closePart, closeUpStrip, closeUpToken} from './strip.js';

/** @import {CloseUp, CloseUpReply} from './types.js' */
/** @import {View} from '../types.js' */

/**
 * The key whose products are shown: the one chosen for this translation and kind, else the one with the largest weight.
 * @param {CloseUp} close
 * @param {CloseUpReply} reply
 */
const closeUpKey = (close, reply) => {
  const {packed, kind} = close.place;
  const key = close.keys.get(`${packed.id}|${kind}`);
  return key !== undefined && key < reply.weights.length ? key : closeUpLargest(reply);
};

/**
 * The bars of all products, on one scale for all visible keys; returns its ends.
 * @param {CloseUp} close
 * @param {number} key
 * @param {number[]} products
 */
const drawCloseUpProducts = (close, key, products) => {
  const {reply} = close;
  const seen = reply.keys.filter((_, k) => reply.mask[k] || k === key);
  const all = seen.flatMap(vector => vector.map((value, i) => value * reply.query[i]));
  const highest = all.reduce((most, value) => Math.max(most, value), 1e-9);
  const lowest = all.reduce((least, value) => Math.min(least, value), 0);
  const svg = closePart(close, 'products');
  svg.setAttribute('viewBox', `0 ${-highest} ${reply.d_k} ${highest - lowest}`);
  svg.replaceChildren(
    makeSvg('line', {x1: 0, x2: reply.d_k, y1: 0, y2: 0}),
    ...products.map((value, i) =>
      makeSvg('rect', {
        x: i + 0.14,
        width: 0.72,
        y: -Math.max(0, value),
        height: Math.abs(value),
        'data-sign': value < 0 ? 'less' : 'more',
        'data-value': value,
      }),
    ),
  );
  return {highest, lowest};
};

/**
 * @param {View} view
 * @param {CloseUp} close
 * @param {number} most
 */
const drawCloseUpScale = (view, close, most) => {
  const ramp = make('i');
  const stops = Array.from({length: 21}, (_, i) => cssColour(signedColour(view.colours, close.place.kind, i / 10 - 1)));
  ramp.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
  closePart(close, 'scale').replaceChildren(
    closeUpNumber(-most, 2),
    ramp,
    closeUpNumber(most, 2),
    make('span', {}, 'q, k'),
  );
};

/**
 * Both vectors and their products for the chosen key, and the chain of numbers from the product to the weight.
 * @param {View} view
 * @param {CloseUp} close
 */
export const drawCloseUpPair = (view, close) => {
  const {texts} = view;
  const {
    reply,
    place: {packed, kind, query},
  } = close;
  const key = closeUpKey(close, reply);
  const products = reply.query.map((value, i) => value * reply.keys[key][i]);
  const size = reply.d_k;
  const most = closeUpVectorMost(reply);
  const name = closeUpToken(keyTokens(packed, kind)[key]);
  const own = closeUpToken(queryTokens(packed, kind, view.choice.rows)[query]);
  Object.assign(close, {key, products});
  const strips = [
    {part: 'q', vector: reply.query, token: own},
    {part: 'k', vector: reply.keys[key], token: name},
  ];
  for (const {part, vector, token} of strips) {
    closeUpStrip(view, closePart(close, part), vector, most);
    closePart(close, part).setAttribute('aria-label', say(texts, `close_up.strip.${part}`, {size, token}));
  }
  const {highest, lowest} = drawCloseUpProducts(close, key, products);
  closePart(close, 'ends').replaceChildren(
    make('span', {}, closeUpNumber(highest, 2)),
    make('span', {}, 'q ⊙ k'),
    make('span', {}, closeUpNumber(lowest, 2)),
  );
  drawCloseUpScale(view, close, most);
  closePart(close, 'title').replaceChildren(
    make('span', {}, say(texts, 'close_up.products')),
    make('span', {class: 'gf-hint'}, say(texts, 'close_up.products.key', {token: name})),
  );
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
  const {texts} = view;
  const {reply, key} = close;
  const seen = reply.mask[key];
  const scaling = reply.model_scales !== false;
  const {power, sum, keys} = closeUpShare(reply, closeUpScores(reply), key);
  /**
   * @param {string} name
   * @param {string} label
   * @param {string} number
   * @param {string | null} [title]
   */
  const link = (name, label, number, title = null) =>
    make('li', {'data-link': name, title}, make('span', {class: 'gf-hint'}, label), make('b', {}, number));
  const share = seen ? `${shortText(power)} ÷ ${closeUpNumber(sum)}` : say(texts, 'close_up.masked');
  closePart(close, 'chain').replaceChildren(
    link('dot', 'q·k', closeUpNumber(reply.dot[key])),
    ...(scaling
      ? [link('scaled', say(texts, 'close_up.divided', {d_k: reply.d_k}), closeUpNumber(reply.scaled[key]))]
      : []),
    link('softmax', sayCount(texts, 'close_up.softmax', keys), share, say(texts, 'close_up.softmax.hint')),
    link(
      'weight',
      say(texts, reply.used ? 'close_up.weight.computed' : 'close_up.weight'),
      shortText(reply.weights[key]),
    ),
    ...(reply.used ? [link('used', say(texts, `close_up.used.${reply.change}`), shortText(reply.used[key]))] : []),
  );
  closePart(close, 'formula-note').textContent = say(
    texts,
    scaling ? 'close_up.formula' : 'close_up.formula.unscaled',
    {d_k: reply.d_k, root: Math.sqrt(reply.d_k).toFixed(3)},
  );
};

/**
 * Show the three numbers of a hovered dimension; -1 for none.
 * @param {View} view
 * @param {CloseUp} close
 * @param {number} at
 */
export const markCloseUpAt = (view, close, at) => {
  const {texts} = view;
  const {reply, products, key} = close;
  const field = closePart(close, 'field');
  const cursor = closePart(close, 'cursor');
  close.at = at;
  cursor.hidden = at < 0;
  cursor.style.left = `${(100 * (at + 0.5)) / reply.d_k}%`;
  const words =
    at < 0
      ? sayPointing(texts, 'close_up.sum', {size: reply.d_k, dot: closeUpNumber(reply.dot[key])})
      : say(texts, 'close_up.element', {
          index: at + 1,
          q: closeUpNumber(reply.query[at]),
          k: closeUpNumber(reply.keys[key][at]),
          product: closeUpNumber(products[at]),
        });
  closePart(close, 'readout').textContent = words;
  const aria = {
    label: say(texts, 'close_up.field'),
    valuemin: 0,
    valuemax: reply.d_k,
    valuenow: at + 1,
    valuetext: words,
  };
  for (const [name, value] of Object.entries(aria)) field.setAttribute(`aria-${name}`, value);
};
