// Heads shown together.

import {headOfName, nameOfHead} from '../model/heads.js';
import {isChosenHead} from '../store/selectors.js';

/** @import {View} from '../types.js' */

/**
 * Choose a head beside the current one, or let it go; a head of another kind becomes the current one. The current one
 * itself is kept, or no longer: it stays beside whichever head is gone to next.
 * @param {View} view
 * @param {string} name
 */
export const toggleChosenHead = (view, name) => {
  const {choice} = view, at = headOfName(name);
  if (at.kind !== choice.kind) { view.change({...at, pin: null, hover: null, cell: null}); return; }
  const kept = isChosenHead(view, name);
  const heads = kept ? choice.heads.filter(other => other !== name) : [...choice.heads, name];
  chooseHeads(view, heads, name === nameOfHead(choice) && !kept);
};

/**
 * With a first head beside the current one they are shown together; with the last one gone, no longer.
 * @param {View} view
 * @param {string[]} heads
 * @param {boolean} [keeping]
 */
export const chooseHeads = (view, heads, keeping = false) => {
  const {kind, layer, head, combine, view: figure} = view.choice;
  const beside = heads.some(name => name.startsWith(`${kind}.`) && name !== nameOfHead({kind, layer, head}));
  const usual = figure === 'lines' ? 'overlay' : 'mean', together = combine === 'one' ? usual : combine;
  view.change({heads, combine: beside || keeping ? together : 'one'});
};
