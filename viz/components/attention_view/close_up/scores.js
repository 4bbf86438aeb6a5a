// The effect of 1/sqrt(d_k) on all scores of a head: their histogram before and after, and three measures of it.

import {make, makePicture, makeSvg} from '../../shared/elements.js';
import {clamp} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';
import {closeUpNumber, niceStep} from './numbers.js';
import {closePart} from './strip.js';

/** @import {Attributes, View} from '../types.js' */
/** @import {CloseUp} from './types.js' */

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
  const step = niceStep(span / Math.max(3, Math.floor(width / 80)));
  const ticks = [];
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
