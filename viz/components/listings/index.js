// The lines of the program that computed what stands beside them; asked for while they are open.

import {drawListings} from '../shared/listing.js';
import {say} from '../shared/text.js';

/** @import {Gradio, Texts} from '../shared/types.js' */

/**
 * Start the component in its element.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, trigger, watch, given}) => {
  const fold = element.querySelector('details');
  const lines = fold.querySelector('section');
  const draw = () => {
    /** @type {Texts} */
    const texts = JSON.parse(props.texts ?? given?.texts ?? '{}');
    fold.querySelector('summary').textContent = say(texts, 'code.open');
    fold.querySelector('p').textContent = say(texts, props.value ? 'code.hint' : 'code.wait');
    lines.setAttribute('aria-busy', String(fold.open && !props.value));
    lines.replaceChildren(...drawListings(texts, JSON.parse(props.value || '[]')));
  };
  fold.addEventListener('toggle', () => {
    trigger('fold', {open: fold.open});
    draw();
  });
  watch(['value', 'texts'], draw);
  draw();
};
