// The slider's picture: validation loss above, the focus of the chosen head beneath, one mark per snapshot.

import {makeSvg} from '../shared/elements.js';
import {grouped} from '../shared/locale.js';
import {clamp, rounded} from '../shared/numbers.js';
import {say} from '../shared/text.js';
import {flatFocus, headAt} from './history.js';

/** @import {Moment, TimeView} from './types.js' */

const TIME_EDGE = 8; // pixels from the edge of the slider to the middle of its thumb at either end

const LOSS_HIGH = 64;
const FOCUS_HIGH = 44;
const TIME_GAP = 34;

const FOCUS_NAME = 15; // pixels below the upper chart: a value of 1 is written below the name

const TIME_HIGH = 16 + LOSS_HIGH + TIME_GAP + FOCUS_HIGH + 6;

/**
 * Position of a step: snapshots are evenly spaced, other steps are interpolated.
 * @param {Moment[]} moments
 * @param {number} step
 * @param {number} width
 */
const placeOfStep = (moments, step, width) => {
  const last = moments.length - 1;
  const room = width - 2 * TIME_EDGE;
  let after = moments.findIndex(moment => moment.step >= step);
  if (after < 0) after = last;
  const before = Math.max(0, after - 1);
  const span = moments[after].step - moments[before].step;
  const share = span ? clamp((step - moments[before].step) / span, 0, 1) : 1;
  return TIME_EDGE + room * (last ? (before + (after - before) * share) / last : 0);
};

/** @param {TimeView} view */
export const drawTimeline = view => {
  const {history, texts} = view;
  const chart = view.part('chart');
  const width = view.trackWidth;
  const {moments} = history;
  const known = history.curve.filter(([step]) => step <= moments[moments.length - 1].step && step >= moments[0].step);
  const losses = known.map(([, loss]) => loss);
  const low = Math.min(...losses);
  const high = Math.max(...losses);
  const top = 16;
  /** @param {number} loss */
  const lossPlace = loss => top + LOSS_HIGH * (1 - (loss - low) / (high - low || 1));
  const base = top + LOSS_HIGH + TIME_GAP + FOCUS_HIGH;
  /** @param {number} value */
  const focusPlace = value => base - FOCUS_HIGH * value;
  const at = moments.map(({step}) => placeOfStep(moments, step, width));
  const focus = view.focus;
  /** @param {number[][]} points */
  const line = points => points.map(([x, y]) => `${rounded(x)},${rounded(y)}`).join(' ');
  /** @param {number} y */
  const rule = y => makeSvg('line', {x1: 0, x2: width, y1: y, y2: y, class: 'gf-time-rule'});
  /**
   * @param {number} x
   * @param {number} y
   * @param {string} text
   * @param {string} anchor
   * @param {string} [name]
   */
  const label = (x, y, text, anchor, name = '') => makeSvg('text', {x, y, 'text-anchor': anchor, class: name}, text);
  const flat = focusPlace(flatFocus(headAt(history, view.choice, 0), view.choice.kind));
  chart.setAttribute('viewBox', `0 0 ${width} ${TIME_HIGH}`);
  chart.setAttribute('height', TIME_HIGH);
  view.marks = {
    at,
    lossPlace,
    focusPlace,
    stem: makeSvg('line', {y1: top - 8, y2: TIME_HIGH, class: 'gf-time-stem'}),
    loss: makeSvg('circle', {r: 4.5, class: 'gf-time-dot'}),
    focus: makeSvg('circle', {r: 4.5, class: 'gf-time-dot gf-time-hue'}),
    lossText: label(0, 0, '', 'start', 'gf-time-value'),
    focusText: label(0, 0, '', 'start', 'gf-time-value gf-time-hue'),
  };
  const {stem, loss, focus: focusDot, lossText, focusText} = view.marks;
  chart.replaceChildren(
    rule(top + LOSS_HIGH + 0.5),
    rule(base + 0.5),
    makeSvg('line', {x1: 0, x2: width, y1: flat, y2: flat, class: 'gf-time-flat'}),
    stem,
    makeSvg('polyline', {
      points: line(known.map(([step, value]) => [placeOfStep(moments, step, width), lossPlace(value)])),
      class: 'gf-time-loss',
    }),
    makeSvg('polyline', {points: line(focus.map((value, i) => [at[i], focusPlace(value)])), class: 'gf-time-focus'}),
    ...moments.flatMap((moment, i) =>
      moment.loss === null
        ? []
        : [makeSvg('circle', {cx: at[i], cy: lossPlace(moment.loss), r: 1.8, class: 'gf-time-speck'})],
    ),
    ...focus.map((value, i) =>
      makeSvg('circle', {cx: at[i], cy: focusPlace(value), r: 1.8, class: 'gf-time-speck gf-time-hue'}),
    ),
    label(
      width,
      10,
      known.length ? say(texts, 'loss.range', {low: low.toFixed(2), high: high.toFixed(2)}) : say(texts, 'loss'),
      'end',
    ),
    label(0, top + LOSS_HIGH + FOCUS_NAME, say(texts, 'focus'), 'start', 'gf-time-hue'),
    loss,
    focusDot,
    lossText,
    focusText,
  );
  drawTicks(view, at);
};

