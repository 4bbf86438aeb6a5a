// The state, what a change of it draws, and the controls.

import {cssColour, readColours, shade} from '../shared/colours.js';
import {make, movedIndex, targetOf} from '../shared/elements.js';
import {clamp, minus} from '../shared/numbers.js';
import {INVISIBLE, say} from '../shared/text.js';
import {followTheme, followWidth} from '../shared/watching.js';
import {drawHeads, markHeads, paintHeads, wireHeads} from './heads.js';
import {focusOverTime, tellingHead, unpackHistory} from './history.js';
import {
  cellUnder, headTitle, layOutPicture, paintMoving, paintStill, pictureWords, readoutText, savePicture,
} from './picture.js';
import {drawTimeline, markTimeline, stepText} from './timeline.js';

/** @import {Gradio, History, Kind, TimeChoice, TimeView} from './types.js' */

const FRAME_EVERY = 450; // milliseconds a snapshot when it plays
const SAID_LETTERS = 200; // an untrained model writes hundreds

/**
 * Only what depends on what changed is drawn.
 * @param {TimeView} view
 * @param {Partial<TimeChoice>} changes
 */
const changeTime = (view, changes) => {
  const before = view.choice;
  view.choice = {...before, ...changes};
  /** @param {'sentence' | 'kind' | 'layer' | 'head' | 'at'} name */
  const differs = name => view.choice[name] !== before[name];
  if (differs('sentence') || differs('kind')) {
    drawTime(view);
    return;
  }
  if (differs('layer') || differs('head')) {
    view.focus = focusOverTime(view.history, view.choice);
    drawTimeline(view);
    markHeads(view);
    drawTitle(view);
  }
  drawMoment(view);
};

/**
 * All that moves with time: this alone is done for each frame.
 * @param {TimeView} view
 */
const drawMoment = view => {
  markTimeline(view);
  paintHeads(view);
  paintMoving(view);
  drawSaid(view);
  markReading(view);
};

/** @param {TimeView} view */
const markReading = view => {
  view.part('readout').textContent = readoutText(view);
  if (view.timer !== null) return;
  clearTimeout(view.telling); // told once it rests
  view.telling = setTimeout(() => {
    const words = pictureWords(view);
    view.part('figure').setAttribute('aria-label', words);
    view.part('live').textContent = words;
  }, 400);
};

/**
 * The translation of the step; what the reference has not is quieter.
 * @param {TimeView} view
 */
const drawSaid = view => {
  const {history, choice, texts} = view, {step, loss, bleu, states} = history.moments[choice.at];
  const {translation, log_prob} = states[choice.sentence], {reference} = history.sentences[choice.sentence];
  /** @param {string} text */
  const pieces = text => text.split(/(\s+|[\u2e80-\u9fff\uff00-\uffef])/).filter(piece => piece);
  /** @param {string} piece */
  const bare = piece => piece.toLowerCase().replace(/^\p{P}+|\p{P}+$/gu, '');
  const known = new Set(pieces(reference).map(bare));
  const letters = Array.from(translation), shown = letters.length > SAID_LETTERS ? `${letters.slice(0, SAID_LETTERS).join('')}…` : translation;
  view.part('translation').replaceChildren(...pieces(shown.replace(INVISIBLE, ' ')).map(piece =>
    known.has(bare(piece)) ? piece : make('span', {class: 'gf-time-other'}, piece)));
  view.part('translation').title = say(texts, 'log_prob', {value: log_prob === null ? '−∞' : minus(log_prob, 1)});
  const facts = [say(texts, 'now.step', {step: stepText(step)}),
    ...(loss === null ? [] : [say(texts, 'now.perplexity', {value: Math.exp(loss).toFixed(loss < 4.6 ? 1 : 0)})]),
    ...(bleu === null ? [] : [say(texts, 'now.bleu', {value: bleu.toFixed(1)})]),
    say(texts, 'now.log_prob', {value: log_prob === null ? '−∞' : minus(log_prob, 1)})];
  view.part('now').textContent = facts.join(' · ');
  view.part('reference').textContent = reference.replace(INVISIBLE, ' ');
};

/** @param {TimeView} view */
const drawTitle = view => {
  view.part('title').textContent = headTitle(view);
  view.part('meaning').textContent = say(view.texts, `meaning.${view.choice.kind}`);
};

