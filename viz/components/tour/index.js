// The tour: a card above the page with a few sentences for each stop; its buttons go to what a stop shows.

import {addressFields, goTo, joinAddress} from '../shared/address.js';
import {say} from '../shared/text.js';

/** @import {Gradio} from '../shared/types.js' */

// The twelve stops of the tour: what each of them opens, as fields of the page's address. Pure.

/** @typedef {Record<string, string>} Fields */

/** What a stop takes out of the address unless it sets it. */
const NOWHERE = {tab: '', lab: '', set: '', block: '', mode: '', at: '', bench: ''};

/**
 * @param {string} block of Figure 1
 * @param {Fields} [more]
 * @returns {Fields}
 */
const machine = (block, more = {}) => ({...NOWHERE, tab: 'machine', block, ...more});

/** @type {{name: string, fields: Fields}[]} */
const STOPS = [
  {name: 'embedding', fields: machine('encoder.embedding')},
  {name: 'position', fields: machine('encoder.position')},
  {name: 'attention', fields: machine('encoder.0.self')},
  {name: 'scale', fields: {...NOWHERE, lab: 'softmax'}},
  {name: 'heads', fields: {...NOWHERE, kind: 'encoder', layer: '1', head: '1', view: 'matrix'}},
  {name: 'residual', fields: machine('encoder.0.self.add')},
  {name: 'feed_forward', fields: machine('encoder.0.feed_forward')},
  {name: 'masked', fields: machine('decoder.0.self', {at: '4'})},
  {name: 'cross', fields: machine('decoder.1.cross', {at: '4'})},
  // as the explorer begins: the head that does most
  {name: 'alignment', fields: {...NOWHERE, kind: '', layer: '', head: '', view: ''}},
  {name: 'softmax', fields: machine('softmax', {at: '4'})},
  {name: 'training', fields: machine('decoder.0.self', {mode: 'train'})},
];

/**
 * The stop that an address names, from 0; -1 for none.
 * @param {Fields} fields
 */
const stopOf = fields => {
  const number = /^\d{1,2}$/.test(fields.stop ?? '') ? Number(fields.stop) : 0;
  return number >= 1 && number <= STOPS.length ? number - 1 : -1;
};

/**
 * Bring the tour to life; without a stop in the address it shows nothing.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, watch, given}) => {
  const part = (/** @type {string} */ name) => element.querySelector(`[data-part="${name}"]`);
  let stop = -1;
  const texts = () => JSON.parse(props.texts ?? given?.texts ?? '{}');
  const draw = () => {
    const words = texts();
    const card = part('card');
    const last = STOPS.length - 1;
    card.hidden = stop < 0;
    for (const node of element.querySelectorAll('[data-label]'))
      node.setAttribute('aria-label', say(words, node.dataset.label));
    if (stop < 0) return;
    const {name} = STOPS[stop];
    card.dataset.stop = name;
    part('count').textContent = say(words, 'count', {stop: stop + 1, stops: STOPS.length});
    part('title').textContent = say(words, `${name}.title`);
    part('text').textContent = say(words, `${name}.text`);
    part('back').textContent = say(words, 'back');
    part('back').disabled = stop === 0;
    part('next').textContent = say(words, stop === last ? 'end' : 'next');
  };
  /** @param {number} wanted */
  const go = wanted => {
    if (wanted < 0 || wanted >= STOPS.length) {
      goTo({stop: ''});
      return;
    }
    goTo({...STOPS[wanted].fields, stop: String(wanted + 1)});
  };
  part('back').addEventListener('click', () => go(stop - 1));
  part('next').addEventListener('click', () => go(stop + 1));
  part('close').addEventListener('click', () => go(-1));
  element.addEventListener('keydown', event => {
    if (event.key === 'Escape') go(-1);
  });
  const restore = (/** @type {Record<string, string>} */ fields) => {
    stop = stopOf(fields);
    draw();
  };
  joinAddress(['stop'], restore);
  watch('texts', draw);
  const asked = addressFields();
  restore(asked);
  const isShort =
    stop >= 0 && Object.entries(STOPS[stop].fields).some(([name, value]) => value && asked[name] !== value);
  if (isShort) go(stop); // a link with nothing but the stop
};
