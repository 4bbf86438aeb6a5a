// What a link asks for, and what it can hold. Layers, heads and steps count from 1, as on the page.

import {KINDS} from '../../shared/kinds.js';
import {clamp} from '../../shared/numbers.js';
import {LEAST_MASS, PANEL_NAMES, SIDES} from './choices.js';
import {nameOfHead} from './heads.js';

/** @import {Change, Choice, HeadTuple, Kind, Packed} from '../types.js' */

const ONE_OF = {
  kind: KINDS, view: ['lines', 'matrix', 'table'], rows: ['predicted', 'read'],
  combine: ['one', 'overlay', 'mean', 'max'],
};

/**
 * Heads as short as a link can say them: c.3.1,e.1.2.
 * @param {HeadTuple[]} heads
 */
export const headsInLink = heads => heads.map(([kind, layer, head]) => `${kind[0]}.${layer + 1}.${head + 1}`).join(',');

/**
 * A second translation of which heads off and heads uniform are all that a link would have to say.
 * @param {Change} change
 */
export const isLinkedChange = ({off = [], uniform = [], edits = [], prefix = [], text, checkpoint, rank, beam_size, alpha}) =>
  off.length + uniform.length > 0 && !edits.length && !prefix.length && !rank
  && [text, checkpoint, beam_size, alpha].every(value => (value ?? null) === null);

/**
 * Heads of a link, those of them that there are.
 * @param {string} text
 * @param {Packed} packed
 */
const headsOfLink = (text, packed) => [...new Set(text.slice(0, 20000).split(/[\s,]+/).flatMap(name => {
  const [, found, layer, head] = /^(encoder|decoder|cross)\.(\d{1,3})\.(\d{1,3})$/.exec(name) ?? [];
  const kind = /** @type {Kind} */ (found), [most, each] = kind ? packed.kinds[kind].shape : [0, 0];
  const within = +layer >= 1 && +layer <= most && +head >= 1 && +head <= each;
  return within ? [nameOfHead({kind, layer: +layer - 1, head: +head - 1})] : [];
}))];

/**
 * What a link says, an object; empty where it says nothing that can be read.
 * @param {string} text
 * @returns {Record<string, any>}
 */
const parsedLink = text => {
  let asked = null;
  try { asked = JSON.parse(text); } catch { return {}; }
  return asked && typeof asked === 'object' && !Array.isArray(asked) ? asked : {};
};

/**
 * The choices that a link asks for, each within its bounds; anything else is left out. Anyone can write a link.
 * @param {string} text
 * @param {Packed} packed
 * @returns {Partial<Choice>}
 */
export const linkedChoice = (text, packed) => {
  const asked = parsedLink(text);
  /** @type {Record<string, any>} */
  const choice = {};
  const plain = ['string', 'number', 'boolean'];
  /** @param {string} name */
  const given = name => Object.hasOwn(asked, name) && plain.includes(typeof asked[name]);
  const lenses = packed.lenses.map(lens => lens.name);
  for (const [name, allowed] of Object.entries({...ONE_OF, lens: lenses}))
    if (given(name) && allowed.includes(asked[name])) choice[name] = asked[name];
  /**
   * @param {'layer' | 'head' | 'step'} name
   * @param {number} most
   */
  const whole = (name, most) => {
    if (given(name) && /^\d{1,4}$/.test(String(asked[name]))) choice[name] = clamp(+asked[name], 1, most) - 1;
  };
  const [layers, heads] = packed.kinds[/** @type {Kind} */ (choice.kind ?? 'cross')].shape;
  whole('layer', layers);
  whole('head', heads);
  whole('step', packed.predicted_tokens.length);
  for (const name of ['words', 'specials', 'grow'])
    if (given(name) && /^(0|1|true|false)$/.test(asked[name])) choice[name] = /^(1|true)$/.test(asked[name]);
  if (given('mass') && Number.isFinite(+asked.mass)) choice.mass = clamp(+asked.mass, LEAST_MASS, 1);
  if (given('bench') && PANEL_NAMES.includes(asked.bench)) choice.bench = asked.bench;
  if (given('heads')) choice.heads = headsOfLink(String(asked.heads), packed);
  return choice;
};

/**
 * The heads that a link changes, and how; null where it changes none. The server has checked that there are such.
 * @param {string} text
 * @returns {Required<Pick<Change, 'off' | 'uniform' | 'same'>> & {side: Choice['side']} | null}
 */
export const linkedChange = text => {
  const asked = parsedLink(text);
  /**
   * @param {string} name
   * @returns {HeadTuple[]}
   */
  const heads = name => Array.isArray(asked[name]) ? /** @type {any} */ (asked[name].filter(Array.isArray)) : [];
  const [off, uniform] = [heads('off'), heads('uniform')];
  if (!off.length && !uniform.length) return null;
  return {off, uniform, same: /^(1|true)$/.test(asked.same), side: SIDES.includes(asked.side) ? asked.side : 'variant'};
};