/** @param {TimeView} view */
const drawTime = view => {
  const {history, choice, texts, root} = view;
  if (!history || !root.clientWidth) return;
  root.dataset.kind = choice.kind;
  const wide = root.clientWidth < 760 ? 'narrow' : 'wide';
  root.dataset.width = root.clientWidth < 520 ? 'phone' : wide;
  view.trackWidth = Math.floor(view.part('range').parentElement.clientWidth);
  view.pictureWidth = Math.floor(view.part('figure').clientWidth);
  view.sans = getComputedStyle(root).fontFamily;
  view.focus = focusOverTime(history, choice);
  view.hover = null;
  view.part('range').max = history.moments.length - 1;
  view.part('look').textContent = say(texts, `look.${choice.kind}`);
  view.part('averaged').hidden = history.averaged < 2;
  view.part('averaged').textContent = say(texts, 'averaged', {count: history.averaged});
  view.part('kinds').replaceChildren(...['cross', 'encoder', 'decoder'].map(kind => make('button', {type: 'button', role: 'radio',
    'data-pick': kind, 'aria-checked': String(kind === choice.kind), tabindex: kind === choice.kind ? 0 : -1}, say(texts, `kind.${kind}.short`))));
  view.part('sentence').replaceChildren(...history.sentences.map(({source}, i) => make('option', {value: i}, source.replace(INVISIBLE, ' '))));
  view.part('sentence').value = choice.sentence;
  const {background, hues} = view.colours, stops = Array.from({length: 9}, (_, i) => cssColour(shade(background, hues[choice.kind], i / 8)));
  view.part('scale').style.background = `linear-gradient(to right, ${stops.join(', ')})`;
  drawTimeline(view);
  drawHeads(view);
  drawTitle(view);
  drawPlaying(view);
  layOutPicture(view);
  paintStill(view);
  drawMoment(view);
  root.dataset.drawn = `${history.name} ${choice.sentence} ${choice.kind}`;
};

/** @param {TimeView} view */
const drawPlaying = view => {
  const on = view.timer !== null, play = view.part('play');
  play.textContent = on ? '❚❚' : '▶';
  play.setAttribute('aria-pressed', String(on));
  play.setAttribute('aria-label', say(view.texts, on ? 'pause' : 'play'));
  play.title = say(view.texts, on ? 'pause' : 'play');
};

/** @param {TimeView} view */
const pauseTime = view => {
  if (view.timer === null) return;
  clearInterval(view.timer);
  view.timer = null;
  drawPlaying(view);
  markReading(view);
};

/** @param {TimeView} view */
const playTime = view => {
  const last = () => view.history.moments.length - 1;
  if (view.choice.at >= last()) view.change({at: 0});
  view.timer = setInterval(() => {
    if (!view.root.isConnected || view.choice.at >= last()) { pauseTime(view); return; }
    view.change({at: view.choice.at + 1});
    if (view.choice.at >= last()) pauseTime(view);
  }, FRAME_EVERY);
  drawPlaying(view);
};

/**
 * A payload that has arrived: what a person chose stays where the same run has grown; who was at its end stays there.
 * @param {TimeView} view
 */
const takeHistory = async view => {
  const reading = view.reading += 1, value = view.props.value;
  let history = null, note = 'empty';
  try {
    if (value) history = await unpackHistory(value);
  } catch (error) {
    console.error(error);
    note = 'broken';
  }
  if (reading !== view.reading) return; // a newer one came meanwhile
  const old = view.history, same = old && history && old.name === history.name && old.layers === history.layers
    && old.heads === history.heads && old.sentences.length === history.sentences.length;
  const atEnd = old && view.choice.at === old.moments.length - 1;
  if (!same) pauseTime(view);
  clearTimeout(view.telling); // of a history that may be gone by then
  view.hover = null;
  view.history = /** @type {History} */ (history);
  view.part('body').hidden = !history;
  view.part('empty').hidden = Boolean(history);
  view.note = note;
  view.part('empty').textContent = say(view.texts, note);
  if (!history) return;
  const last = history.moments.length - 1;
  if (same) {
    const step = old.moments[view.choice.at].step, at = history.moments.findLastIndex(moment => moment.step <= step);
    view.choice = {...view.choice, at: atEnd ? last : Math.max(0, at)};
  } else view.choice = {sentence: 0, kind: 'cross', ...tellingHead(history, 0, 'cross'), at: last};
  drawTime(view);
};

