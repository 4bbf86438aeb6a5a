// What a link asks for, and what it can hold. Layers, heads and steps count from 1, as on the page. The address of the
// page is such a link, too.

import {KINDS} from '../../shared/kinds.js';
import {clamp} from '../../shared/numbers.js';
import {LEAST_MASS, PANEL_NAMES, SIDES, usualRows} from '../numbers/choices.js';
import {headOfName, nameOfHead} from '../numbers/heads.js';
import {WEIGHTS} from '../numbers/lenses.js';
import {headsOfText, headsText} from '../store/head_groups.js';

/** @import {Change, Choice, Edit, HeadTuple, Kind, Packed} from '../types.js' */

// A second translation in a link: what it was made with. Layers, heads, rows and ranks count from 1, as on the page.

const LONGEST = 20000; // characters of one field, as the server reads it
const MOST_ROWS = 256;
const MOST_TOKENS = 512;
const ROW = /^([edc])\.([1-9]\d{0,2})\.([1-9]\d{0,2})\.([1-9]\d{0,2})\*([\d._]+)$/;

/** The fields of a link that are about a second translation, but for the side that is shown. */
export const CHANGE_FIELDS = [
  'off',
  'uniform',
  'edits',
  'prefix',
  'same',
  'vs_text',
  'vs_target',
  'vs_checkpoint',
  'vs_beam',
  'vs_alpha',
  'vs_rank',
  'systems',
];

/**
 * Edited rows: c.3.1.2*0.5_0.5 is query 2 of head 1 of cross-attention in layer 3; rows are parted by a hyphen.
 * @param {Edit[]} edits
 */
const rowsInLink = edits =>
  edits
    .map(
      ({kind, layer, head, query, weights}) =>
        `${kind[0]}.${layer + 1}.${head + 1}.${query + 1}*` +
        Array.from(weights, weight => weight.toFixed(7).replace(/\.?0+$/, '')).join('_'), // never 1e-7
    )
    .join('-');

/**
 * The fields that say what a second translation was made with.
 * @param {Change} change
 * @returns {Record<string, string>}
 */
export const changeFields = ({
  off = [],
  uniform = [],
  edits = [],
  prefix = [],
  same,
  text,
  target,
  checkpoint,
  rank,
  beam_size,
  alpha,
  systems = '',
}) => {
  const said = Object.entries({
    off: headsText(off),
    uniform: headsText(uniform),
    edits: rowsInLink(edits),
    prefix: prefix.join('_'),
    same: same ? '1' : '',
    vs_text: text ?? '',
    vs_target: target ?? '',
    vs_checkpoint: checkpoint ?? '',
    vs_beam: String(beam_size ?? ''),
    vs_alpha: String(alpha ?? ''),
    vs_rank: rank ? String(rank + 1) : '',
    systems,
  }).filter(([, value]) => value !== '');
  return said.length ? Object.fromEntries(said) : {vs_rank: '1'}; // compared with the best hypothesis
};

/**
 * Whether a link can say all of a change.
 * @param {Change} change
 */
export const isLinkedChange = change =>
  Object.values(changeFields(change)).every(value => value.length <= LONGEST) &&
  (change.edits ?? []).length <= MOST_ROWS &&
  (change.prefix ?? []).length <= MOST_TOKENS;

/** @param {string} letter */
const kindOf = letter => /** @type {Kind} */ (KINDS.find(kind => kind.startsWith(letter)));

/**
 * Heads of a link: c.3.1,e.1-2.1-4; or a list, as the server has read them.
 * @param {unknown} value
 * @returns {HeadTuple[]}
 */
const headsOf = value => {
  if (Array.isArray(value)) return /** @type {any} */ (value.filter(Array.isArray));
  return headsOfText(String(value ?? '').slice(0, LONGEST));
};

/**
 * @param {unknown} value
 * @returns {Edit[]}
 */
const rowsOf = value =>
  String(value ?? '')
    .slice(0, LONGEST)
    .split('-')
    .slice(0, MOST_ROWS)
    .flatMap(row => {
      const [, kind, layer, head, query, weights] = ROW.exec(row) ?? [];
      return kind
        ? [
            {
              kind: kindOf(kind),
              layer: +layer - 1,
              head: +head - 1,
              query: +query - 1,
              weights: weights.split('_').map(Number),
            },
          ]
        : [];
    });

/** @param {unknown} value */
const tokensOf = value =>
  /^\d{1,6}(_\d{1,6})*$/.test(String(value ?? '')) ? String(value).split('_').slice(0, MOST_TOKENS).map(Number) : [];

/**
 * A number of a link within its bounds; null where it is none.
 * @param {unknown} value
 * @param {number} low
 * @param {number} high
 */
const numberOf = (value, low, high) => {
  const found = /^\d{1,4}(\.\d{1,6})?$/.test(String(value ?? '')) ? Number(value) : NaN;
  return found >= low && found <= high ? found : null;
};

/** @param {unknown} value */
const wordsOf = value => (typeof value === 'string' && value.trim() && value.length <= LONGEST ? value : null);

/**
 * What a link's second translation is asked for with; null where it has none. The server refuses what is wrong.
 * @param {Record<string, any>} asked
 * @returns {Change & {side: Choice['side']} | null}
 */
export const linkedChange = asked => {
  const [off, uniform, edits, prefix] = [
    headsOf(asked.off),
    headsOf(asked.uniform),
    rowsOf(asked.edits),
    tokensOf(asked.prefix),
  ];
  const rank = numberOf(asked.vs_rank, 1, 16);
  const other = Object.entries({
    text: wordsOf(asked.vs_text),
    target: wordsOf(asked.vs_target),
    checkpoint: wordsOf(asked.vs_checkpoint),
    beam_size: numberOf(asked.vs_beam, 1, 16),
    alpha: numberOf(asked.vs_alpha, 0, 100),
    rank: rank && rank - 1,
  }).filter(([, value]) => value !== null);
  if (!off.length && !uniform.length && !edits.length && !prefix.length && !other.length) return null;
  return {
    off,
    uniform,
    ...(edits.length ? {edits} : {}),
    ...(prefix.length ? {prefix} : {}),
    ...Object.fromEntries(other),
    same: /^(1|true)$/.test(asked.same),
    ...(/^(AB|BA)$/.test(asked.systems) ? {systems: asked.systems} : {}),
    side: SIDES.includes(asked.side) ? asked.side : 'variant',
  };
};

/**
 * Whether two translations were made with the same change.
 * @param {Change | null | undefined} a
 * @param {Change | null | undefined} b
 */
export const isSameChange = (a, b) =>
  a && b ? JSON.stringify(changeFields(a)) === JSON.stringify(changeFields(b)) : !a && !b;

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
 * The fields of a link to the present view: always the head, and the choices that differ from their defaults.
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
