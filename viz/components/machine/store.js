// The state of the figure, the only way to change it, and the values derived from it.

import {derived, makeStore} from '../shared/store.js';
import {clamp} from '../shared/numbers.js';
import {layoutOf} from './model/layout.js';
import {openAt, stagesOf} from './model/stages.js';

/** @import {Gradio, MachineState, MachineView, Stage} from './types.js' */

const stages = derived(
  (/** @type {MachineState} */ {machine, mode}) => [machine, mode],
  ({machine, mode}) => (machine ? stagesOf(machine.blocks, machine.shown.tgt_tokens.length, mode) : []),
);

/**
 * Consequences of a change: another stage opens its layer and is explained; another mode begins where this block
 * stands.
 * @param {MachineState} before
 * @param {MachineState} after
 * @returns {MachineState}
 */
const settled = (before, after) => {
  const {machine} = after;
  if (!machine) return {...after, at: 0, opened: null};
  const all = stages(after);
  const at = clamp(after.at, 0, all.length - 1);
  const stage = all[at];
  const block = machine.blocks[stage.block];
  const moved = machine !== before.machine || after.mode !== before.mode || at !== before.at;
  const open = moved ? openAt(machine, stage, after.open) : after.open;
  const chosen = moved ? block.name : after.chosen;
  const isOpened = machine === before.machine && after.opened?.block === chosen;
  return {...after, at, open, chosen, opened: isOpened ? after.opened : null};
};

/** @returns {MachineState} */
const firstState = () => ({
  texts: {},
  colours: /** @type {any} */ (null),
  width: 0,
  machine: null,
  note: '',
  mode: 'generate',
  at: 0,
  open: {encoder: 0, decoder: 0},
  chosen: '',
  opened: null,
  problem: '',
  playing: false,
  speed: 1,
});

/**
 * The view of an element: its state, read only; `set` alters it, `follow` is called after changes.
 * @param {Pick<Gradio, 'element' | 'server' | 'trigger'>} given
 * @returns {MachineView}
 */
export const makeView = ({element, server, trigger}) => {
  const {get, set, subscribe} = makeStore(firstState(), settled);
  const layout = derived(
    (/** @type {MachineState} */ {machine, open, width}) => [machine, open, width],
    ({machine, open, width}) => (machine && width > 0 ? layoutOf(machine, open, width) : null),
  );
  const view = /** @type {MachineView} */ (
    /** @type {unknown} */ ({
      root: element,
      server,
      trigger,
      set,
      part: (/** @type {string} */ name) => element.querySelector(`[data-part="${name}"]`),
      follow: (
        /** @type {(of: MachineView) => unknown[]} */ reads,
        /** @type {(of: MachineView, before: any[] | null) => void} */ draw,
      ) =>
        subscribe(
          () => (view.machine && view.width > 0 ? reads(view) : null),
          before => draw(view, before),
        ),
    })
  );
  for (const name of Object.keys(firstState()))
    Object.defineProperty(view, name, {get: () => get()[/** @type {keyof MachineState} */ (name)]});
  return Object.defineProperties(view, {
    stages: {get: () => stages(get())},
    stage: {get: () => /** @type {Stage} */ (stages(get())[get().at])},
    layout: {get: () => layout(get())},
  });
};