/** @param {TimeView} view */
const dressTime = view => {
  view.texts = JSON.parse(view.props.texts ?? view.given.texts);
  view.part('empty').textContent = say(view.texts, view.note);
  for (const node of view.root.querySelectorAll('[data-text]')) node.textContent = say(view.texts, node.dataset.text);
  for (const node of view.root.querySelectorAll('[data-label]')) node.setAttribute('aria-label', say(view.texts, node.dataset.label));
  for (const node of view.root.querySelectorAll('[data-save]'))
    node.setAttribute('aria-label', say(view.texts, 'save', {format: node.dataset.save.toUpperCase()}));
};

/**
 * Follow the pointer over the large picture.
 * @param {TimeView} view
 */
const wirePicture = view => {
  const figure = view.part('figure');
  figure.addEventListener('pointermove', event => {
    if (!view.history) return;
    const found = cellUnder(view, event);
    if (found?.query === view.hover?.query && found?.key === view.hover?.key) return;
    view.hover = found;
    paintStill(view);
    view.part('readout').textContent = readoutText(view);
  });
  figure.addEventListener('pointerleave', () => {
    view.hover = null;
    if (!view.history) return;
    paintStill(view);
    view.part('readout').textContent = readoutText(view);
  });
};

/** @param {TimeView} view */
const wireTime = view => {
  const range = view.part('range'), figure = view.part('figure');
  /** @param {number} at */
  const go = at => { pauseTime(view); view.change({at: clamp(at, 0, view.history.moments.length - 1)}); };
  const toggle = () => view.timer === null ? playTime(view) : pauseTime(view);
  range.addEventListener('input', () => go(Number(range.value)));
  for (const node of [range, figure]) {
    node.addEventListener('keydown', event => {
      if (event.key === ' ') toggle();
      else if (node === figure && movedIndex(event.key, 0, 2) !== null)
        go(movedIndex(event.key, view.choice.at, view.history.moments.length) ?? 0);
      else return;
      event.preventDefault();
    });
  }
  view.part('play').addEventListener('click', toggle);
  view.part('chart').addEventListener('pointerdown', event => {
    /** @param {MouseEvent} move */
    const follow = move => {
      const x = move.clientX - view.part('chart').getBoundingClientRect().left, {at} = view.marks;
      go(at.reduce((/** @type {number} */ best, /** @type {number} */ place, /** @type {number} */ i) => Math.abs(place - x) < Math.abs(at[best] - x) ? i : best, 0));
    };
    /** @type {SVGElement} */ (event.target).ownerSVGElement?.setPointerCapture?.(event.pointerId);
    follow(event);
    view.part('chart').onpointermove = move => { if (move.buttons) follow(move); };
  });
  view.part('kinds').addEventListener('click', event => {
    const kind = targetOf(event).closest('[data-pick]')?.dataset.pick;
    if (kind && kind !== view.choice.kind) view.change({kind, ...tellingHead(view.history, view.choice.sentence, kind)});
  });
  view.part('kinds').addEventListener('keydown', event => {
    /** @type {Kind[]} */
    const order = ['cross', 'encoder', 'decoder'];
    const to = movedIndex(event.key, order.indexOf(view.choice.kind), 3);
    if (to === null) return;
    event.preventDefault();
    view.change({kind: order[to], ...tellingHead(view.history, view.choice.sentence, order[to])});
    view.part('kinds').querySelector('[tabindex="0"]').focus();
  });
  view.part('sentence').addEventListener('change', event => view.change({sentence: Number(targetOf(event).value)}));
  for (const node of view.root.querySelectorAll('[data-save]'))
    node.addEventListener('click', () => savePicture(view, node.dataset.save));
};

/**
 * Bring the component to life in its element; `given` holds the properties until an update brings others.
 * @param {Omit<Gradio, 'server' | 'trigger'>} omit
 */
export const mount = ({element, props, watch, given}) => {
  const view = /** @type {TimeView} */ (/** @type {unknown} */ ({
    root: element, props, given, texts: {}, history: null, choice: {sentence: 0, kind: 'cross', layer: 0, head: 0, at: 0},
    focus: [], tiles: [], marks: null, hover: null, timer: null, note: 'empty', sans: '', colours: readColours(element),
    reading: 0, part: (/** @type {string} */ name) => element.querySelector(`[data-part="${name}"]`),
  }));
  view.change = changes => changeTime(view, changes);
  dressTime(view);
  wireTime(view);
  wirePicture(view);
  wireHeads(view);
  watch('texts', () => { dressTime(view); drawTime(view); });
  watch('value', () => takeHistory(view));
  followWidth(element, () => drawTime(view));
  followTheme(element, () => {
    view.colours = readColours(element);
    drawTime(view);
  });
  takeHistory(view);
  return view;
};
