// What a saved page takes along: the view, and the answers that were on the page. The server makes them again.

import {viewFields} from '../address/view_link.js';
import {idForServer} from '../changes/local_engine.js';
import {wholeChange} from '../numbers/second_request.js';

/** @import {View} from '../types.js' */

const OF_A_PAGE = ['variant', 'head_values', 'model_page', 'homework']; // asked for here, or part of the page anyway

/** Whether the page shows how the model learned to attend. */
const isHistoryOpen = () =>
  Boolean(document.querySelector('#learned-view [data-part="body"]:not([hidden])')?.getClientRects().length);

/**
 * What the server is asked for with a page that opens on this view.
 * @param {View} view
 */
export const savedView = async view => {
  const {packed, variant} = view;
  const asked = [...view.asked.values()];
  const questions = asked.filter(({name, request}) => request.id === packed.id && !OF_A_PAGE.includes(name));
  if (variant) {
    const {off, uniform, edits, prefix, same, text, target, checkpoint, rank, beam_size: beam, alpha} = variant.change;
    const change = {off, uniform, edits, prefix, same, text, target, checkpoint, rank, beam_size: beam, alpha};
    const request = {id: packed.id, ...wholeChange(change)};
    const own = asked.filter(({request}) => request.id === variant.packed.id);
    const id = await idForServer(view, variant.packed.id);
    questions.push({name: 'variant', request}, ...own.map(({name, request}) => ({name, request: {...request, id}})));
  }
  return {id: packed.id, fields: viewFields(view), questions, history: isHistoryOpen()};
};
