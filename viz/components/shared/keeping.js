// What the browser keeps of this page, for good or for this tab alone.

/** @typedef {'localStorage' | 'sessionStorage'} Store */

/**
 * What is kept under a name; an empty object where there is nothing or the browser may not keep anything.
 * @param {string} name
 * @param {Store} [store]
 * @returns {Record<string, any>}
 */
export const keptUnder = (name, store = 'localStorage') => {
  try {
    const found = JSON.parse(globalThis[store].getItem(name) ?? '{}');
    return found && typeof found === 'object' && !Array.isArray(found) ? found : {};
  } catch {
    return {};
  }
};

/**
 * @param {string} name
 * @param {Record<string, any>} value
 * @param {Store} [store]
 */
export const keepUnder = (name, value, store = 'localStorage') => {
  try {
    globalThis[store].setItem(name, JSON.stringify(value));
  } catch {
    /* a frame may not keep anything */
  }
};
