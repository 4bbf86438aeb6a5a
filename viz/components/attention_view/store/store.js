// The state of the view, the only way to change it, and the values derived from it.

import {derived, makeStore} from '../../shared/store.js';
import {nextFrame} from '../../shared/watching.js';
import {SHEET_CHOICES, differs, firstOptions, rowsFor} from '../numbers/choices.js';
import {sameCell, sameHover} from '../numbers/focus.js';
import {answeringGiven, headWithin, isPredicted} from '../numbers/payload.js';
import {freshEffect, settledLab} from './lab.js';
import {shownPacked, stepOn} from './selectors.js';
import {makeFacings, makeSheets} from './sheets.js';

/** @import {Choice, Gradio, Part, State, View} from '../types.js' */

// Drawing what is in sight first.

const SECTIONS = ['.gf-strip', '.gf-heads', '.gf-place', '.gf-large', '.gf-tools', '.gf-bench'];

const FIRST = '.gf-bench'; // where the head lab is

/**
 * Change the state and draw what is in sight: first the bench, the others in the next frame. What is out of sight is
 * drawn with the next change, when it comes into sight, or later.
 * @param {Part} root of the view
 * @param {(changes: Partial<State>, canWait?: (part: string[]) => boolean) => void} set
 */
const drawnInSight = (root, set) => {
  const names = new Map(SECTIONS.map(name => [/** @type {Element} */ (root.querySelector(name)), name]));
  const inSight = new Set(SECTIONS);
  let turn = 0;
  let isWaiting = false;
  const rest = () => {
    isWaiting = false;
    set({});
  };
  const observer = new IntersectionObserver(entries => {
    for (const {target, isIntersecting} of entries) {
      const name = names.get(target) ?? '';
      const isNew = isIntersecting && !inSight.has(name);
      if (isIntersecting) inSight.add(name);
      else inSight.delete(name);
      if (isNew && isWaiting) rest();
    }
  });
  for (const section of names.keys()) observer.observe(section);
  /** @param {string[]} part */
  const isOutOfSight = part => !part.some(name => inSight.has(name));
  /** @param {string[]} part */
  const canWait = part => (inSight.has(FIRST) ? !part.includes(FIRST) : isOutOfSight(part));
  /**
   * @param {Partial<State>} changes
   * @param {number} [wait] milliseconds for what is out of sight; 0: until after the frame
   */
  return async (changes, wait = 0) => {
    const own = (turn += 1);
    isWaiting = true;
    set(changes, canWait);
    await nextFrame();
    if (wait && own === turn && isWaiting) {
      set({}, isOutOfSight);
      await new Promise(resolve => setTimeout(resolve, wait));
    }
    if (own === turn && isWaiting) rest();
  };
};

const NARROW = 760; // pixels of the view's own width

/**
 * The rows of another kind, whose tokens are others: none of them is chosen.
 * @param {Choice} before
 * @param {Choice} after
 * @returns {Partial<Choice>}
 */
const rowsOfKind = (before, after) => ({pin: null, rows: rowsFor(before, after.kind)});

/**
 * The chosen head, or the nearest that its kind has: encoder and decoder may have different depths.
 * @param {View} view
 * @param {Choice} choice
 */
const headOfKind = (view, choice) => {
  const shape = shownPacked(view)?.kinds[choice.kind]?.shape;
  return shape ? headWithin(shape, choice) : {};
};

/**
 * Choices that follow from others: a change of the sheet's tokens clears the hover, one of the kind names the rows.
 * @param {View} view
 * @param {Choice} before
 * @param {Partial<Choice>} changes
 */
export const settledChoice = (view, before, changes) => {
  const after = {...before, ...changes};
  const changed = differs(before, after);
  if (sameHover(before.hover, after.hover) || (!before.hover && !after.hover)) after.hover = before.hover;
  if (sameCell(before.cell, after.cell)) after.cell = before.cell;
  if (changed('kind')) Object.assign(after, rowsOfKind(before, after), changes, headOfKind(view, after));
  if (changed('side') && !('step' in changes)) after.step = stepOn(view, after.side === 'variant' ? 'variant' : 'base');
  if (changed('side', 'words', 'specials')) Object.assign(after, {pin: null, hover: null, cell: null});
  return after;
};

/**
 * Consequences of a change of the state: another translation resets the lab, which takes over the changes of the one
 * shown; `look` counts changes on which all drawing depends.
 * @param {State} before
 * @param {State} after
 * @returns {State}
 */
const settledState = (before, after) => {
  const {packed, variant, width} = after;
  const isOther = differs(before, after);
  return {
    ...after,
    narrow: width > 0 ? width < NARROW : after.narrow,
    lab: settledLab(after.lab, packed, variant),
    look:
      before.look +
      Number(
        isOther('packed', 'variant', 'texts', 'colours', 'width') || Boolean(before.stage) !== Boolean(after.stage),
      ),
  };
};

/**
 * The values from which the sheets are made, except later answers of the server.
 * @param {View} view
 */
