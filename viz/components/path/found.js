// What is found out on the way: the head that matters most, and what is left of a token without cross-attention. Each
// is measured once for a translation.

import {make} from '../shared/elements.js';
import {minus, probabilityChange} from '../shared/numbers.js';
import {headWords, tokenNode} from '../shared/exercises/phrases.js';
import {mostChanged, mostImportant} from './model/tasks.js';

/** @import {Server, Texts} from '../shared/types.js' */

/** @typedef {NonNullable<ReturnType<typeof mostImportant>>} Best */
/** @typedef {NonNullable<ReturnType<typeof mostChanged>>} Change */
/** @typedef {{best: Best | null, change: Change | null}} Found */

/**
 * @param {Server} server
 * @param {any} shown the payload of the translation
 */
const measureBest = async (server, shown) => {
  const reply = await server.head_importance({id: shown.id});
  return typeof reply?.problem === 'string' ? null : mostImportant(reply);
};

/**
 * @param {Server} server
 * @param {any} shown
 */
const measureChange = async (server, shown) => {
  const [layers, heads] = shown.kinds.cross.shape;
  const off = Array.from({length: layers * heads}, (_, i) => ['cross', Math.floor(i / heads), i % heads]);
  const reply = await server.variant({id: shown.id, off, same: true});
  if (typeof reply?.payload !== 'string') return null;
  return mostChanged(shown.predicted_tokens, shown.probabilities, JSON.parse(reply.payload).probabilities);
};

/**
 * Measure on demand.
 * @param {Server | null} server
 * @param {() => void} changed called when a number has arrived
 */
export const makeFindings = (server, changed) => {
  /** @type {Map<string, any>} by the translation's id and the name of what is measured; null while it is on its way */
  const known = new Map();
  /**
   * @param {'best' | 'change'} name
   * @param {any} shown
   */
  const want = async (name, shown) => {
    const key = `${shown.id} ${name}`;
    if (!server || known.has(key)) return;
    known.set(key, null);
    const found = await (name === 'best' ? measureBest : measureChange)(server, shown).catch(error => {
      console.error(error);
      known.delete(key); // it is asked for again
      return undefined;
    });
    if (found === undefined) return;
    known.set(key, found);
    if (found) changed();
  };
  return {
    want,
    /** @param {any} shown @returns {Found} */
    of: shown => ({best: known.get(`${shown?.id} best`) ?? null, change: known.get(`${shown?.id} change`) ?? null}),
  };
};

/**
 * A sentence with nodes in the places of its fields.
 * @param {string} words
 * @param {Record<string, Node | string>} values
 */
const filled = (words, values) => words.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? (values[part] ?? '') : part));

/**
 * What was found, a paragraph each.
 * @param {Texts} texts
 * @param {Found} found
 */
export const foundNodes = (texts, {best, change}) => [
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
