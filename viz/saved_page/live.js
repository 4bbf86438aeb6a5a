// The saved page that translates: the attention view, a sentence to type, and the model, all in the file.

import {bytesOf} from '../components/shared/bytes.js';
import {answersOf, openEngine, refusalText} from '../components/shared/engine/opening.js';
import {nextTask} from '../components/shared/watching.js';
import {openView, partOf, textOf} from './opened.js';

const texts = () => JSON.parse(textOf('texts'));

const openModel = async () => {
  await nextTask(); // until the view is drawn
  const packed = partOf('model');
  const payload = JSON.parse(textOf('payload'));
  const service = await openEngine(bytesOf(packed.textContent ?? ''), payload.lenses.slice(0, 1));
  packed.remove();
  for (const made of [payload, ...madeVariants()]) service.adopt(made);
  document.documentElement.dataset.model = 'ready';
  return service;
};

/** The second translations of the file. */
const madeVariants = () =>
  JSON.parse(textOf('opened'))
    .answers.filter((/** @type {{name: string}} */ {name}) => name === 'variant')
    .map((/** @type {{reply: {payload: string}}} */ {reply}) => JSON.parse(reply.payload));

const form = /** @type {HTMLFormElement} */ (document.getElementById('live'));
const {sentence, beam, alpha, example} = /** @type {any} */ (form.elements);
const engine = openModel();

/**
 * Show what the model makes of a request, or why it makes nothing of it.
 * @param {(service: Awaited<typeof engine>) => string} make
 */
const translated = async make => {
  update({busy: true, problem: ''});
  await nextTask();
  try {
    const value = make(await engine);
    update({value, busy: false, restore: ''});
  } catch (error) {
    update({busy: false, problem: refusalText(error, texts())});
  }
};

/**
 * Answer an event of the view.
 * @param {string} name
 * @param {any} data
 */
const event = (name, data) => {
  if (name === 'hypothesis_select') translated(service => service.hypothesis(data.id, data.index));
  return name === 'hypothesis_select';
};

/** @param {HTMLInputElement} box */
const numberOf = box => (box.value === '' ? Number(box.defaultValue) : Number(box.value));

const submit = () => translated(service => service.translate(sentence.value, numberOf(beam), numberOf(alpha)));

const wireForm = () => {
  form.addEventListener('submit', sent => {
    sent.preventDefault();
    submit();
  });
  sentence.addEventListener('keydown', (/** @type {KeyboardEvent} */ pressed) => {
    if (pressed.key !== 'Enter' || pressed.shiftKey || pressed.isComposing) return;
    pressed.preventDefault();
    submit();
  });
  example?.addEventListener('change', () => {
    sentence.value = example.value;
    submit();
  });
};

const {update} = openView({server: answersOf(engine, texts), event});
wireForm();

export const opened = engine;
