// The tour: a card above the page with a few sentences for each stop; its buttons go to what a stop shows.

import {addressFields, goTo, joinAddress} from '../shared/address.js';
import {say} from '../shared/text.js';
import {STOPS, stopOf} from './stops.js';

/** @import {Gradio} from '../shared/types.js' */

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
