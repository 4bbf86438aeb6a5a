// The saved page: the attention view in a file, with a substitute for Gradio's objects, and without a server.

import {mount, takeExact} from '../../components/attention_view/index.js';

/** @import {Part} from '../../components/shared/types.js' */

/**
 * An element of the template.
 * @param {string} id
 */
const partOf = id => /** @type {Part} */ (document.getElementById(id));

/** @param {string} id */
const textOf = id => partOf(id).textContent ?? '';

/** @type {{names: string[], callback: () => void}[]} */
const watched = [];
const props = {value: textOf('payload'), texts: textOf('texts'), note: '', busy: false, problem: '', restore: '', host: ''};

/**
 * @param {string | string[]} names
 * @param {() => void} callback
 */
const watch = (names, callback) => watched.push({names: [names].flat(), callback});

/** Report that a request needs the program. */
const trigger = () => {
  props.problem = JSON.parse(textOf('words')).alone;
  for (const {names, callback} of watched) if (names.includes('problem')) callback();
};

const page = document.documentElement;
page.classList.toggle('dark', matchMedia('(prefers-color-scheme: dark)').matches);
partOf('theme').addEventListener('click', () => page.classList.toggle('dark'));

const view = mount({element: partOf('attention'), props, trigger, server: null, watch});
takeExact(view, JSON.parse(textOf('exact'))); // empty if the file would be too large with them
