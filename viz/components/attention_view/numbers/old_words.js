// The cost of a change for the words of the first translation, next to a new translation. Pure functions.

import {labRequest} from './second_request.js';
import {headOfName} from './heads.js';
import {headCost} from './losses.js';

/** @import {Lab, Losses} from '../types.js' */

/** @param {Lab} lab */
export const oldWordsRequest = lab => labRequest({...lab, mode: 'same'});

/** @param {Lab} lab */
export const oldWordsKey = lab => JSON.stringify(oldWordsRequest(lab));

/**
 * The cost in nats, where an earlier answer holds it: the same change scored again, or for one head that is off the
 * ranking or the losses of the first translation; null where it is not known.
 * @param {Lab} lab
 * @param {Map<string, Losses | null>} losses
 */
export const oldWordsCost = (lab, losses) => {
  const scored = lab.scored.get(oldWordsKey(lab));
  if (scored !== undefined) return scored;
  const [[name, state] = ['', '']] = lab.gates;
  if (lab.gates.size !== 1 || state !== 'off' || lab.edits.size) return null;
  const at = headOfName(name);
  const ranked = lab.rankings.get(lab.packed.id)?.[at.kind][at.layer][at.head] ?? null;
  if (ranked !== null) return ranked;
  const known = losses.get(`${lab.packed.id} ${at.kind}`);
  return known ? (headCost(known, at, null)?.cost ?? null) : null;
};