export const sheetReads = ({packed, variant, choice}) => [
  packed,
  variant,
  .../** @type {(keyof Choice)[]} */ (SHEET_CHOICES).map(name => choice[name]),
  choice.grow && choice.kind !== 'encoder' ? choice.step : null,
];

/** @returns {State} */
const emptyState = () => ({
  texts: {},
  colours: /** @type {any} */ (null),
  width: 0,
  narrow: false,
  look: 0,
  packed: /** @type {any} */ (null),
  variant: /** @type {any} */ (null),
  broken: false,
  waiting: {busy: false, problem: '', note: ''},
  typed: null,
  arrivals: 0,
  lensFailed: null,
  losses: new Map(),
  lossProblems: new Map(),
  sampledRoles: null,
  codes: new Map(),
  codeOpen: false,
  temperature: 1,
  allNext: false,
  allHeads: false,
  stage: /** @type {any} */ (null),
  behind: null,
  lab: /** @type {any} */ (null),
  effect: freshEffect(),
  playing: null,
  paused: null,
  choosing: false,
  choice: firstChoice(),
});

/**
 * The choices that a page begins with; which head is shown depends on the translation.
 * @returns {Choice}
 */
export const firstChoice = () => ({
  kind: 'cross',
  layer: /** @type {any} */ (null),
  head: 0,
  view: 'lines',
  step: 0,
  pin: null,
  hover: null,
  cell: null,
  side: 'base',
  bench: null,
  against: '',
  ...firstOptions('cross'),
});

/**
 * The first element of a selector, cached, since a long translation has thousands of elements.
 * @param {Part} root
 */
const finderIn = root => {
  /** @type {Map<string, Part>} */
  const found = new Map();
  return (/** @type {string} */ selector) => {
    const known = found.get(selector);
    if (known && root.contains(known)) return known;
    const node = root.querySelector(selector);
    found.set(selector, node);
    return node;
  };
};

/**
 * The view of an element: its state, read only; `set` and `change` alter it, `show` and `subscribe` follow it.
 * @param {Omit<Gradio, 'watch'> & Pick<View, 'asked' | 'local'>} given
 * @returns {View}
 */
export const makeView = ({element, props, trigger, server, asked, local}) => {
  const {get, set, subscribe} = makeStore(emptyState(), settledState);
  const serverOfGiven = server && answeringGiven(server);
  const find = finderIn(element);
  /** @type {string[] | null} */
  let part = null; // of what is being wired
  const view = /** @type {View} */ (
    /** @type {unknown} */ ({
      root: element,
      props,
      trigger,
      asked,
      local,
      find,
      panels: {},
      set: (/** @type {Partial<State>} */ changes) => set(changes),
      setInSight: drawnInSight(element, set),
      setWithoutDrawing: (/** @type {Partial<State>} */ changes) => set(changes, () => true),
      drawn: {
        figureWidth: 0,
        sideWidth: 0,
        figures: [],
        frame: '',
        tile: null,
        overview: '',
        overviewFrame: [],
        linkTimer: 0,
      },
      part: (/** @type {string} */ name) => find(`[data-part="${name}"]`),
      wire: (/** @type {(of: View) => void} */ wire, /** @type {string[] | null} */ sections) => {
        part = sections;
        wire(view);
        part = null;
      },
      change: (/** @type {Partial<Choice>} */ changes) => {
        const {packed, choice} = get();
        const after = packed ? settledChoice(view, choice, changes) : choice;
        if (differs(choice, after)(...Object.keys(changes))) set({choice: after});
      },
    })
  );
  const readSheets = derived(
    ({arrivals, texts, colours, stage, choice: {step}}) => [
      ...sheetReads(view),
      arrivals,
      texts,
      colours,
      stage?.veil ? step : null,
    ],
    makeSheets,
  );
  const readFacings = derived(of => [of.sheets, of.variant], makeFacings);
  const sheets = derived(
    () => [get()],
    () => readSheets(view),
  ); // called often in one state: compare its inputs once
  const facings = derived(
    () => [get()],
    () => readFacings(view),
  );
  for (const name of Object.keys(emptyState()))
    Object.defineProperty(view, name, {get: () => get()[/** @type {keyof State} */ (name)]});
  return Object.defineProperties(view, {
    server: {get: () => (view.packed && !isPredicted(view.packed) ? serverOfGiven : server)},
    sheets: {get: () => sheets(view)},
    facings: {get: () => facings(view)},
    figureWidth: {get: () => view.drawn.figureWidth},
    subscribe: {
      value: (
        /** @type {(of: View) => unknown[]} */ reads,
        /** @type {(of: View, before: any[] | null) => void} */ draw,
      ) =>
        subscribe(
          () => reads(view),
          before => draw(view, before),
          part,
        ),
    },
    show: {
      value: (
        /** @type {(of: View) => unknown[]} */ reads,
        /** @type {(of: View, before: any[] | null) => void} */ draw,
      ) =>
        subscribe(
          () => (view.packed && view.width > 0 ? [view.look, ...reads(view)] : null),
          before => draw(view, before),
          part,
        ),
    },
  });
};
