// What a link asks for, and what it can hold. Layers, heads and steps count from 1, as on the page. The address of the
// page is such a link, too.

import {KINDS} from '../../shared/kinds.js';
import {clamp} from '../../shared/numbers.js';
import {LEAST_MASS, PANEL_NAMES, usualRows} from '../numbers/choices.js';
import {headOfName, nameOfHead} from '../numbers/heads.js';
import {WEIGHTS} from '../numbers/lenses.js';
import {CHANGE_FIELDS, changeFields, isLinkedChange} from './second_fields.js';

/** @import {Change, Choice, Kind, Packed} from '../types.js' */

const ONE_OF = {
  kind: KINDS,
  view: ['lines', 'matrix', 'table'],
  rows: ['predicted', 'read'],
  combine: ['one', 'overlay', 'mean', 'max'],
  kinds: ['all', 'one'],
};

/** Fields of what is translated: another value of one of them is another translation. */
export const TEXT_FIELDS = ['text', 'checkpoint', 'beam', 'alpha', 'rank'];

/** Choices that only draw the translation in another way. */
const VIEW_FIELDS = [
  'kind',
  'view',
  'layer',
  'head',
  'step',
  'pin',
  'rows',
  'lens',
  'vs_lens',
  'combine',
  'heads',
  'words',
  'specials',
  'mass',
  'grow',
  'kinds',
];

/** All fields, in the order in which they are written. */
export const LINK_FIELDS = [...TEXT_FIELDS, ...VIEW_FIELDS, 'bench', ...CHANGE_FIELDS, 'side', 'vs_step'];

/**
 * The fields of a link to what is shown; only what differs from how a page begins is named, but for the head.
 * @param {Packed} packed
 * @param {Choice} choice
 * @param {number} step of the first translation
 * @param {Change | null} change of the second one
 * @returns {Record<string, string>}
 */
export const linkFields = (packed, choice, step, change) => {
  const {decoding} = packed;
  const {kind, view, layer, head, pin} = choice;
  const heads = choice.heads.map(name => {
    const at = headOfName(name);
    return `${at.kind}.${at.layer + 1}.${at.head + 1}`;
  });
  const own = {
    text: packed.source,
    checkpoint: packed.checkpoint,
    beam: decoding?.beam_size ?? '',
    alpha: decoding?.alpha ?? '',
    rank: packed.chosen ? packed.chosen + 1 : '',
    kind,
    view,
    layer: layer + 1,
    head: head + 1,
    step: step + 1,
    pin: pin ? `${pin.side}.${pin.index + 1}${pin.sheet ? '.2' : ''}` : '',
    heads: heads.join(' '),
    words: choice.words ? 1 : '',
    specials: choice.specials ? '' : 0,
    grow: choice.grow ? 1 : '',
    bench: choice.bench ?? '',
    ...unusual(
      {...choice, vs_lens: choice.against},
      {vs_lens: '', rows: usualRows(kind), lens: WEIGHTS, combine: 'one', mass: 1, kinds: 'all'},
    ),
  };
  const second =
    change && isLinkedChange(change)
      ? {...changeFields(change), side: choice.side, vs_step: choice.side === 'variant' ? choice.step + 1 : ''}
      : {};
  const said = Object.entries({...own, ...second}).filter(([, value]) => value !== '');
  return Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
};

/**
 * The choices that are not as a page begins.
 * @param {Record<string, any>} choice
 * @param {Record<string, any>} usual
 */
const unusual = (choice, usual) =>
  Object.fromEntries(
    Object.entries(usual).flatMap(([name, value]) => ((choice[name] ?? value) === value ? [] : [[name, choice[name]]])),
  );

/**
 * Heads of a link that exist.
 * @param {string} text
 * @param {Packed} packed
 */
const headsOfLink = (text, packed) => [
  ...new Set(
    text
      .slice(0, 20000)
      .split(/[\s,]+/)
      .flatMap(name => {
        const [, found, layer, head] = /^(encoder|decoder|cross)\.(\d{1,3})\.(\d{1,3})$/.exec(name) ?? [];
        const kind = /** @type {Kind} */ (found);
        const [most, each] = kind ? packed.kinds[kind].shape : [0, 0];
        const within = +layer >= 1 && +layer <= most && +head >= 1 && +head <= each;
        return within ? [nameOfHead({kind, layer: +layer - 1, head: +head - 1})] : [];
      }),
  ),
];

/**
 * The fields of a link as an object; empty if it cannot be read.
 * @param {string} text
 * @returns {Record<string, any>}
 */
export const parsedLink = text => {
  let asked = null;
  try {
    asked = JSON.parse(text);
  } catch {
    return {};
  }
  return asked && typeof asked === 'object' && !Array.isArray(asked) ? asked : {};
};

/**
 * The token that a link pins: query.3 or key.5, a row or a column; key.5.2 is one of the second of two figures.
 * @param {unknown} value
 * @returns {Choice['pin']}
 */
const pinOfLink = value => {
  const [, side, index, sheet] = /^(query|key)\.([1-9]\d{0,3})(\.2)?$/.exec(String(value)) ?? [];
  return side ? {side: /** @type {'query' | 'key'} */ (side), index: +index - 1, ...(sheet ? {sheet: 1} : {})} : null;
};

/**
 * The choices that a link asks for, each within its bounds; anything else is left out. Anyone can write a link.
 * @param {Record<string, any>} asked
 * @param {Packed} packed
 * @returns {Partial<Choice>}
 */
export const linkedChoice = (asked, packed) => {
  /** @type {Record<string, any>} */
  const choice = {};
  const plain = ['string', 'number', 'boolean'];
  /** @param {string} name */
  const given = name => Object.hasOwn(asked, name) && plain.includes(typeof asked[name]);
  const lenses = packed.lenses.map(lens => lens.name);
  for (const [name, allowed] of Object.entries({...ONE_OF, lens: lenses, vs_lens: lenses}))
    if (given(name) && allowed.includes(asked[name])) choice[name === 'vs_lens' ? 'against' : name] = asked[name];
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
  if (given('pin')) choice.pin = pinOfLink(asked.pin);
  if (given('heads')) choice.heads = headsOfLink(String(asked.heads), packed);
  return choice;
};
