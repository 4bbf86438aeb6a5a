// Names of saved files: what is inside, in letters, digits and "-", with "_" between the parts.

import {headsInUse} from '../numbers/heads.js';
import {WEIGHTS, fusedIn} from '../numbers/lenses.js';

/** @import {Choice, Packed} from '../types.js' */

const MODEL_BYTES = 24;
const SENTENCE_BYTES = 32;
const MOST_HEADS = 3;

const MOST = 75; // characters: with its ending a name has at most 80

/**
 * The beginning of a text in lower case, words joined by "-", at most `most` bytes of UTF-8; "" if it has no letters.
 * A first word that is too long is cut.
 * @param {string} text
 * @param {number} most
 */
export const slug = (text, most) => {
  const parts = text
    .slice(0, 400)
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(part => part);
  const size = (/** @type {string} */ part) => new TextEncoder().encode(part).length;
  let found = '';
  for (const part of parts) {
    const longer = found ? `${found}-${part}` : part;
    if (size(longer) > most) break;
    found = longer;
  }
  if (found || !parts.length) return found;
  for (const letter of parts[0]) {
    if (size(found + letter) > most) break;
    found += letter;
  }
  return found;
};

/**
 * @param {Packed} packed
 * @param {string[]} inside
 */
const named = ({checkpoint, source}, inside) => {
  const begun = [slug(checkpoint, MODEL_BYTES) || 'attention', ...inside].join('_').slice(0, MOST);
  const sentence = slug(source, Math.min(SENTENCE_BYTES, MOST - 1 - begun.length));
  return sentence ? `${begun}_${sentence}` : begun;
};

/**
 * The heads of a file; "all" where a lens takes all layers together, the layer where it takes its heads together.
 * @param {Packed} packed
 * @param {Choice} choice
 */
const headsPart = (packed, choice) => {
  const fused = fusedIn(packed, choice.kind, choice.lens);
  if (fused.layers) return 'all';
  if (fused.heads) return `L${choice.layer + 1}`;
  const heads = headsInUse(choice);
  const shown = heads.slice(0, MOST_HEADS).map(({layer, head}) => `L${layer + 1}H${head + 1}`);
  const more = heads.length - shown.length;
  return `${shown.join('-')}${more ? `-and-${more}` : ''}`;
};

/**
 * The side that a file has of two translations; a table has one side where the page shows both. Files of the server
 * (viz/tabs/translate/file_names.py) say "base" and "changed" as well.
 * @param {Choice} choice
 * @param {boolean} picture
 */
const sidePart = ({side}, picture) => {
  if (side === 'variant') return 'changed';
  return side === 'both' && !picture ? 'base' : side;
};

/**
 * The name, without its ending, of a file of the view, or of all heads: checkpoint, kind, heads, what was done to their
 * weights, the beginning of the sentence.
 * @param {Packed} packed
 * @param {Choice} choice
 * @param {{all?: boolean, changed?: boolean, picture?: boolean}} [of] all heads; with a changed translation; as drawn
 */
export const fileName = (packed, choice, {all = false, changed = false, picture = false} = {}) => {
  const {kind, lens, words, specials, view, combine} = choice;
  const whose = all
    ? ['heads']
    : [kind, headsPart(packed, choice), ...(['mean', 'max'].includes(combine) ? [combine] : [])];
  const seen = picture && !all && view !== 'lines' ? [view] : [];
  const given = lens === WEIGHTS ? [] : [lens];
  const options = all ? [] : [...(words ? ['words'] : []), ...(specials ? [] : ['nospecials'])];
  return named(packed, [...whose, ...given, ...seen, ...options, ...(changed ? [sidePart(choice, picture)] : [])]);
};

/**
 * Layer and head of a table, from 1; "all" where a lens takes them together, "mean" or "max" of several heads.
 * @param {Packed} packed
 * @param {Choice} choice
 */
export const headInTable = (packed, choice) => {
  const {kind, lens, combine} = choice;
  const fused = fusedIn(packed, kind, lens);
  const heads = headsInUse(choice);
  const several = ['mean', 'max'].includes(combine) && heads.length > 1;
  const oneLayer = heads.every(({layer}) => layer === choice.layer);
  const layer = several && !oneLayer ? combine : choice.layer + 1;
  const head = several ? combine : choice.head + 1;
  return {layer: fused.layers ? 'all' : layer, head: fused.heads ? 'all' : head};
};

/**
 * What a table's first line says of its rows: whether a row is the token read or predicted (the encoder's are source
 * tokens), its heads, and its side of two translations.
 * @param {Packed} packed
 * @param {Choice} choice
 * @param {boolean} changed with a changed translation
 */
export const aboutTable = (packed, choice, changed) => {
  const {kind, lens, rows} = choice;
  const isFused = fusedIn(packed, kind, lens).heads;
  const combined = ['mean', 'max'].includes(choice.combine);
  const heads = (combined ? headsInUse(choice) : [choice]).map(
    ({layer, head}) => `${kind[0]}.${layer + 1}.${head + 1}`,
  );
  return {
    rows: kind === 'encoder' ? 'source' : rows,
    heads: isFused ? null : heads.join(','),
    ...(changed ? {side: sidePart(choice, false)} : {}),
  };
};
