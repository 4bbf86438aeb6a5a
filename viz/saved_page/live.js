// The saved page that translates: the attention view, a sentence to type, and the model, all in the file.

import {bytesOf} from '../components/shared/bytes.js';
import {answersOf, openEngine} from '../components/shared/engine/opening.js';
import {nextTask} from '../components/shared/watching.js';
import {openView, partOf, textOf} from './opened.js';
import {wireSentence} from './sentence.js';

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

const engine = openModel();
const form = /** @type {HTMLFormElement} */ (document.getElementById('live'));
const {event} = wireSentence(form, engine, texts, changes => view.update(changes));
const view = openView({server: answersOf(engine, texts), event});

export const opened = engine;
