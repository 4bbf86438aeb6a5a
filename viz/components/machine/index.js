// Figure 1 with the numbers of the sentence at hand: `mount` starts it in an element.

import {addressFields, goTo, joinAddress, writeAddress} from '../shared/address.js';
import {readColours} from '../shared/colours.js';
import {bringIntoView, writeTexts} from '../shared/elements.js';
import {clamp} from '../shared/numbers.js';
import {derived, makeStore} from '../shared/store.js';
import {say} from '../shared/text.js';
import {followShown, followTheme, followWidth} from '../shared/watching.js';
import {pause, wirePlayer} from './actions/play.js';
import {drawCache, drawFigure, drawTop, lightFigure, wireFigure} from './draw/figure.js';
import {drawPanel} from './draw/panel.js';
import {drawTokens, markTokens} from './draw/tokens.js';
import {layoutOf} from './model/layout.js';
import {openAt, stagesOf, unpackBlock, unpackMachine} from './model/stages.js';
import {momentSentence, momentText} from './model/words.js';

/** @import {Gradio, MachineState, MachineView, Shown, Stage} from './types.js' */

// The state of the figure, the only way to change it, and the values derived from it.

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
  order: 'model',
  at: 0,
  open: {encoder: 0, decoder: 0},
  chosen: '',
  opened: null,
  problem: '',
  playing: false,
  follows: false,
  speed: 1,
});

/**
 * The view of an element: its state, read only; `set` alters it, `follow` is called after changes.
 * @param {Pick<Gradio, 'element' | 'server' | 'trigger'>} given
 * @returns {MachineView}
 */
