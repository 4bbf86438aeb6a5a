// The saved page: the attention view in a file, with a substitute for Gradio's objects. The server's answers that were on
// the page are in the file.

import {mount, takeExact} from '../../components/attention_view/index.js';
import {isSameChange} from '../../components/attention_view/model/link_change.js';
import * as time from '../../components/time_travel/index.js';

/** @import {Part} from '../../components/shared/types.js' */

/** @typedef {{name: string, request: Record<string, any>, reply: any}} Answer */

/**
 * An element of the template.
 * @param {string} id
 */
const partOf = id => /** @type {Part} */ (document.getElementById(id));

/** @param {string} id */
const textOf = id => partOf(id).textContent ?? '';

const {alone} = JSON.parse(textOf('words'));

/** @type {{fields: Record<string, any>, answers: Answer[]}} */
const {fields, answers} = JSON.parse(textOf('opened'));

/**
 * Whether an answer is to this question; of a second translation it is enough that it was made with the same change.
 * @param {Answer} answer
 * @param {string} name
 * @param {Record<string, any>} request
 */
const isOf = (answer, name, request) => {
  if (answer.name !== name || answer.request.id !== request.id) return false;
  if (name === 'variant') return isSameChange(answer.request, request);
  return Object.keys({...answer.request, ...request}).every(key => (answer.request[key] ?? null) === (request[key] ?? null));
};

/** @type {(name: string) => (request: object) => Promise<any>} */
const answering = name => async request => answers.find(one => isOf(one, name, request))?.reply ?? {problem: alone};

const names = new Set(answers.map(({name}) => name));
const server = names.size ? Object.fromEntries([...names].map(name => [name, answering(name)])) : null;

/** The panels that have something to show, by the question that they ask. */
const PANELS = Object.entries({
  tree: 'search_tree', lab: 'head_importance', close_up: 'close_up', catalogue: 'head_catalogue', compare: 'variant',
});
const panels = PANELS.filter(([panel, name]) => names.has(name) || (panel === fields.bench && names.has('variant'))).map(([panel]) => panel);

const payload = JSON.parse(textOf('payload'));
const known = answers.filter(({name}) => name === 'lens_values').map(({request}) => request.lens);
payload.lenses = payload.lenses.filter((/** @type {{name: string}} */ lens, /** @type {number} */ i) => i === 0 || known.includes(lens.name));

/** @type {{names: string[], callback: () => void}[]} */
const watched = [];
const props = {
  value: JSON.stringify(payload), texts: textOf('texts'), note: '', busy: false, problem: '', host: '', panels,
  restore: Object.keys(fields).length ? JSON.stringify(fields) : '',
};

/**
 * @param {string | string[]} names
 * @param {() => void} callback
 */
const watch = (names, callback) => watched.push({names: [names].flat(), callback});

/** Report that a request needs the program. */
const trigger = () => {
  props.problem = alone;
  for (const {names, callback} of watched) if (names.includes('problem')) callback();
};

const page = document.documentElement;
page.classList.toggle('dark', matchMedia('(prefers-color-scheme: dark)').matches);
partOf('theme').addEventListener('click', () => page.classList.toggle('dark'));

const view = mount({element: partOf('attention'), props, trigger, server, watch});
takeExact(view, JSON.parse(textOf('exact'))); // empty if the file would be too large with them

if (document.getElementById('history')) {
  const given = {value: textOf('history-value'), texts: textOf('history-texts')};
  time.mount(/** @type {any} */ ({element: partOf('history'), props: given, given, watch: () => {}}));
}
