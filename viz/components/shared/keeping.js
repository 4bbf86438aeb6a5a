// What the browser keeps of this page, for good or for this tab alone.

/** @typedef {'localStorage' | 'sessionStorage'} Store */

/** @type {Map<string, string>} what the browser did not keep, by store and name; known until the page is left */
const refused = new Map();

/**
 * What is kept under a name; an empty object for nothing.
 * @param {string} name
 * @param {Store} [store]
 * @returns {Record<string, any>}
 */
export const keptUnder = (name, store = 'localStorage') => {
  try {
    const found = JSON.parse(refused.get(`${store} ${name}`) ?? globalThis[store].getItem(name) ?? '{}');
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
  const key = `${store} ${name}`;
  const text = JSON.stringify(value);
  try {
    globalThis[store].setItem(name, text);
    refused.delete(key);
  } catch {
    refused.set(key, text); // a frame may not keep anything, and a store may be full
  }
};
