// The saved page: the attention view in a file, with a stand-in for what Gradio gives it, and without a server.

import {mount, takeExact} from '../../components/attention_view/index.js';

const textOf = name => document.getElementById(name).textContent;

const watched = [];
const props = {value: textOf('payload'), texts: textOf('texts'), note: '', busy: false, problem: '', restore: '', host: ''};
const watch = (names, callback) => watched.push({names: [names].flat(), callback});

/** Say that what was asked for needs the program. */
const trigger = () => {
  props.problem = JSON.parse(textOf('words')).alone;
  for (const {names, callback} of watched) if (names.includes('problem')) callback();
};

const page = document.documentElement;
page.classList.toggle('dark', matchMedia('(prefers-color-scheme: dark)').matches);
document.getElementById('theme').addEventListener('click', () => page.classList.toggle('dark'));

const view = mount({element: document.getElementById('attention'), props, trigger, server: null, watch});
takeExact(view, JSON.parse(textOf('exact'))); // empty where the file would be too large with them
