// The words of the template, what is being waited for, and what went wrong.

import {say} from '../../shared/text.js';

/** @import {View} from '../types.js' */

/** @param {View} view */
export const dressTexts = view => {
  const {root, texts} = view;
  for (const node of root.querySelectorAll('[data-text]')) node.textContent = say(texts, node.dataset.text);
  for (const node of root.querySelectorAll('[data-label]'))
    node.setAttribute('aria-label', say(texts, node.dataset.label));
  for (const node of root.querySelectorAll('[data-title]')) node.title = say(texts, node.dataset.title);
};

/** @param {View} view */
export const describeState = view => {
  const {kind, layer, head, step, view: name, rows, side, lens} = view.choice;
  const exact = view.sheets.every(sheet => sheet.exact);
  const state = {kind, layer, head, step, view: name, rows, side, lens, exact};
  for (const [key, value] of Object.entries(state)) view.root.dataset[key] = value;
};

/** @param {View} view */
export const showMessages = view => {
  const {props, texts, root} = view;
  const state = view.packed ? 'ready' : 'empty';
  root.dataset.state = state;
  root.dataset.busy = Boolean(props.busy);
  root.setAttribute('aria-busy', Boolean(props.busy));
  const problem = view.broken ? say(texts, 'payload.broken') : props.problem || '';
  view.part('problem').textContent = problem;
  view.part('problem').hidden = !problem;
  root.dataset.problem = Boolean(problem);
  const waiting = state === 'empty' && !problem ? props.note || say(texts, 'empty') : '';
  const note = props.busy && view.packed ? say(texts, 'busy') : waiting;
  view.part('note').textContent = note;
  view.part('note').hidden = !note;
};
