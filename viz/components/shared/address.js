// The address of the page. Several parts of the page write it, each with its own fields in the query string. A change
// adds an entry to the history or replaces the last one; replacements wait a moment, so that a held key is one. What
// does not fit into the address is kept in the state of the entry.

/** @typedef {Record<string, string>} Fields */

const WAIT = 250; // milliseconds: a browser refuses pages that write more than some 100 times in 30 s
// characters of the query string: proxies refuse more than 8,000, and other parts need some
export const LONGEST = 4000;
const LISTENER = 'https://huggingface.co'; // the page around a Space; a message reaches no other

/** @type {{names: Set<string>, restore: (fields: Fields) => void}[]} */
const parts = [];

/** @type {Set<(fields: Fields, isLed: boolean) => void>} */
const followers = new Set();

/** The pending address with the state of its entry; null when the address is up to date. */
let coming = /** @type {{query: URLSearchParams, held: Fields} | null} */ (null);
let timer = 0;

/** True in the frame of a Space: its own address is not visible. */
let framed = false;

let isLed = false; // to what the address already names, by `goTo` or a step back or forward

/** The address of what is not a page; null where the browser has it. */
let aside = /** @type {{query: URLSearchParams, held: Fields} | null} */ (null);

/** Leave the address of the browser alone: it is that of a notebook. */
export const holdAddress = () => {
  aside = {query: new URLSearchParams(), held: {}};
};

/** @returns {{query: URLSearchParams, held: Fields}} */
const present = () =>
  coming ?? aside ?? {query: new URLSearchParams(location.search), held: history.state?.glassformer ?? {}};

/**
 * What the address says, a field each; of a repeated one the last.
 * @returns {Fields}
 */
export const addressFields = () => {
  const {query, held} = present();
  return {...Object.fromEntries(query), ...held};
};

/**
 * The fields as they fit: the longest go into the entry's state until the rest is short enough.
 * @param {[string, string][]} entries
 */
export const fitted = entries => {
  const query = new URLSearchParams(entries);
  /** @type {Fields} */
  const held = {};
  while (query.toString().length > LONGEST) {
    const [name, value] = [...query].reduce((most, one) => (one[1].length > most[1].length ? one : most));
    held[name] = value;
    query.delete(name);
  }
  return {query, held};
};

/**
 * Call back with the fields of the address, now and after each change, until the returned function is called; also with
 * whether the page was led there rather than changed.
 * @param {(fields: Fields, isLed: boolean) => void} follow
 */
export const followAddress = follow => {
  followers.add(follow);
  follow(addressFields(), isLed);
  return () => {
    followers.delete(follow);
  };
};

const tell = () => {
  for (const follow of followers) follow(addressFields(), isLed);
};

/** Have every part of the page show what the address names. */
const lead = () => {
  const outer = isLed; // a part may lead on
  isLed = true;
  try {
    for (const part of parts) part.restore(addressFields());
    tell();
  } finally {
    isLed = outer;
  }
};

/**
 * Write an entry of the history. A browser that refuses leaves the address as it is.
 * @param {'pushState' | 'replaceState'} how
 * @param {{query: URLSearchParams, held: Fields}} entry
 */
const write = (how, {query, held}) => {
  if (aside) {
    aside = {query, held};
    return;
  }
  const text = query.toString();
  const state = {...history.state, glassformer: held};
  try {
    history[how](state, '', `${location.pathname}${text && `?${text}`}${location.hash}`);
  } catch {
    return;
  }
  if (framed && window.parent !== window) window.parent.postMessage({queryString: text}, LISTENER);
};

/** Write a pending address now: requests to the server carry it. */
export const flush = () => {
  clearTimeout(timer);
  if (coming) write('replaceState', coming);
  coming = null;
};

/**
 * Set the fields of a part of the page; fields of other parts, and unknown ones, are kept.
 * @param {Iterable<string>} names that the part has
 * @param {Fields} fields
 * @param {boolean} [push] whether Back leads to what was shown before
 */
export const writeAddress = (names, fields, push = false) => {
  const own = new Set(names);
  const now = present();
  const others = [...now.query, ...Object.entries(now.held)].filter(([name]) => !own.has(name));
  const entry = fitted([...Object.entries(fields), ...others]);
  /** @param {{query: URLSearchParams, held: Fields}} of */
  const said = of =>
    JSON.stringify([...of.query, ...Object.entries(of.held)].sort(([a], [b]) => Number(a > b) - Number(a < b)));
  if (said(entry) === said(now)) return;
  if (push) {
    flush();
    write('pushState', entry);
  } else {
    coming = entry;
    clearTimeout(timer);
    timer = setTimeout(flush, WAIT);
  }
  tell();
};

/**
 * Take part in the address: `restore` is called with all fields when a person goes back or forward.
 * @param {Iterable<string>} names
 * @param {(fields: Fields) => void} restore
 */
export const joinAddress = (names, restore) => {
  parts.push({names: new Set(names), restore});
  if (parts.length > 1) return;
  window.addEventListener('popstate', () => {
    clearTimeout(timer);
    coming = null; // it belonged to the entry that was left
    lead();
  });
  window.addEventListener('pagehide', flush);
};

/** The page is in the frame of a Space: tell the page around it, whose address is the one that is seen. */
export const sendToFrame = () => {
  framed = true;
};

/**
 * Go to what some fields name, as a step back or forward does; it is an entry of its own. An empty field is taken out.
 * @param {Fields} changes
 */
export const goTo = changes => {
  flush();
  const fields = Object.entries({...addressFields(), ...changes}).filter(([, value]) => value !== '');
  write('pushState', fitted(fields));
  lead();
};
