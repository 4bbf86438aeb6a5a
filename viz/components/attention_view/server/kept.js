// What is typed into the panels: kept in the browser for this tab alone, so that a reload does not lose it.

import {keepUnder, keptUnder} from '../../shared/keeping.js';

/** @import {View} from '../types.js' */

const STORE = 'glassformer-panels';

const readAll = () => keptUnder(STORE, 'sessionStorage');

/**
 * What is kept of a form; empty without anything, and for a view that is not that of the page.
 * @param {View} view
 * @param {string} name
 * @returns {Record<string, any>}
 */
export const keptForm = ({props}, name) => {
  const kept = props.addressed ? readAll()[name] : null;
  return kept && typeof kept === 'object' ? kept : {};
};

/**
 * Keep values of a form next to those that are kept of it.
 * @param {View} view
 * @param {string} name
 * @param {Record<string, any>} values
 */
export const keepForm = (view, name, values) => {
  if (!view.props.addressed) return;
  keepUnder(STORE, {...readAll(), [name]: {...keptForm(view, name), ...values}}, 'sessionStorage');
};

/**
 * A text that is kept; anything else is left out.
 * @param {unknown} value
 */
export const keptText = value => (typeof value === 'string' ? value : '');
