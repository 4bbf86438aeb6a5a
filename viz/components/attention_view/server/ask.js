// Questions to the server.

/** @import {Packed, View} from '../types.js' */

/**
 * Ask the server; null without a server or an answer, or if the translation has changed meanwhile.
 * @param {View} view
 * @param {string} name
 * @param {object} [request]
 */
export const ask = async (view, name, request = {}) => {
  const {packed} = view;
  if (!packed || !view.server?.[name]) return null;
  try {
    const reply = await view.server[name]({id: packed.id, ...request});
    return view.packed === packed && reply ? reply : null;
  } catch (error) {
    console.error(error);
    return null;
  }
};

/**
 * @param {View} view
 * @param {Packed} packed
 */
export const stillShown = (view, packed) => view.packed === packed || view.variant?.packed === packed;
