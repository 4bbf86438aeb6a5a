// The translation that the first tab shows, for the other components of the page.

/** @type {any} */
let shown = null;

/** @type {((shown: any) => void)[]} */
const followers = [];

/**
 * Tell what is shown now.
 * @param {any} packed the payload of the attention view; null for nothing
 */
export const tellShown = packed => {
  if (packed === shown) return;
  shown = packed;
  for (const follow of followers) follow(shown);
};

/**
 * Call back with what is shown, now and after each change; null before the first translation.
 * @param {(packed: any) => void} follow
 */
export const followShown = follow => {
  followers.push(follow);
  follow(shown);
};
