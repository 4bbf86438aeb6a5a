// What is typed into the panels: kept in the browser for this tab alone, so that a reload does not lose it.

/** @import {View} from '../types.js' */

const STORE = 'glassformer-panels';

/** @returns {Record<string, any>} */
const readAll = () => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORE) ?? '{}');
    return kept && typeof kept === 'object' ? kept : {};
  } catch {
    return {};
  }
};

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
  try {
    sessionStorage.setItem(STORE, JSON.stringify({...readAll(), [name]: {...keptForm(view, name), ...values}}));
  } catch {
    /* a browser that keeps nothing */
  }
};

/**
 * A text that is kept; anything else is left out.
 * @param {unknown} value
 */
export const keptText = value => (typeof value === 'string' ? value : '');
