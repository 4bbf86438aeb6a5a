// The attention view in a file: with a substitute for Gradio's objects, and the answers of the server that were on the
// page.

import {mount, takeExact} from '../components/attention_view/index.js';
import {isSameChange} from '../components/attention_view/address/fields.js';
import * as time from '../components/time_travel/index.js';

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

/** The panels that have something to show, by the question that they ask. */
const PANELS = Object.entries({
  tree: 'search_tree',
  lab: 'head_importance',
  close_up: 'close_up',
  catalogue: 'head_catalogue',
  compare: 'variant',
});

/**
 * The payload with the lenses that the file has numbers of.
 * @param {Answer[]} answers
 */
const payloadOf = answers => {
  const payload = JSON.parse(textOf('payload'));
  const known = answers.filter(({name}) => name === 'lens_values').map(({request}) => request.lens);
  payload.lenses = payload.lenses.filter(
    (/** @type {{name: string}} */ lens, /** @type {number} */ i) => i === 0 || known.includes(lens.name),
  );
  return payload;
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
  const panels = PANELS.filter(([panel, name]) => asked.includes(name) || panel === open);
  /** @type {{names: string[], callback: () => void}[]} */
  const watched = [];
  const payload = payloadOf(answers);
  const props = {
    value: JSON.stringify(payload),
    checks: payload.checks,
    texts: textOf('texts'),
    note: '',
    busy: false,
    problem: '',
    host: '',
    saves: false,
    panels: panels.map(([panel]) => panel),
    restore: Object.keys(fields).length ? JSON.stringify(fields) : '',
  };
  /**
   * @param {string | string[]} names
   * @param {() => void} callback
   */
  const watch = (names, callback) => watched.push({names: [names].flat(), callback});
  /** @param {Partial<typeof props>} changes */
  const update = changes => {
    Object.assign(props, changes);
    for (const {names, callback} of watched) if (names.some(name => name in changes)) callback();
  };
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
