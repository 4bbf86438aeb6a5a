// The engine of a page: opened where the head lab is open; its translations as the server knows them.

/** @import {View} from '../types.js' */

/**
 * Open the engine where the head lab is open; a visitor who saves data has the server's answers.
 * @param {View} view
 */
export const wireLocal = view => {
  const saves = /** @type {any} */ (navigator).connection?.saveData;
  view.show(
    ({packed, choice: {bench}}) => [packed, bench],
    ({packed, choice: {bench}}) => {
      if (bench !== 'lab' || saves || !view.local) return;
      view.local.open(packed).then(() => {
        if (view.local?.isReady(packed.id)) view.root.dataset.engine = packed.id;
      }, console.error);
    },
  );
};

/**
 * The id of a translation in a request to the server; null where it cannot make the translation.
 * @param {View} view
 * @param {string} id
 */
export const idForServer = async (view, id) => {
  const found = (await view.local?.idOfServer(id)) ?? {id};
  return 'id' in found ? found.id : null;
};
