// The step of decoding: the scrubber, and the most likely next tokens.

import {make, showFromTop} from '../../shared/elements.js';
import {labelled} from '../../shared/locale.js';
import {clamp, probabilityText} from '../../shared/numbers.js';
import {chosenPlace, markedToken, plainToken, say} from '../../shared/text.js';
import {sideName} from '../numbers/heads.js';
import {isNeverTaken} from '../numbers/outcome.js';
import {isPredicted} from '../numbers/payload.js';
import {wholeChange} from '../numbers/second_request.js';
import {showVariant} from '../second_translation/request.js';
import {ask} from '../server/ask.js';
import {togglePlaying} from '../store/playing.js';
import {offeredPanels, openPanelName, shownPacked} from '../store/selectors.js';
import {drawTemperature, hasTemperature, temperedBy, wireTemperature} from './temperature.js';
import {moveLayer} from '../store/shown_heads.js';

/** @import {Packed, View} from '../types.js' */

// Translate again from a partial translation.

/**
 * The translation whose tree is shown: the current one, or the first if the current one was not searched.
 * @param {View} view
 */
export const treeSource = view => {
  const shown = shownPacked(view);
  const {same, target} = view.variant?.change ?? {};
  return shown !== view.packed && (same || target) ? view.packed : shown;
};

/**
 * The translation whose steps are shown and can be continued: one's own was not searched, but has its own sentence and
 * model.
 * @param {View} view
 */
const stepSource = view => (view.variant?.change.target ? shownPacked(view) : treeSource(view));

/**
 * Fields of a translation that a further request keeps.
 * @param {View} view
 * @param {Packed} source
 */
const keptChange = (view, source) => {
  const {
    off = [],
    uniform = [],
    edits = [],
    text = null,
    checkpoint = null,
    beam_size: beam,
    alpha,
  } = source === view.packed ? {} : view.variant.change;
  return {off, uniform, edits, text, checkpoint, beam_size: beam ?? undefined, alpha: alpha ?? undefined};
};

/**
 * Whether tokens can be forced: tokens of another checkpoint are invalid here.
 * @param {View} view
 * @param {Packed} [source]
 */
export const canContinue = (view, source = treeSource(view)) =>
  Boolean(view.server?.variant && !keptChange(view, source).checkpoint);

/**
 * Translate again with these tokens first, and show the result; returns whether it succeeded.
 * @param {View} view
 * @param {number[]} prefix
 * @param {Packed} [source]
 */
export const continueFrom = async (view, prefix, source = treeSource(view)) => {
  const {packed} = view;
  const reply = await ask(view, 'variant', wholeChange({...keptChange(view, source), prefix}));
  if (view.packed !== packed) return false;
  if (typeof reply?.payload === 'string') {
    showVariant(view, reply.payload, 'variant');
    return true;
  }
  const words = reply?.problem ?? say(view.texts, 'tree.no_answer');
  const note = openPanelName(view) === 'tree' ? view.root.querySelector('[data-tree="note"]') : view.part('problem');
  note.textContent = words;
  note.hidden = false;
  return false;
};

/**
 * Force the k-th most likely token of a step and continue from it.
 * @param {View} view
 * @param {number} step
 * @param {number} k
 */
const useInstead = (view, step, k) => {
  const {predicted_ids: ids, top_ids: top} = shownPacked(view);
  if (!ids.length || top?.[step]?.[k] === undefined) return Promise.resolve(false);
  return continueFrom(view, [...ids.slice(0, step), top[step][k]], stepSource(view));
};

// The button that plays the steps, and the keys that change the layer.

/** @param {View} view */
const drawPlay = view => {
  const playing = view.playing !== null;
  const button = view.part('play');
  button.textContent = playing ? '❚❚' : '▶';
  button.setAttribute('aria-label', say(view.texts, playing ? 'play.pause' : 'play.start'));
  button.title = say(view.texts, playing ? 'play.pause.hint' : 'play.hint');
  button.setAttribute('aria-pressed', String(playing));
  view.root.dataset.playing = playing;
};

/**
 * Move to the next or previous layer, from the strip, the scrubber and the figure.
 * @param {View} view
 * @param {KeyboardEvent} event
 */
const walkLayers = (view, event) => {
  const by = {PageUp: -1, PageDown: 1}[event.key];
  if (!by || !view.packed) return;
  event.preventDefault();
  moveLayer(view, by);
};

/** @param {View} view */
export const wirePlay = view => {
  view.show(({playing}) => [playing], drawPlay);
  view.part('play').addEventListener('click', () => togglePlaying(view));
  const spaced = [view.part('words'), view.part('range'), view.part('variant-words')];
  for (const node of spaced)
    node.addEventListener('keydown', event => {
      if (event.key !== ' ') return;
      event.preventDefault();
      togglePlaying(view);
    });
  // Releasing space also presses a focused button; do not handle it twice.
  for (const node of spaced)
    node.addEventListener('keyup', event => {
      if (event.key === ' ') event.preventDefault();
    });
  for (const node of [...spaced, view.part('figure'), view.part('play')])
    node.addEventListener('keydown', event => walkLayers(view, event));
};

/** @param {View} view */
export const wireStep = view => {
  view.show(
    ({choice: {step, side}, allNext, variant, temperature, arrivals}) => [
      ...[step, side, allNext, variant, temperature],
      temperature === 1 ? 0 : arrivals,
    ],
    drawStep,
  );
  wireTemperature(view);
  view.part('next-more').addEventListener('click', () => view.set({allNext: !view.allNext}));
  view
    .part('next-overruled')
    .querySelector('button')
    .addEventListener('click', () => {
      view.change({bench: 'tree'});
      showFromTop(view.find('.gf-bench'));
    });
};

