// A sentence to type: the model in the browser translates it.

import {refusalText} from '../components/shared/engine/opening.js';
import {nextTask} from '../components/shared/watching.js';

/** @import {EngineService} from '../components/shared/engine/service.js' */
/** @import {Texts} from '../components/shared/types.js' */

/** @param {HTMLInputElement} box */
const numberOf = box => (box.value === '' ? Number(box.defaultValue) : Number(box.value));

/**
 * Translate what is typed in a form.
 * @param {HTMLFormElement} form
 * @param {Promise<EngineService>} engine
 * @param {() => Texts} texts
 * @param {(changes: object) => void} update the properties of the view
 */
export const wireSentence = (form, engine, texts, update) => {
  const {sentence, beam, alpha, example} = /** @type {any} */ (form.elements);
  /**
   * Show what the model makes of a request, or why it makes nothing of it.
   * @param {(service: EngineService) => string} make
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
  const submit = () => translated(service => service.translate(sentence.value, numberOf(beam), numberOf(alpha)));
  form.addEventListener('submit', sent => {
    sent.preventDefault();
    submit();
  });
  sentence.addEventListener('keydown', (/** @type {KeyboardEvent} */ pressed) => {
    if (pressed.key !== 'Enter' || pressed.shiftKey || pressed.isComposing) return;
    pressed.preventDefault();
    submit();
  });
  // A sentence that is not among the examples leaves none chosen: only another choice is an event.
  const markExample = () => {
    if (example) example.value = sentence.value;
  };
  markExample();
  sentence.addEventListener('input', markExample);
  example?.addEventListener('change', () => {
    sentence.value = example.value;
    submit();
  });
  /**
   * Answer an event of the view; false for one that needs the program.
   * @param {string} name
   * @param {any} data
   */
  const event = (name, data) => {
    if (name === 'hypothesis_select') translated(service => service.hypothesis(data.id, data.index));
    return name === 'hypothesis_select';
  };
  return {event};
};
