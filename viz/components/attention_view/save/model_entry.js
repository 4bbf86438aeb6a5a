// The entry of the save menu for a page with the model: its size is asked for when the menu opens.

import {say} from '../../shared/text.js';
import {sizeText} from '../numbers/reduced.js';
import {ask} from '../server/ask.js';

/** @import {View} from '../types.js' */

export const WITH_MODEL = 'html_model';

/**
 * Write the size of the page, or why there is none.
 * @param {View} view
 */
export const tellModelSize = async view => {
  const {packed, texts} = view;
  const reply = await ask(view, 'model_page');
  const entry = view.root.querySelector(`[data-save="${WITH_MODEL}"]`);
  const problem = reply?.problem ?? say(texts, 'lab.no_answer');
  if (!entry || view.packed !== packed) return;
  entry.disabled = !reply?.bytes;
  entry.querySelector('small').textContent = reply?.bytes
    ? say(texts, `save.${WITH_MODEL}.note`, {size: sizeText(reply.bytes)})
    : problem;
};
