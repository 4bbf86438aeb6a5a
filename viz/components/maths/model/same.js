// Whether a figure is the one that is already drawn.

/**
 * Whether two plain values are the same: numbers and texts by value, lists and objects part by part.
 * @param {any} a
 * @param {any} b
 * @returns {boolean}
 */
export const isSame = (a, b) => {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const isList = isListed(a);
  if (isList !== isListed(b)) return false;
  if (isList) {
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!isSame(a[i], b[i])) return false;
    return true;
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every(key => key in b && isSame(a[key], b[key]));
};

/** @type {(value: object) => boolean} */
const isListed = value => Array.isArray(value) || ArrayBuffer.isView(value);
