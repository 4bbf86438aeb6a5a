// The engine of a page, opened where the head lab is open.

/** @import {View} from '../types.js' */

/**
 * Open the engine where the head lab is open; a visitor who saves data has the server's answers.
 * @param {View} view
 */
export const wireLocal = view => {
  const saves = /** @type {any} */ (navigator).connection?.saveData;
  view.show(({packed, choice: {bench}}) => [packed, bench], ({packed, choice: {bench}}) => {
    if (bench !== 'lab' || saves || !view.local) return;
    view.local.open(packed).then(() => { if (view.local?.isReady(packed.id)) view.root.dataset.engine = packed.id; }, console.error);
  });
};