/**
 * As many steps as fit, including the first and the last.
 * @param {TimeView} view
 * @param {number[]} at
 */
const drawTicks = (view, at) => {
  const {moments} = view.history;
  const ticks = view.part('ticks');
  const width = view.trackWidth;
  const last = moments.length - 1;
  /** @param {number} i */
  const wide = i => grouped(moments[i].step).length * 7 + 18;
  const chosen = [0];
  const end = at[last] - wide(last);
  for (let i = 1; i < last; i++) {
    const before = chosen[chosen.length - 1];
    if (at[i] - wide(i) / 2 > at[before] + wide(before) / 2 && at[i] + wide(i) / 2 < end) chosen.push(i);
  }
  if (last) chosen.push(last);
  ticks.setAttribute('viewBox', `0 0 ${width} 36`);
  ticks.setAttribute('height', 36);
  /** @param {number} i */
  const place = i => {
    if (i === 0) return {x: 0, 'text-anchor': 'start'};
    return i === last ? {x: width, 'text-anchor': 'end'} : {x: at[i], 'text-anchor': 'middle'};
  };
  ticks.replaceChildren(
    ...chosen.map(i => makeSvg('text', {...place(i), y: 12}, grouped(moments[i].step))),
    makeSvg('text', {x: width / 2, y: 30, 'text-anchor': 'middle'}, say(view.texts, 'axis')),
  );
};

/**
 * Move the marks to the current snapshot.
 * @param {TimeView} view
 */
export const markTimeline = view => {
  const {
    history: {moments},
    choice: {at: now},
    marks,
    focus,
  } = view;
  const x = marks.at[now];
  const {loss} = moments[now];
  const beside = x > view.trackWidth - 56;
  /**
   * @param {SVGElement} node
   * @param {number} y
   */
  const put = (node, y) => {
    node.setAttribute('cx', x);
    node.setAttribute('cy', String(y));
  };
  /**
   * @param {SVGElement} node
   * @param {number} y
   * @param {string} text
   */
  const write = (node, y, text) => {
    node.setAttribute('x', beside ? x - 9 : x + 9);
    node.setAttribute('y', String(y));
    node.setAttribute('text-anchor', beside ? 'end' : 'start');
    node.textContent = text;
  };
  marks.stem.setAttribute('x1', x);
  marks.stem.setAttribute('x2', x);
  marks.loss.style.display = loss === null ? 'none' : '';
  put(marks.loss, loss === null ? 0 : marks.lossPlace(loss));
  put(marks.focus, marks.focusPlace(focus[now]));
  write(
    marks.lossText,
    loss === null ? 0 : Math.max(12, marks.lossPlace(loss) - 6),
    loss === null ? '' : loss.toFixed(2),
  );
  write(marks.focusText, marks.focusPlace(focus[now]) - 6, focus[now].toFixed(2));
  view.part('range').value = now;
  const label = say(view.texts, loss === null ? 'range.step' : 'range.value', {
    step: grouped(moments[now].step),
    loss: loss?.toFixed(2),
  });
  view.part('range').setAttribute('aria-valuetext', label);
};
