// What a visitor has chosen, kept in the session, so that coming back to an evaluation shows the same place.

import {keepUnder, keptUnder} from '../shared/keeping.js';

/** @import {Choice, Column} from './types.js' */

const STORE = 'glassformer-sentences:';

/**
 * The choice with which an evaluation begins.
 * @param {number} systems
 * @returns {Choice}
 */
export const firstChoice = systems => ({
  order: {by: systems > 1 ? 'different' : 'worst', descending: systems > 1},
  text: '',
  flags: [],
  uncertain: false,
  bucket: null,
  marks: systems > 1 ? 'systems' : 'reference',
  open: -1,
  top: 0,
});

/**
 * What is kept of an evaluation; anything that does not fit is as at first.
 * @param {string} id of the evaluation
 * @param {number} systems
 * @param {Column[]} columns
 * @returns {Choice}
 */
export const keptChoice = (id, systems, columns) => {
  const first = firstChoice(systems);
  /** @type {Choice} */
  const choice = {...first, ...keptUnder(STORE + id, 'sessionStorage')};
  const orders = ['worst', ...(systems > 1 ? ['different'] : []), ...columns.map(({key}) => key)];
  return orders.includes(choice.order?.by) ? choice : {...choice, order: first.order};
};

/**
 * @param {string} id
 * @param {Choice} choice
 */
export const keep = (id, choice) => keepUnder(STORE + id, choice, 'sessionStorage');
