// What a visitor has chosen, kept in the session, so that coming back to an evaluation shows the same place.

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
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORE + id) ?? '{}');
    /** @type {Choice} */
    const choice = {...first, ...kept};
    const orders = ['worst', ...(systems > 1 ? ['different'] : []), ...columns.map(({key}) => key)];
    return orders.includes(choice.order.by) ? choice : {...choice, order: first.order};
  } catch {
    return first; // a browser that keeps nothing
  }
};

/**
 * @param {string} id
 * @param {Choice} choice
 */
export const keep = (id, choice) => {
  try {
    sessionStorage.setItem(STORE + id, JSON.stringify(choice));
  } catch {
    /* a browser that keeps nothing */
  }
};
