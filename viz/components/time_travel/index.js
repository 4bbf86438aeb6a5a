// Time travel: the state, the drawing after its changes, and the controls.

import {readColours} from '../shared/colours.js';
import {writeTexts, movedIndex, showFromTop, targetOf} from '../shared/elements.js';
import {clamp} from '../shared/numbers.js';
import {say} from '../shared/text.js';
import {followTheme, followWidth} from '../shared/watching.js';
import {
  KIND_ORDER,
  drawMoment,
  drawPlaying,
  drawTime,
  drawTitle,
  markHeads,
  markReading,
  wireHeads,
} from './drawing.js';
import {focusOverTime, tellingHead, unpackHistory} from './history.js';
import {cellUnder, paintStill, readoutText, savePicture} from './picture.js';
import {drawTimeline} from './timeline.js';

/** @import {Gradio, History, TimeChoice, TimeView} from './types.js' */

const FRAME_EVERY = 450; // milliseconds per snapshot while playing
/**
 * Draw only the parts that depend on the change.
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
    if (!view.root.isConnected || view.choice.at >= last()) {
      pauseTime(view);
      return;
    }
    view.change({at: view.choice.at + 1});
    if (view.choice.at >= last()) pauseTime(view);
  }, FRAME_EVERY);
  drawPlaying(view);
};

/**
 * Take a new payload: if the same run has grown, choices are kept, and a view of the last step follows it.
 * @param {TimeView} view
 */
const takeHistory = async view => {
  const reading = (view.reading += 1);
  const value = view.props.value;
  let history = null;
  let note = 'empty';
  try {
    if (value) history = await unpackHistory(value);
  } catch (error) {
    console.error(error);
    note = 'broken';
  }
  if (reading !== view.reading) return; // a newer one arrived meanwhile
  const old = view.history;
  const same =
    old &&
    history &&
    old.name === history.name &&
    KIND_ORDER.every(kind => old.layers[kind] === history.layers[kind]) &&
    old.heads === history.heads &&
    old.sentences.length === history.sentences.length;
  const atEnd = old && view.choice.at === old.moments.length - 1;
  if (!same) pauseTime(view);
  clearTimeout(view.telling); // its history may no longer exist by then
  view.hover = null;
  view.history = /** @type {History} */ (history);
  view.part('body').hidden = !history;
  view.part('empty').hidden = Boolean(history);
  view.note = note;
  view.part('empty').textContent = say(view.texts, note);
  if (!history) return;
  const last = history.moments.length - 1;
  if (same) {
    const step = old.moments[view.choice.at].step;
    const at = history.moments.findLastIndex(moment => moment.step <= step);
    view.choice = {...view.choice, at: atEnd ? last : Math.max(0, at)};
  } else view.choice = {sentence: 0, kind: 'cross', ...tellingHead(history, 0, 'cross'), at: last};
  drawTime(view);
};

/** @param {TimeView} view */
const dressTime = view => {
  view.texts = JSON.parse(view.props.texts ?? view.given.texts);
  view.part('empty').textContent = say(view.texts, view.note);
  writeTexts(view.root, view.texts);
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
  const range = view.part('range');
  const figure = view.part('figure');
  /** @param {number} at */
  const go = at => {
    pauseTime(view);
    view.change({at: clamp(at, 0, view.history.moments.length - 1)});
  };
  const toggle = () => {
    if (view.timer !== null) {
      pauseTime(view);
      return;
    }
    // what plays is below the control
    if (figure.getBoundingClientRect().bottom > innerHeight) showFromTop(view.part('look'));
    playTime(view);
  };
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
      const x = move.clientX - view.part('chart').getBoundingClientRect().left;
      const {at} = view.marks;
      go(
        at.reduce(
          (/** @type {number} */ best, /** @type {number} */ place, /** @type {number} */ i) =>
            Math.abs(place - x) < Math.abs(at[best] - x) ? i : best,
          0,
        ),
      );
    };
    /** @type {SVGElement} */ (event.target).ownerSVGElement?.setPointerCapture?.(event.pointerId);
    follow(event);
    view.part('chart').onpointermove = move => {
      if (move.buttons) follow(move);
    };
  });
  view.part('kinds').addEventListener('click', event => {
    const kind = targetOf(event).closest('[data-pick]')?.dataset.pick;
    if (kind && kind !== view.choice.kind)
      view.change({kind, ...tellingHead(view.history, view.choice.sentence, kind)});
  });
  view.part('kinds').addEventListener('keydown', event => {
    const to = movedIndex(event.key, KIND_ORDER.indexOf(view.choice.kind), KIND_ORDER.length);
    if (to === null) return;
    event.preventDefault();
    const kind = KIND_ORDER[to];
    view.change({kind, ...tellingHead(view.history, view.choice.sentence, kind)});
    view.part('kinds').querySelector('[tabindex="0"]').focus();
  });
  view.part('sentence').addEventListener('change', event => view.change({sentence: Number(targetOf(event).value)}));
  for (const node of view.root.querySelectorAll('[data-save]'))
    node.addEventListener('click', () => savePicture(view, node.dataset.save));
};

/**
 * Start the component in its element; `given` holds the properties until an update brings others.
 * @param {Omit<Gradio, 'server' | 'trigger'>} omit
 */
export const mount = ({element, props, watch, given}) => {
  const view = /** @type {TimeView} */ (
    /** @type {unknown} */ ({
      root: element,
      props,
      given,
      texts: {},
      history: null,
      choice: {sentence: 0, kind: 'cross', layer: 0, head: 0, at: 0},
      focus: [],
      tiles: [],
      marks: null,
      hover: null,
      timer: null,
      note: 'empty',
      sans: '',
      colours: readColours(element),
      reading: 0,
      part: (/** @type {string} */ name) => element.querySelector(`[data-part="${name}"]`),
    })
  );
  view.change = changes => changeTime(view, changes);
  dressTime(view);
  wireTime(view);
  wirePicture(view);
  wireHeads(view);
  watch('texts', () => {
    dressTime(view);
    drawTime(view);
  });
  watch('value', () => takeHistory(view));
  followWidth(element, () => drawTime(view));
  followTheme(element, () => {
    view.colours = readColours(element);
    drawTime(view);
  });
  takeHistory(view);
  return view;
};
