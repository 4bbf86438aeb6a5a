// The player: it moves from stage to stage, slowly through the encoder and the first step, then fast.

import {movedIndex, scrollBehavior, targetOf} from '../../shared/elements.js';
import {clamp} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';
import {stepFrom, timeOf} from '../model/stages.js';

/** @import {MachineView, Mode} from '../types.js' */

const SPEEDS = [0.5, 1, 2, 4];
const BREAK = 500; // milliseconds without a frame: the page was hidden, and nothing is made up for
const TRAVEL = 0.35; // share of a stage in which the signal moves on to the next block

/**
 * How long a stage lasts.
 * @param {MachineView} view
 * @param {number} at
 */
const lasting = ({stages, speed}, at) => timeOf(stages, at) / speed;

/**
 * Move the signal between the present block and the next one above it.
 * @param {MachineView} view
 * @param {number} share of the stage that is over
 */
const moveSignal = (view, share) => {
  const {stages, at, layout} = view;
  const signal = view.root.querySelector('[data-part="signal"]');
  const [from, to] = [at, at + 1].map(i => layout.boxes.find(box => box.index === stages[i]?.block));
  const travelled = (share - (1 - TRAVEL)) / TRAVEL;
  const isSeen = from && to && from.x === to.x && to.y < from.y && travelled > 0;
  signal?.setAttribute('visibility', isSeen ? 'visible' : 'hidden');
  if (!isSeen) return;
  const begin = from.y;
  const end = to.y + to.height;
  signal?.setAttribute('cx', String(from.x + from.width / 2));
  signal?.setAttribute('cy', String(begin + (end - begin) * travelled));
};

/**
 * Scroll the page as little as brings the block that computes into sight, where the player stays in sight, too.
 * @param {MachineView} view
 */
const keepInSight = view => {
  if (getComputedStyle(view.part('bar')).position !== 'sticky') return;
  view.part('figure').querySelector('.gf-on')?.scrollIntoView({block: 'nearest', behavior: scrollBehavior()});
};

/** @param {MachineView} view */
const play = view => {
  if (view.at >= view.stages.length - 1) view.set({at: 0});
  view.set({playing: true, follows: true});
  keepInSight(view);
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let since = performance.now();
  let before = since;
  /** @param {number} now */
  const frame = now => {
    if (!view.playing || !view.root.isConnected) return;
    if (view.width === 0) {
      pause(view);
      return;
    } // another tab was opened
    if (now - before > BREAK) since = now;
    before = now;
    const last = view.stages.length - 1;
    let {at} = view;
    for (let time = lasting(view, at); at < last && now - since >= time; time = lasting(view, at)) {
      since += time;
      at += 1;
    }
    if (at !== view.at) {
      view.set({at}); // a slow frame moves on by several stages
      if (view.follows) keepInSight(view);
    }
    if (at >= last) {
      pause(view);
      return;
    }
    if (!still) moveSignal(view, (now - since) / lasting(view, view.at));
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
};

/** @param {MachineView} view */
export const pause = view => {
  if (!view.playing) return;
  view.set({playing: false});
  view.root.querySelector('[data-part="signal"]')?.setAttribute('visibility', 'hidden');
};

/** @param {MachineView} view */
const drawBar = view => {
  const {texts, playing, at, stages, mode, speed} = view;
  const button = view.part('play');
  const range = view.part('range');
  button.textContent = playing ? '❚❚' : '▶';
  button.setAttribute('aria-label', say(texts, playing ? 'pause' : 'play'));
  button.setAttribute('aria-pressed', String(playing));
  view.part('speed').textContent = say(texts, 'speed', {speed});
  view.part('speed').setAttribute('aria-label', say(texts, 'speed.label', {speed}));
  range.max = String(stages.length - 1);
  range.value = String(at);
  range.style.setProperty('--gf-done', `${(100 * at) / Math.max(1, stages.length - 1)}%`);
  for (const choice of view.part('modes').querySelectorAll('[data-mode]')) {
    const isOn = choice.dataset.mode === mode;
    choice.setAttribute('aria-checked', String(isOn));
    choice.tabIndex = isOn ? 0 : -1;
  }
};

/**
 * Another mode, at the same block.
 * @param {MachineView} view
 * @param {Mode} mode
 */
const setMode = (view, mode) => {
  const {machine, stage} = view;
  if (!machine || mode === view.mode) return;
  const {block} = stage;
  view.set({mode});
  view.set({
    at: Math.max(
      0,
      view.stages.findIndex(one => one.block === block),
    ),
  });
};

/** @param {MachineView} view */
export const wirePlayer = view => {
  const range = view.part('range');
  const modes = view.part('modes');
  const toggle = () => {
    if (view.playing) pause(view);
    else play(view);
  };
  /** @param {number} at */
  const step = at => {
    pause(view);
    view.set({at});
    keepInSight(view);
  };
  view.part('play').addEventListener('click', toggle);
  view
    .part('speed')
    .addEventListener('click', () => view.set({speed: SPEEDS[(SPEEDS.indexOf(view.speed) + 1) % SPEEDS.length]}));
  range.addEventListener('input', () => step(Number(range.value)));
  range.addEventListener('keydown', event => {
    if (event.key === ' ') toggle();
    else if (event.key === 'PageUp' || event.key === 'PageDown')
      step(clamp(stepFrom(view.stages, view.at, event.key === 'PageUp' ? 1 : -1), 0, view.stages.length - 1));
    else return;
    event.preventDefault();
  });
  modes.addEventListener('click', event => {
    const mode = targetOf(event).closest('[data-mode]')?.dataset.mode;
    if (mode) {
      pause(view);
      setMode(view, mode);
    }
  });
  modes.addEventListener('keydown', event => {
    const to = movedIndex(event.key, view.mode === 'train' ? 1 : 0, 2);
    if (to === null) return;
    event.preventDefault();
    pause(view);
    setMode(view, to ? 'train' : 'generate');
    modes.querySelector('[tabindex="0"]').focus();
  });
  for (const input of ['wheel', 'touchmove'])
    document.addEventListener(input, () => view.follows && view.set({follows: false}), {passive: true});
  new ResizeObserver(() =>
    view.root.style.setProperty('--gf-bar-height', `${view.part('bar').offsetHeight}px`),
  ).observe(view.part('bar'));
  view.follow(of => [of.texts, of.playing, of.at, of.stages, of.mode, of.speed], drawBar);
};
