// The form of an evaluation: what the browser fills in without the server.

/**
 * The first system and what was filled in as such: the model of the explorer, unless the visitor has chosen another,
 * also while the server was being asked.
 * @param {string} usual the model of the explorer; '' if it is not known
 * @param {string} first
 * @param {string} filled
 */
export const fillFirst = (usual, first, filled) => (usual && first === filled ? [usual, usual] : [first, filled]);
