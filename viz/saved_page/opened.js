// The attention view in a file: with the answers of the server that were on the page.

import {mount, takeExact} from '../components/attention_view/index.js';
import {isSameChange} from '../components/attention_view/address/fields.js';
import * as time from '../components/time_travel/index.js';
import {firstProps, watchedProps} from './substitute.js';

/** @import {Part, Server} from '../components/shared/types.js' */

/** @typedef {{name: string, request: Record<string, any>, reply: any}} Answer */

/**
 * What answers beyond the file.
 * @typedef {object} Live
 * @property {Server} server
 * @property {(name: string, data: any) => boolean} event answers an event of the view; false for one that needs
 *   the program
 */

/**
 * An element of the template.
 * @param {string} id
 */
export const partOf = id => /** @type {Part} */ (document.getElementById(id));

/** @param {string} id */
export const textOf = id => partOf(id).textContent ?? '';

/**
 * Whether an answer is to this question; of a second translation it is enough that it was made with the same change.
 * @param {Answer} answer
 * @param {string} name
 * @param {Record<string, any>} request
 */
const isOf = (answer, name, request) => {
  if (answer.name !== name || answer.request.id !== request.id) return false;
  if (name === 'variant') return isSameChange(answer.request, request);
  return Object.keys({...answer.request, ...request}).every(
    key => (answer.request[key] ?? null) === (request[key] ?? null),
  );
};

/**
 * The functions of a server: answers of the file first.
 * @param {Answer[]} answers
 * @param {Live | null} live
 * @param {string} alone the sentence that more needs the program
 * @returns {Server | null}
 */
const serverOf = (answers, live, alone) => {
  const names = new Set([...answers.map(({name}) => name), ...Object.keys(live?.server ?? {})]);
  /** @type {(name: string) => Server[string]} */
  const answering = name => async request =>
    answers.find(one => isOf(one, name, request))?.reply ?? (await live?.server[name]?.(request)) ?? {problem: alone};
  return names.size ? Object.fromEntries([...names].map(name => [name, answering(name)])) : null;
};

const wireTheme = () => {
  const page = document.documentElement;
  page.classList.toggle('dark', matchMedia('(prefers-color-scheme: dark)').matches);
  partOf('theme').addEventListener('click', () => page.classList.toggle('dark'));
};

const openHistory = () => {
  if (!document.getElementById('history')) return;
  const given = {value: textOf('history-value'), texts: textOf('history-texts')};
  time.mount(/** @type {any} */ ({element: partOf('history'), props: given, given, watch: () => {}}));
};

/**
 * Show the view of the file; returns it, and what changes its properties as Gradio would.
 * @param {Live | null} [live]
 */
export const openView = (live = null) => {
  const {alone} = JSON.parse(textOf('words'));
  /** @type {{fields: Record<string, any>, answers: Answer[]}} */
  const {fields, answers} = JSON.parse(textOf('opened'));
  const server = serverOf(answers, live, alone);
  const asked = Object.keys(server ?? {});
  const open = asked.includes('variant') || (asked.includes('lens_values') && fields.vs_lens) ? fields.bench : '';
  const lenses = answers.filter(({name}) => name === 'lens_values').map(({request}) => request.lens);
  const payload = JSON.parse(textOf('payload'));
  const {props, watch, update} = watchedProps(
    firstProps({payload, texts: textOf('texts'), asked, lenses, open, fields}),
  );
  /**
   * @param {string} name
   * @param {any} data
   */
  const trigger = (name, data) => {
    if (!live?.event(name, data)) update({problem: alone});
  };
  wireTheme();
  const view = mount({element: partOf('attention'), props, trigger, server, watch});
  takeExact(view, JSON.parse(textOf('exact'))); // empty if the file would be too large with them
  openHistory();
  return {view, update};
};
