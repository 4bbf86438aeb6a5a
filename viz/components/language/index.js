// The switch of the page's language. The server sends the words, once for each language; what is shown stays as it is.

import {addressFields, flush, joinAddress, writeAddress} from '../shared/address.js';
import {make, targetOf} from '../shared/elements.js';

/** @import {Gradio, Part, Server} from '../shared/types.js' */

// Which language a visitor wants, and the cookie that remembers it. Pure functions.

/**
 * The first language that is offered, itself or by its main part: `zh-CN` is `zh`; '' without one.
 * @param {string[]} offered codes
 * @param {(string | undefined)[]} asked what was asked for, the most wanted first
 */
export const wantedLanguage = (offered, asked) => {
  for (const code of asked) {
    const found = offered.find(one => one === code) ?? offered.find(one => one === code?.toLowerCase().split('-')[0]);
    if (found) return found;
  }
  return '';
};

/**
 * The value of a cookie; undefined without one.
 * @param {string} cookies as `document.cookie` gives them
 * @param {string} name
 */
export const cookieIn = (cookies, name) =>
  cookies
    .split('; ')
    .find(one => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);

const YEAR = 365 * 24 * 3600; // seconds

/**
 * A cookie for a year; in the frame of another site, such as a Space, a browser keeps it only with these attributes.
 * @param {string} name
 * @param {string} value
 * @param {string} protocol of the page
 */
export const cookieOf = (name, value, protocol) => {
  const attributes = protocol === 'https:' ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax';
  return `${name}=${value}; path=/; max-age=${YEAR}; ${attributes}`;
};

/**
 * The title of the page in other words; the mark of a run that has ended stays.
 * @param {string} shown
 * @param {string} title
 */
export const titleAfter = (shown, title) => (/^[✓✗] .* · /.exec(shown)?.[0] ?? '') + title;

/** @typedef {{language: string, title: string, label: string}} Words of the page around the switch */

/**
 * What asks the server for the words of the page, once for each language.
 * @param {Server | null} server
 */
const makeWords = server => {
  /** @type {Map<string, Promise<unknown>>} */
  const known = new Map();
  return (/** @type {string} */ code) => {
    const asked =
      known.get(code) ??
      Promise.resolve(server?.page_words({code})).then(words => {
        if (!Array.isArray(words)) throw new Error('the words of the page did not arrive');
        return words;
      });
    known.set(code, asked);
    asked.catch(() => known.delete(code));
    return asked;
  };
};

/**
 * Remember the language, in the address where a link carries it, and for the next visit.
 * @param {string} parameter
 * @param {() => string} present
 */
const remembering = (parameter, present) => {
  const chosen = () => cookieIn(document.cookie, parameter);
  const remember = () => {
    if (chosen() !== present()) document.cookie = cookieOf(parameter, present(), location.protocol);
  };
  // Windows share the cookie: the one that is used says which language its next answers have.
  for (const name of ['focus', 'pointerdown', 'keydown']) window.addEventListener(name, remember, {capture: true});
  // Back leads to what was shown, not to the language in which it was shown.
  joinAddress([parameter], fields => {
    if (fields[parameter]) writeAddress([parameter], {[parameter]: present()});
  });
  return {chosen, remember};
};

/**
 * Bring the switch to life.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, server, trigger, watch, given}) => {
  const {names, words, parameter} = /** @type {{names: Record<string, string>, words: string, parameter: string}} */ (
    given
  );
  const codes = Object.keys(names);
  const bar = /** @type {Part} */ (element.querySelector('.gf-language'));
  const holder = /** @type {Part} */ (element.closest('#language') ?? element);
  const wordsOf = makeWords(server);
  /** @returns {Words} */
  const present = () => JSON.parse(props.words ?? words);
  const {chosen, remember} = remembering(parameter, () => wanted);
  let wanted =
    wantedLanguage(codes, [addressFields()[parameter], chosen(), ...navigator.languages]) || present().language;
  const draw = () => {
    const {language, title, label} = present();
    document.documentElement.lang = language;
    document.title = titleAfter(document.title, title);
    bar.setAttribute('aria-label', label);
    for (const button of bar.children) button.setAttribute('aria-pressed', String(button.dataset.code === wanted));
  };
  const ask = async () => {
    const code = wanted;
    remember();
    draw();
    if (code === present().language) return;
    try {
      const updates = await wordsOf(code);
      Object.assign(holder, {updates}); // the event's script reads it
      if (code === wanted) trigger('language_chosen', {});
    } catch (error) {
      console.error(error);
      wanted = present().language;
      draw();
    }
  };
  bar.replaceChildren(
    ...codes.map(code => make('button', {type: 'button', lang: code, 'data-code': code}, names[code])),
  );
  bar.hidden = codes.length < 2;
  bar.addEventListener('click', event => {
    const {code} = targetOf(event).closest('button')?.dataset ?? {};
    if (!code || code === wanted) return;
    wanted = code;
    writeAddress([parameter], {[parameter]: code});
    flush(); // requests carry the address
    ask();
  });
  // Words are there before the first click; a page that is never switched asks for none.
  for (const name of ['pointerenter', 'focusin'])
    bar.addEventListener(name, () => {
      for (const code of codes) if (code !== wanted) wordsOf(code).catch(() => {});
    });
  watch('words', () => {
    draw();
    if (present().language !== wanted) ask();
  });
  ask();
};