const makeView = ({element, server, trigger}) => {
  const {get, set, subscribe} = makeStore(firstState(), settled);
  const layout = derived(
    (/** @type {MachineState} */ {machine, open, width, order}) => [machine, open, width, order],
    ({machine, open, width, order}) => (machine && width > 0 ? layoutOf(machine, open, width, order) : null),
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

const WAIT = 60; // milliseconds: a dragged control asks at its first place, then at its last
const FIELDS = ['block', 'mode', 'at'];

/**
 * Ask for the machine of what is shown, once it is seen.
 * @param {MachineView} view
 * @param {Shown} shown
 */
const fetchMachine = async (view, shown) => {
  const {texts} = view;
  view.set({note: say(texts, 'loading')});
  try {
    const reply = await view.server?.machine({id: shown.id});
    if (wanted.get(view) !== shown) return;
    if (typeof reply?.problem === 'string') {
      view.set({machine: null, note: reply.problem});
      return;
    }
    const asked = addressFields(); // before what is drawn writes its own
    view.set({machine: unpackMachine(reply, shown), note: '', at: 0});
    restore(view, asked);
  } catch (error) {
    console.error(error);
    if (wanted.get(view) === shown) view.set({machine: null, note: say(texts, 'failed')});
  }
};

/** What each view draws, or waits for. @type {WeakMap<MachineView, Shown | null>} */
const wanted = new WeakMap();

/**
 * Ask for the tensors of the block that is explained.
 * @param {MachineView} view
 */
const fetchBlock = async view => {
  const {machine, chosen, texts} = view;
  if (!machine) return;
  try {
    const reply = await view.server?.machine_block({id: machine.shown.id, block: chosen});
    if (view.machine !== machine || view.chosen !== chosen) return;
    if (typeof reply?.problem === 'string') view.set({problem: reply.problem});
    else view.set({opened: unpackBlock(reply), problem: ''});
  } catch (error) {
    console.error(error);
    if (view.chosen === chosen) view.set({problem: say(texts, 'failed')});
  }
};

/**
 * Show what an address names.
 * @param {MachineView} view
 * @param {Record<string, string>} fields
 */
const restore = (view, fields) => {
  if (!view.machine || !FIELDS.some(name => name in fields)) return;
  pause(view);
  view.set({mode: fields.mode === 'train' ? 'train' : 'generate'});
  const step = Number(fields.at) - 1;
  const {machine, stages} = view;
  const block = machine.blocks.findIndex(one => one.name === fields.block);
  const found = stages.findIndex(stage => stage.block === block && (stage.step === -1 || stage.step === step));
  if (found >= 0) view.set({at: found});
};

/** @param {MachineView} view */
const writePlace = view => {
  const {machine, chosen, mode, stage, playing, width} = view;
  if (!machine || playing || !width) return;
  const fields = {
    block: chosen,
    ...(mode === 'train' ? {mode} : {}),
    ...(stage.step > 0 || (stage.step === 0 && mode === 'generate') ? {at: String(stage.step + 1)} : {}),
  };
  writeAddress(FIELDS, fields);
};

/** @param {MachineView} view */
const drawMoment = view => {
  const {texts, machine, stage, mode, playing} = view;
  if (!machine) return;
  const moment = momentText(texts, machine, stage, mode);
  view.part('moment').textContent = moment;
  view.part('range').setAttribute('aria-valuetext', moment);
  view.part('say').textContent = momentSentence(texts, machine, stage, mode);
  if (!playing) view.part('live').textContent = moment;
};

/**
 * The switch between the model's own order and that of Figure 1, where the two differ.
 * @param {MachineView} view
 */
const drawOrder = view => {
  const {texts, machine, order} = view;
  view.part('order').hidden = machine?.model.norm !== 'pre';
  view.part('order-button').textContent = say(texts, order === 'paper' ? 'order.model' : 'order.paper');
};

/** @param {MachineView} view */
const wire = view => {
  let timer = 0;
  let asked = -Infinity;
  wirePlayer(view);
  wireFigure(view, () => {
    pause(view);
    if (view.layout.narrow) requestAnimationFrame(() => bringIntoView(view.part('panel')));
  });
  view.follow(of => [of.texts, of.layout], drawFigure);
  view.follow(of => [of.layout, of.stage, of.chosen], lightFigure);
  view.follow(
    of => [of.layout, of.stage, of.mode, of.texts],
    of => {
      drawTop(of);
      drawCache(of);
    },
  );
  view.follow(of => [of.machine, of.texts, of.order], drawOrder);
  view
    .part('order-button')
    .addEventListener('click', () => view.set({order: view.order === 'paper' ? 'model' : 'paper'}));
  view.follow(of => [of.machine, of.texts], drawTokens);
  view.follow(of => [of.stage, of.colours, of.mode, of.order], markTokens);
  view.follow(of => [of.texts, of.machine, of.stage, of.mode, of.playing], drawMoment);
  view.follow(
    of => [of.texts, of.machine, of.chosen, of.opened, of.problem, of.colours, of.playing, of.stage, of.mode],
    drawPanel,
  );
  view.follow(
    of => [of.machine, of.chosen, of.playing],
    of => {
      clearTimeout(timer);
      if (of.playing || of.opened?.block === of.chosen) return;
      const wait = performance.now() - asked > WAIT ? 0 : WAIT;
      asked = performance.now();
      if (wait) timer = setTimeout(() => fetchBlock(of), wait);
      else fetchBlock(of);
    },
  );
  view.follow(of => [of.chosen, of.mode, of.stage, of.playing], writePlace);
};

/**
 * Start the component; it asks for nothing before it is seen.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, server, trigger, watch, given}) => {
  const view = makeView({element, server, trigger});
  const takeTexts = () => {
    view.set({texts: JSON.parse(props.texts ?? given?.texts ?? '{}'), colours: readColours(element)});
    writeTexts(view.root, view.texts);
    showNote();
  };
  const showNote = () => {
    const {machine, note, texts} = view;
    view.part('body').hidden = !machine;
    view.part('body').classList.toggle('gf-machine-stale', Boolean(note)); // of the last translation
    view.part('empty').hidden = Boolean(machine) && !note;
    view.part('empty').textContent = note || say(texts, 'empty');
    element.dataset.state = machine ? 'ready' : 'empty';
    element.dataset.drawn = machine && !note ? machine.shown.id : '';
  };
  /** @type {Shown | null} */
  let shown = null;
  const look = () => {
    if (!view.width || !shown || wanted.get(view) === shown) return;
    wanted.set(view, shown);
    const reading = fetchMachine(view, shown);
    showNote();
    reading.then(showNote);
  };
  wire(view);
  takeTexts();
  watch('texts', takeTexts);
  followWidth(element, () => {
    const isFirst = !view.machine;
    view.set({width: isFirst ? element.clientWidth : view.part('figure').clientWidth});
    look();
  });
  followWidth(view.part('figure'), width => {
    if (width) view.set({width});
  });
  followTheme(element, () => view.set({colours: readColours(element)}));
  followShown(packed => {
    shown = packed;
    look();
  });
  view.part('path').addEventListener('click', () => goTo({path: 'hour', chapter: ''}));
  joinAddress(FIELDS, fields => restore(view, fields));
  return view;
};
