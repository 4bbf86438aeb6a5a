// Three suggestions for a first visit. Each is ticked once it is done, by its button or otherwise; once all are done
// they never return, and the path through the paper is offered.

import {addressFields, goTo} from '../../shared/address.js';
import {make, targetOf} from '../../shared/elements.js';
import {say} from '../../shared/text.js';
import {groupState, headsOfKind} from '../store/head_groups.js';
import {nameOfHead} from '../numbers/heads.js';
import {isPredicted} from '../numbers/payload.js';
import {changeLab} from '../changes/changes.js';
import {shownPacked, stepOn} from '../store/selectors.js';

/** @import {View} from '../types.js' */

const STEPS = ['word', 'head', 'off'];

const KEPT = 'glassformer.tour'; // in the browser's own store

let isClosed = false; // on this page: the store may be full

const isOver = () => {
  try {
    return isClosed || localStorage.getItem(KEPT) !== null;
  } catch {
    return true;
  } // a frame may not keep anything
};

const end = () => {
  isClosed = true;
  try {
    localStorage.setItem(KEPT, 'done');
  } catch {
    /* the next visit sees it again */
  }
};

/** @type {Record<string, (view: View) => void>} */
const DO = {
  word: view => {
    const {step} = view.choice;
    const steps = shownPacked(view).predicted_tokens.length;
    view.change({step: (step + 1) % steps, pin: null});
  },
  head: view => {
    const {kind, head} = view.choice;
    const [, heads] = shownPacked(view).kinds[kind].shape;
    view.change({head: (head + 1) % heads, cell: null});
  },
  off: view => {
    const off = headsOfKind(view.packed, 'cross').map(name => /** @type {[string, string]} */ ([name, 'off']));
    changeLab(view, {gates: new Map([...view.lab.gates, ...off]), mode: 'again'});
  },
};

/** @param {View} view */
const isCrossOff = ({packed, lab}) => groupState(lab.gates, headsOfKind(packed, 'cross')).gate === 'off';

/** @param {View} view */
export const wireTour = view => {
  if (!view.server?.variant || isOver()) return;
  const host = view.part('tour');
  const hint = view.part('strip-hint');
  /** @type {Set<string>} */
  const done = new Set();
  let start = {id: '', step: 0, head: ''};
  const close = () => {
    end();
    host.hidden = true;
    hint.hidden = false;
  };
  let isOffering = false;
  /** Offer the path in place of the three, if this page has one. */
  const offer = () => {
    close();
    isOffering = Boolean(document.querySelector('#path'));
    host.hidden = !isOffering;
    hint.hidden = isOffering;
    if (isOffering) host.replaceChildren(suggestion('path', STEPS.length + 1, false), closer());
  };
  /**
   * @param {string} name
   * @param {number} number
   * @param {boolean} isDone
   */
  const suggestion = (name, number, isDone) =>
    make(
      'button',
      {type: 'button', class: 'gf-try', 'data-try': name, 'data-done': isDone, disabled: isDone ? '' : null},
      make('span', {'aria-hidden': 'true'}, isDone ? '✓' : number),
      ' ',
      say(view.texts, `tour.${name}`),
    );
  const closer = () => {
    const words = say(view.texts, 'tour.close');
    return make(
      'button',
      {type: 'button', class: 'gf-try-close', 'data-try': 'close', 'aria-label': words, title: words},
      '×',
    );
  };
  const draw = () => {
    const {packed, choice} = view;
    const head = nameOfHead(choice);
    const step = stepOn(view, 'base');
    if (isOffering) offer();
    if (isOver()) return;
    if (!isPredicted(packed)) {
      host.hidden = true; // nothing can be switched off
      hint.hidden = false;
      return;
    }
    const isLed = Boolean(view.playing || addressFields().path); // what is played or opened is not a choice
    if (start.id !== packed.id || isLed) start = {id: packed.id, step, head};
    if (step !== start.step) done.add('word'); // a second translation counts its own steps
    if (head !== start.head) done.add('head');
    if (isCrossOff(view) && !isLed) done.add('off');
    if (done.size === STEPS.length) {
      offer();
      return;
    }
    host.hidden = false;
    hint.hidden = true;
    host.replaceChildren(...STEPS.map((name, i) => suggestion(name, i + 1, done.has(name))), closer());
  };
  view.show(({choice: {step, kind, layer, head}, lab}) => [step, kind, layer, head, lab.gates], draw);
  host.addEventListener('click', event => {
    const name = targetOf(event).closest('[data-try]')?.dataset.try;
    if (name === 'close' || name === 'path') {
      isOffering = false;
      close();
      if (name === 'path') goTo({path: 'hour', chapter: ''});
    } else if (name) DO[name](view);
  });
};
