// An attention unfolded: the row that is looked at, from q·k over the division and the mask to its weights.

import {make, movedIndex} from '../../shared/elements.js';
import {minus, probabilityText} from '../../shared/numbers.js';
import {inARow, markedToken, say} from '../../shared/text.js';
import {barOf, rowCells, rowOf, stepsOf, strongest} from '../model/attention_row.js';

/** @import {Block, Machine, MachineView, Opened, Tensor} from '../types.js' */
/** @import {Cell, Step} from '../model/attention_row.js' */

const PAUSE = 1100; // milliseconds of a step while it plays
const DIGITS = 3;

/** The step and the heads that a person chose, kept while blocks and moments change. */
/** @type {WeakMap<MachineView, {step: number, heads: Map<string, number>}>} */
const kept = new WeakMap();

/** @param {MachineView} view */
const choicesOf = view => {
  const found = kept.get(view) ?? {step: 0, heads: new Map()};
  kept.set(view, found);
  return found;
};

/**
 * @param {Cell} cell
 * @param {Step} step
 */
const numberText = (cell, step) => {
  if (step === 'softmax') return cell.softmax ? probabilityText(cell.softmax) : '0';
  return Number.isFinite(cell[step]) ? minus(cell[step], DIGITS) : '−∞';
};

/**
 * A button that walks through the steps, and how to stop it.
 * @param {MachineView} view
 * @param {HTMLElement} shown stops where this is no longer in the page
 * @param {{first: () => void, next: () => boolean}} walk `next` returns false at the last step
 */
const makePlayer = ({texts}, shown, {first, next}) => {
  let timer = 0;
  const label = say(texts, 'unfold.play');
  const button = make('button', {type: 'button', class: 'gf-machine-unfold-play', 'aria-label': label}, '▶');
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    button.textContent = '▶';
  };
  button.addEventListener('click', () => {
    if (timer) {
      stop();
      return;
    }
    first();
    button.textContent = '❚❚';
    timer = window.setInterval(() => {
      if (!shown.isConnected || !next()) stop();
    }, PAUSE);
  });
  return {button, stop};
};

/**
 * The steps to choose from.
 * @param {MachineView} view
 * @param {Step[]} steps
 * @param {(place: number) => void} choose
 */
const makeSegments = ({texts, machine}, steps, choose) => {
  const d_k = /** @type {Machine} */ (machine).model.d_k;
  const buttons = steps.map((step, place) => {
    const button = make('button', {type: 'button', role: 'radio'}, say(texts, `unfold.${step}`, {d_k}));
    button.addEventListener('click', () => choose(place));
    return button;
  });
  const group = make(
    'div',
    {class: 'gf-machine-modes', role: 'radiogroup', 'aria-label': say(texts, 'unfold.steps')},
    ...buttons,
  );
  group.addEventListener('keydown', event => {
    const now = buttons.findIndex(button => button.tabIndex === 0);
    const to = movedIndex(event.key, now, steps.length);
    if (to === null) return;
    event.preventDefault();
    choose(to);
    buttons[to].focus();
  });
  /** @param {Step} step */
  const mark = step => {
    for (const [place, button] of buttons.entries()) {
      button.setAttribute('aria-checked', String(steps[place] === step));
      button.tabIndex = steps[place] === step ? 0 : -1;
    }
  };
  return {group, mark};
};

/**
 * The bars of a step; they move from those of the step before.
 * @param {HTMLElement} body
 * @param {Cell[]} cells
 * @param {Step} step
 */
const moveBars = (body, cells, step) => {
  for (const [place, node] of [...body.children].entries()) {
    const cell = cells[place];
    const {start, width} = barOf(cell, step, cells);
    const bar = /** @type {HTMLElement} */ (node.querySelector('i'));
    bar.style.left = `${100 * start}%`;
    bar.style.width = `${100 * width}%`;
    node.classList.toggle('gf-hidden-key', cell.hidden && (step === 'masked' || step === 'softmax'));
    /** @type {Element} */ (node.lastElementChild).textContent = numberText(cell, step);
  }
};

/**
 * @param {Cell} cell
 * @param {string[]} tokens
 */
const barRow = ({key}, tokens) =>
  make(
    'div',
    {class: 'gf-machine-unfold-row', 'data-key': key},
    make('code', {title: tokens[key]}, markedToken(tokens[key])),
    make('span', {class: 'gf-machine-unfold-track'}, make('i', {})),
    make('span', {class: 'gf-machine-unfold-number'}),
  );

/**
 * What a step does, and what is not shown of it.
 * @param {MachineView} view
 * @param {ReturnType<typeof rowCells>} found
 * @param {Step} step
 * @param {string} query
 */
const stepText = ({texts, machine}, {others, rest, changed}, step, query) =>
  inARow([
    say(texts, `unfold.${step}.says`, {query, d_k: /** @type {Machine} */ (machine).model.d_k}),
    others ? say(texts, 'unfold.others', {count: others, rest: probabilityText(rest)}) : '',
    changed && step === 'softmax' ? say(texts, 'unfold.changed') : '',
  ]);

/**
 * The row as bars, and what changes them: the step and the head.
 * @param {MachineView} view
 * @param {Block} block
 * @param {Opened} opened
 */
export const drawUnfolded = (view, block, opened) => {
  const {texts, stage} = view;
  const {model, shown} = /** @type {Machine} */ (view.machine);
  const attention = /** @type {Tensor} */ (opened.tensors.find(one => one.role === 'attention'));
  const [heads, queries] = attention.shape;
  const row = rowOf(stage, block, queries);
  const steps = stepsOf(block, model.scale_scores);
  const queryTokens = block.side === 'encoder' ? shown.src_tokens : shown.tgt_tokens;
  const keyTokens = block.name.endsWith('cross') ? shown.src_tokens : queryTokens;
  const choices = choicesOf(view);
  const headNow = () => Math.min(choices.heads.get(block.name) ?? strongest(attention, row).head, heads - 1);
  const place = {row, isScaled: model.scale_scores, isCausal: steps.includes('masked')};
  let found = rowCells(opened, {...place, head: headNow()});
  const body = make('div', {class: 'gf-machine-unfold-rows'});
  const note = make('p', {class: 'gf-machine-soft', role: 'status'});
  const drawStep = (/** @type {number} */ wanted) => {
    choices.step = Math.min(wanted, steps.length - 1);
    const step = steps[choices.step];
    moveBars(body, found.cells, step);
    segments.mark(step);
    note.textContent = stepText(view, found, step, markedToken(queryTokens[row]));
  };
  const player = makePlayer(view, body, {
    first: () => drawStep(0),
    next: () => {
      drawStep(choices.step + 1);
      return choices.step < steps.length - 1;
    },
  });
  const segments = makeSegments(view, steps, wanted => {
    player.stop();
    drawStep(wanted);
  });
  const select = make(
    'select',
    {'aria-label': say(texts, 'unfold.head')},
    ...Array.from({length: heads}, (_, i) => make('option', {value: i}, say(texts, 'unfold.head.n', {head: i + 1}))),
  );
  select.value = String(headNow());
  const drawHead = () => {
    found = rowCells(opened, {...place, head: headNow()});
    body.replaceChildren(...found.cells.map(cell => barRow(cell, keyTokens)));
    drawStep(choices.step);
  };
  select.addEventListener('change', () => {
    choices.heads.set(block.name, Number(select.value));
    drawHead();
  });
  drawHead();
  return [make('div', {class: 'gf-machine-unfold-bar'}, player.button, segments.group, select), body, note];
};
