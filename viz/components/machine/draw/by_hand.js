// Files to compute a row of attention again.

import {make} from '../../shared/elements.js';
import {say} from '../../shared/text.js';
import {rowOf, strongest} from '../model/row.js';

/** @import {Block, MachineView, Opened} from '../types.js' */

const FILES = ['notebook', 'workbook', 'worksheet'];

/**
 * Buttons for the row that is looked at, in the head of its strongest weight; none for other blocks than attention.
 * @param {MachineView} view
 * @param {Block} block
 * @param {Opened} opened
 */
export const drawByHand = (view, block, opened) => {
  const weights = opened.tensors.find(one => one.role === 'attention');
  const {machine, texts} = view;
  if (!weights || !machine) return [];
  const query = rowOf(view, block, weights.shape[1]);
  const {head} = strongest(weights, query);
  const kind = block.name.endsWith('cross') ? 'cross' : block.side;
  const {id} = machine.shown;
  return [
    make(
      'p',
      {class: 'gf-machine-links'},
      say(texts, 'by_hand', {head: head + 1}),
      ...FILES.map(format => {
        const button = make('button', {type: 'button', 'data-save': format}, say(texts, `by_hand.${format}`));
        button.addEventListener('click', () =>
          view.trigger('save_request', {id, format, kind, layer: block.layer, head, query}),
        );
        return button;
      }),
    ),
  ];
};
