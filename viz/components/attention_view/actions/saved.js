// What a saved page takes along: the view, and the answers that were on the page. The server makes them again.

import {wholeChange} from '../model/change.js';
import {viewFields} from './link.js';

/** @import {View} from '../types.js' */

const OF_A_PAGE = ['variant', 'head_values', 'model_page']; // asked for here, or part of the page anyway

/** Whether the page shows how the model learned to attend. */
const isHistoryOpen = () =>
  Boolean(document.querySelector('#learned-view [data-part="body"]:not([hidden])')?.getClientRects().length);

/**
 * What the server is asked for with a page that opens on this view.
 * @param {View} view
 */
export const savedView = view => {
  const {packed, variant} = view, asked = [...view.asked.values()];
  const questions = asked.filter(({name, request}) => request.id === packed.id && !OF_A_PAGE.includes(name));
  if (variant) {
    const {off, uniform, edits, prefix, same, text, target, checkpoint, rank, beam_size: beam, alpha} = variant.change;
    const change = {off, uniform, edits, prefix, same, text, target, checkpoint, rank, beam_size: beam, alpha};
    const request = {id: packed.id, ...wholeChange(change)};
    questions.push({name: 'variant', request}, ...asked.filter(({request}) => request.id === variant.packed.id));
  }
  return {id: packed.id, fields: viewFields(view), questions, history: isHistoryOpen()};
};