const FEW = 5; // of the most likely next tokens, until a person asks for all

/** @param {View} view */
const drawStep = view => {
  const packed = shownPacked(view);
  if (packed.predicted_tokens.length) drawScrubber(view, packed);
  view.part('next').hidden = !isPredicted(packed);
  view.find('.gf-next-head').hidden = !isPredicted(packed);
  if (isPredicted(packed)) drawNext(view, packed);
};

/**
 * @param {View} view
 * @param {Packed} packed
 */
const drawScrubber = (view, packed) => {
  const {
    texts,
    choice: {step},
  } = view;
  const steps = packed.predicted_tokens.length;
  view.part('step').textContent = say(texts, 'step.n', {step: step + 1, steps});
  const range = view.part('range');
  range.max = steps;
  range.value = step + 1;
  range.style.setProperty('--done', `${steps > 1 ? (100 * step) / (steps - 1) : 0}%`);
  range.setAttribute(
    'aria-valuetext',
    labelled(String(step + 1), plainToken(packed.predicted_tokens[step]).slice(0, 60)),
  );
  view.find('[data-move="-1"]').disabled = step === 0;
  view.find('[data-move="1"]').disabled = step === steps - 1;
};

/**
 * The most likely tokens of a step.
 * @param {View} view
 * @param {Packed} packed
 */
const drawNext = (view, packed) => {
  const {
    texts,
    choice: {step, side},
  } = view;
  view.part('next-side').textContent = view.variant ? sideName(view, side === 'variant' ? side : 'base') : '';
  const isWhole = view.allNext || packed.top[step].length <= FEW;
  drawTemperature(view, isWhole);
  const shown = temperedBy(packed, step, view.temperature);
  const all = /** @type {[string, number][]} */ (packed.top[step].map(([token, p]) => [token, shown?.(p) ?? NaN]));
  const chosen = chosenPlace(packed, step);
  const top = view.allNext ? all : all.slice(0, Math.max(FEW, chosen + 1));
  const rest = Math.max(0, 1 - top.reduce((sum, [, p]) => sum + p, 0));
  const more = view.part('next-more');
  more.hidden = all.length <= FEW;
  const closed = hasTemperature(view) ? 'next.more.temperature' : 'next.more';
  more.textContent = say(texts, view.allNext ? 'next.fewer' : closed, {count: all.length});
  more.setAttribute('aria-expanded', String(view.allNext));
  /**
   * @param {string} token
   * @param {number} p
   * @param {string | null} kind
   * @param {Node | null} [instead]
   */
  const item = (token, p, kind, instead = null) => {
    const full = token.length > 24 ? token : null;
    const letters = make(
      'span',
      {class: 'gf-letters', title: full},
      kind === 'gf-rest' ? token.trim() : markedToken(token).slice(0, 200),
    );
    const bar = make('i', {class: 'gf-fill'});
    bar.style.width = `${100 * clamp(p || 0, 0, 1)}%`;
    return make(
      'li',
      {class: kind},
      letters,
      make('span', {class: 'gf-track'}, bar),
      make('span', {class: 'gf-number'}, Number.isNaN(p) ? '…' : probabilityText(p)),
      ...(instead ? [instead] : []),
    );
  };
  const items = top.map(([token, p], i) =>
    item(
      token,
      p,
      i === chosen ? 'gf-taken' : null,
      i === chosen || isNeverTaken(token) ? null : insteadButton(view, step, i, token),
    ),
  );
  items.push(item(` ${say(texts, 'next.rest')}`, rest, 'gf-rest'));
  view.part('next').replaceChildren(...items);
  drawOverruled(view, chosen);
  const barred = top.find(([token]) => isNeverTaken(token));
  const never = view.part('next-never');
  never.hidden = !barred;
  never.textContent = barred ? say(texts, 'next.never', {token: barred[0]}) : '';
  view.part('entropy').hidden = view.temperature !== 1 || !isWhole;
  view.part('entropy').textContent = say(texts, 'next.entropy', {entropy: packed.entropies[step].toFixed(3)});
};

/**
 * Say that the search took another token than the most probable one, with the way to the reason.
 * @param {View} view
 * @param {number} chosen place of the token taken among the most likely ones
 */
const drawOverruled = (view, chosen) => {
  const {
    texts,
    choice: {step},
  } = view;
  const packed = shownPacked(view);
  const line = view.part('next-overruled');
  const isSearched = packed.hypotheses.length > 0 && step >= (packed.change?.prefix?.length ?? 0);
  line.hidden = !isSearched || chosen < 1 || !offeredPanels(view).includes('tree');
  const [own, other] = [chosen, 0].map(place => markedToken(packed.top[step][place]?.[0] ?? ''));
  line.firstChild.textContent = say(texts, 'next.overruled', {own, other});
};

/**
 * The button next to one of the most likely next tokens; null without a server.
 * @param {View} view
 * @param {number} step
 * @param {number} k
 * @param {string} token
 */
const insteadButton = (view, step, k, token) => {
  if (!canContinue(view, stepSource(view)) || shownPacked(view).top_ids?.[step]?.[k] === undefined) return null;
  const button = make(
    'button',
    {
      type: 'button',
      class: 'gf-instead',
      'aria-label': say(view.texts, 'tree.instead', {token: markedToken(token).slice(0, 80)}),
    },
    say(view.texts, 'tree.use'),
  );
  button.addEventListener('click', () => {
    button.disabled = true;
    useInstead(view, step, k).then(() => {
      button.disabled = false;
    });
  });
  return button;
};
