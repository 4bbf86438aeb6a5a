// The texts of the template, progress messages and errors.

import {writeTexts, targetOf} from '../../shared/elements.js';
import {say} from '../../shared/text.js';
import {isStale} from '../store/selectors.js';

/** @import {Choice, View} from '../types.js' */

// The sentence in the page's box: whether it is the one whose translation is shown, and a server that does not answer.

const BOX = '.gf-sentence textarea';
const ANSWER_WAIT = 1500; // milliseconds until a translation that did not begin is looked into

/** @param {View} view */
const readTyped = view => {
  const box = view.root.querySelector(BOX);
  if (box) view.set({typed: box.value});
};

/**
 * Report a server that cannot be reached: the page would seem to have finished.
 * @param {View} view
 */
const watchAnswer = view => {
  const {packed} = view;
  setTimeout(async () => {
    if (!packed || view.packed !== packed || view.waiting.busy || view.waiting.problem) return;
    try {
      await fetch(location.href, {method: 'HEAD', cache: 'no-store'});
    } catch {
      view.set({waiting: {...view.waiting, problem: say(view.texts, 'offline')}});
    }
  }, ANSWER_WAIT);
};

/** @param {View} view */
export const wireTyped = view => {
  const {root} = view;
  root.addEventListener('input', event => {
    if (!targetOf(event).matches(BOX)) return;
    readTyped(view);
    if (view.waiting.problem) view.set({waiting: {...view.waiting, problem: ''}}); // it was of the sentence before
  });
  // Gradio may write the box with the same answer, or with a draft after a reload, without an event.
  view.subscribe(
    ({packed}) => [packed],
    () => {
      setTimeout(() => readTyped(view), 300);
    },
  );
  root.addEventListener('click', event => {
    if (targetOf(event).closest('#translate')) watchAnswer(view);
  });
  root.addEventListener('keydown', event => {
    if (event.key === 'Enter' && targetOf(event).matches(BOX)) watchAnswer(view);
  });
};

/** Choices written to the root element, for the page's style and its tests. */
const DESCRIBED = /** @type {(keyof Choice)[]} */ (['kind', 'layer', 'head', 'step', 'view', 'rows', 'side', 'lens']);

/** @param {View} view */
export const wireMessages = view => {
  view.subscribe(({texts}) => [texts], dressTexts);
  view.subscribe(of => [of.packed, of.broken, of.waiting, of.texts, isStale(of)], showMessages);
  view.subscribe(
    ({packed, choice, sheets}) => [packed, sheets, ...DESCRIBED.map(name => choice[name])],
    of => {
      if (of.packed) describeState(of);
    },
  );
};

/** @param {View} view */
const dressTexts = view => {
  const {root, texts} = view;
  writeTexts(root, texts);
  for (const node of root.querySelectorAll('[data-explain]'))
    node.setAttribute('aria-description', say(texts, `explain.${node.dataset.explain}`));
};

/** @param {View} view */
const describeState = view => {
  const {root, choice} = view;
  for (const name of DESCRIBED) root.dataset[name] = choice[name];
  root.dataset.exact = view.sheets.every(sheet => sheet.exact);
};

/** @param {View} view */
const showMessages = view => {
  const {
    waiting: {busy, problem: given, note: message},
    texts,
    root,
  } = view;
  const state = view.packed ? 'ready' : 'empty';
  root.dataset.state = state;
  root.dataset.busy = busy;
  root.setAttribute('aria-busy', busy);
  const problem = view.broken ? say(texts, 'payload.broken') : given;
  const stale = isStale(view);
  const shown = busy ? '' : problem; // the last problem says nothing of what is being translated now
  view.part('problem').textContent = shown;
  view.part('problem').hidden = !shown;
  root.dataset.problem = Boolean(shown);
  root.dataset.stale = stale;
  const waiting = state === 'empty' && !problem ? message || say(texts, 'empty') : '';
  const old = stale
    ? say(texts, 'strip.stale', {source: Array.from(view.packed.source).slice(0, 120).join('')})
    : waiting;
  const note = busy && view.packed ? say(texts, 'busy') : old;
  view.part('note').textContent = note;
  view.part('note').hidden = !note;
};
