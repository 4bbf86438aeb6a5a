// What is found out on the way: the head that matters most, and what is left of a token without cross-attention. Each
// is measured once for a translation.

import {make} from '../shared/elements.js';
import {minus, probabilityChange} from '../shared/numbers.js';
import {headWords, tokenNode} from '../shared/exercises/phrases.js';
import {mostChanged, mostImportant} from './model/tasks.js';

/** @import {Server, Texts} from '../shared/types.js' */

/** @typedef {NonNullable<ReturnType<typeof mostImportant>>} Best */
/** @typedef {NonNullable<ReturnType<typeof mostChanged>>} Change */
/** @typedef {keyof typeof MEASURES} Name */
/** @typedef {{best: Best | null, change: Change | null, problems: string[]}} Found why what is missing was refused */

/**
 * @param {Server} server
 * @param {any} shown the payload of the translation
 */
const measureBest = async (server, shown) => {
  const reply = await server.head_importance({id: shown.id});
  return typeof reply?.problem === 'string' ? reply : {value: mostImportant(reply)};
};

/**
 * @param {Server} server
 * @param {any} shown
 */
const measureChange = async (server, shown) => {
  const [layers, heads] = shown.kinds.cross.shape;
  const off = Array.from({length: layers * heads}, (_, i) => ['cross', Math.floor(i / heads), i % heads]);
  const reply = await server.variant({id: shown.id, off, same: true});
  if (typeof reply?.problem === 'string') return reply;
  const {probabilities} = JSON.parse(reply.payload);
  return {value: mostChanged(shown.predicted_tokens, shown.probabilities, probabilities)};
};

const MEASURES = {best: measureBest, change: measureChange};

/**
 * Measure on demand.
 * @param {Server | null} server
 * @param {(isFound: boolean) => void} changed called when a number has arrived, or why there is none
 */
export const makeFindings = (server, changed) => {
  /** @type {Map<string, {value?: any, problem?: string}>} by the translation's id and the name of what is measured */
  const known = new Map();
  /** @type {Set<string>} what is on its way */
  const asked = new Set();
  const keyOf = (/** @type {any} */ shown, /** @type {Name} */ name) => `${shown?.id} ${name}`;
  /**
   * @param {Name} name
   * @param {any} shown
   */
  const want = async (name, shown) => {
    const key = keyOf(shown, name);
    if (!server || asked.has(key) || known.get(key)?.value !== undefined) return;
    asked.add(key);
    try {
      const found = await MEASURES[name](server, shown);
      known.set(key, found);
      changed(Boolean(found.value));
    } catch (error) {
      console.error(error);
    }
    asked.delete(key); // not before it is drawn: what was refused is asked for again with the next change of the page
  };
  return {
    want,
    /** @param {any} shown @param {Name[]} names of what is to be shown @returns {Found} */
    of: (shown, names) => {
      const of = (/** @type {Name} */ name) => (names.includes(name) ? known.get(keyOf(shown, name)) : undefined);
      const problems = new Set(names.flatMap(name => of(name)?.problem ?? []));
      return {best: of('best')?.value ?? null, change: of('change')?.value ?? null, problems: [...problems]};
    },
  };
};

/**
 * A sentence with nodes in the places of its fields.
 * @param {string} words
 * @param {Record<string, Node | string>} values
 */
const filled = (words, values) => words.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? (values[part] ?? '') : part));

/**
 * What was found, and why something was not, a paragraph each.
 * @param {Texts} texts
 * @param {Found} found
 */
export const foundNodes = (texts, {best, change, problems}) => [
  ...problems.map(problem => make('p', {class: 'gf-problem'}, problem)),
  ...(best
    ? [
        make(
          'p',
          {},
          ...filled(texts['found.best'], {
            head: headWords(texts, [best.kind, best.layer, best.head]),
            loss: minus(best.loss, 2),
          }),
        ),
      ]
    : []),
  ...(change
    ? [
        make(
          'p',
          {},
          ...filled(texts['found.change'], {
            token: tokenNode(change.token),
            ...probabilityChange(change.before, change.after),
          }),
        ),
      ]
    : []),
];

const NEXT = ['rope', 'flash', 'linear', 'local', 'adamw', 'decoder_only'];

/**
 * What the reader will meet next, each with its paper.
 * @param {Texts} texts
 */
export const nextNodes = texts => [
  make('h3', {}, texts['next.title']),
  make('ul', {}, ...NEXT.map(name => make('li', {}, texts[`next.${name}`]))),
];
