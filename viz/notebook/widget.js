// The attention view in a cell of a notebook: what is chosen is the widget's in Python, whose kernel answers questions.

import {mount} from '../components/attention_view/index.js';
import {answersOf, openEngine} from '../components/shared/engine/opening.js';
import {clamp} from '../components/shared/numbers.js';
import {wireSentence} from '../saved_page/sentence.js';
import {firstProps, watchedProps} from '../saved_page/substitute.js';
import {inCell} from './cell.js';
import {kernelOf, kernelServer} from './kernel.js';

/** @import {Part} from '../components/shared/types.js' */
/** @import {View} from '../components/attention_view/types.js' */
/** @import {Model, Place} from './types.js' */

const PLACE = /** @type {(keyof Place)[]} */ (['kind', 'layer', 'head', 'step']);

/**
 * Show the place that Python names, which counts from 1.
 * @param {View} view
 * @param {Model} model
 */
const takePlace = (view, model) => {
  const {packed} = view;
  const [kind, layer, head, step] = PLACE.map(name => model.get(name));
  const [layers, heads] = packed.kinds[/** @type {Place['kind']} */ (kind)].shape;
  view.change({
    kind: /** @type {Place['kind']} */ (kind),
    layer: clamp(Number(layer) - 1, 0, layers - 1),
    head: clamp(Number(head) - 1, 0, heads - 1),
    step: clamp(Number(step) - 1, 0, Math.max(0, packed.predicted_tokens.length - 1)),
  });
};

/**
 * Keep the widget's place and that of the view the same; returns what ends it.
 * @param {View} view
 * @param {Model} model
 */
const joinPlaces = (view, model) => {
  const take = () => takePlace(view, model);
  take();
  for (const name of PLACE) model.on(`change:${name}`, take);
  view.subscribe(
    ({choice, packed, variant}) => [packed, variant, ...PLACE.map(name => choice[name])],
    ({choice: {kind, layer, head, step}, packed, variant}) => {
      const steps = Math.max(packed.predicted_tokens.length, variant?.packed.predicted_tokens.length ?? 0);
      const shown = {kind, layer: layer + 1, head: head + 1, step: step + 1, steps};
      const names = /** @type {(keyof typeof shown)[]} */ (Object.keys(shown));
      if (names.every(name => model.get(name) === shown[name])) return;
      for (const name of names) model.set(name, shown[name]);
      model.save_changes();
    },
  );
  return () => PLACE.forEach(name => model.off(`change:${name}`, take));
};

/**
 * The engine with the model that the kernel sends.
 * @param {ReturnType<typeof kernelOf>} kernel
 * @param {any} payload
 */
const fetchEngine = async (kernel, payload) => {
  const {
    reply: {problem},
    buffers: [archive],
  } = await kernel.ask('model');
  if (problem) throw new Error(problem);
  const bytes = new Uint8Array(archive.buffer, archive.byteOffset, archive.byteLength).slice();
  const engine = await openEngine(bytes, payload.lenses.slice(0, 1));
  engine.adopt(payload);
  return engine;
};

/**
 * Show the view of a widget in its element; returns what ends it.
 * @param {Model} model
 * @param {HTMLElement} host
 */
const open = (model, host) => {
  const element = /** @type {Part} */ (host.querySelector('.gf-explorer'));
  element.id = `gf-${Math.random().toString(36).slice(2)}`; // of what the view labels
  const payload = JSON.parse(model.get('payload'));
  const kernel = kernelOf(model);
  const {hypothesis, ...questions} = kernelServer(model, kernel, [payload.id]);
  const engine = model.get('live') ? fetchEngine(kernel, payload) : null;
  const texts = () => JSON.parse(model.get('texts'));
  const answered = {...questions, ...(engine ? answersOf(engine, texts) : {})};
  const server = Object.keys(answered).length ? answered : null;
  const lenses = 'lens_values' in answered ? payload.lenses.map((/** @type {{name: string}} */ {name}) => name) : [];
  const {props, watch, update} = watchedProps(
    firstProps({payload, texts: model.get('texts'), asked: Object.keys(answered), lenses}),
  );
  const form = /** @type {HTMLFormElement | null} */ (host.querySelector('.gf-live'));
  const typed = form && engine ? wireSentence(form, engine, texts, update) : null;
  /**
   * @param {string} name
   * @param {any} data
   */
  const trigger = async (name, data) => {
    if (typed?.event(name, data)) return;
    const {payload: value, problem} = name === 'hypothesis_select' && hypothesis ? await hypothesis(data) : {};
    if (value) update({value, problem: ''});
    else update({problem: problem ?? model.get('alone')});
  };
  element.querySelector('[data-part="present"]').hidden = true; // a cell cannot cover the notebook
  const view = mount({element, props, trigger, server, watch});
  const leave = joinPlaces(view, model);
  return () => {
    leave();
    kernel.end();
  };
};

export const render = inCell(open);
