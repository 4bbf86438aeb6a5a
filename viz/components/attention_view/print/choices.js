// The choices of a figure for print, their bounds, and the heads in it. Pure functions.

import {clamp} from '../../shared/numbers.js';
import {fileName} from '../files/names.js';
import {nameOfHead} from '../numbers/heads.js';
import {headWithin} from '../numbers/payload.js';

/** @import {Choice, HeadAt, Kind, Packed, View} from '../types.js' */
/** @import {PrintOptions} from './types.js' */

export const MM = 72 / 25.4; // points in a millimetre

export const PRINT_LIMITS = {width: [30, 500], size: [5, 24], columns: [1, 24], dpi: [72, 1200]};

const MOST_PIXELS = 64e6;
const MOST_SIDE = 16000; // what browsers draw in one picture

const MOST_HEADS = 400;

export const GROUNDS = ['white', 'transparent', 'page'];

export const FORMATS = ['svg', 'pdf', 'png'];

export const CAPTIONS = ['title', 'legend', 'model', 'sentence'];

export const HEADS = ['shown', 'chosen', 'layer', 'kind', 'listed'];

export const DRAWINGS = ['lines', 'matrix'];

/** @type {PrintOptions} */
export const FIRST_PRINT = {
  width: 85,
  size: 8,
  ground: 'white',
  title: true,
  legend: true,
  model: true,
  sentence: true,
  heads: 'shown',
  listed: '',
  drawing: 'lines',
  columns: 4,
  tokens: true,
  marked: false,
  format: 'svg',
  dpi: 300,
};

/**
 * Options with every value that is missing, of the wrong type or out of bounds put right.
 * @param {Record<string, any>} given
 * @returns {PrintOptions}
 */
export const printOptions = given => {
  /** @type {Record<string, any>} */
  const found = {...FIRST_PRINT};
  for (const [name, [low, high]] of Object.entries(PRINT_LIMITS)) {
    const number = Number(given[name] || NaN);
    if (Number.isFinite(number)) found[name] = clamp(name === 'columns' ? Math.round(number) : number, low, high);
  }
  const lists = {ground: GROUNDS, format: FORMATS, heads: HEADS, drawing: DRAWINGS};
  for (const [name, values] of Object.entries(lists)) if (values.includes(given[name])) found[name] = given[name];
  for (const name of [...CAPTIONS, 'tokens', 'marked']) if (typeof given[name] === 'boolean') found[name] = given[name];
  if (typeof given.listed === 'string') found.listed = given.listed.slice(0, 20 * MOST_HEADS);
  return /** @type {PrintOptions} */ (found);
};

/** @type {Record<string, Kind>} */
const LETTERS = {e: 'encoder', d: 'decoder', c: 'cross'};

/**
 * Heads as a person lists them: c.3.1 for cross-attention, layer 3, head 1, or L3H1 of the current kind. What is not a
 * head of this model is in `wrong`.
 * @param {string} text
 * @param {Kind} kind
 * @param {Packed} packed
 */
export const listedHeads = (text, kind, packed) => {
  /** @type {Map<string, HeadAt>} */
  const heads = new Map();
  const wrong = [];
  for (const name of text.split(/[\s,;]+/).filter(part => part)) {
    const parts = /^(?:([edc])[.:](\d+)[.:](\d+)|L(\d+)H(\d+))$/i.exec(name);
    const at = parts && {
      kind: parts[1] ? LETTERS[parts[1].toLowerCase()] : kind,
      layer: +(parts[2] ?? parts[4]) - 1,
      head: +(parts[3] ?? parts[5]) - 1,
    };
    const [layers, each] = packed.kinds[at?.kind ?? kind].shape;
    if (at && at.layer >= 0 && at.head >= 0 && at.layer < layers && at.head < each) heads.set(nameOfHead(at), at);
    else wrong.push(name.slice(0, 40));
  }
  return {heads: [...heads.values()].slice(0, MOST_HEADS), wrong};
};

/**
 * The heads of a figure, each with its own panel; null for what the view shows, combined as there. A lens that has one
 * picture for several heads has one panel for them.
 * @param {Packed} packed
 * @param {Choice} choice
 * @param {PrintOptions} options
 * @returns {HeadAt[] | null}
 */
export const printHeads = (packed, choice, options) => {
  const parts = packed.lensValues.get(choice.lens)?.kinds;
  const heads = namedHeads(packed, choice, options)?.map(at =>
    headWithin(parts?.[at.kind]?.shape ?? packed.kinds[at.kind].shape, at),
  );
  return heads ? [...new Map(heads.map(at => [nameOfHead(at), at])).values()] : null;
};

/**
 * @param {Packed} packed
 * @param {Choice} choice
 * @param {PrintOptions} options
 * @returns {HeadAt[] | null}
 */
const namedHeads = (packed, choice, {heads, listed}) => {
  const {kind, layer, head} = choice;
  const [layers, each] = packed.kinds[kind].shape;
  /** @param {number} at */
  const ofLayer = at => Array.from({length: each}, (_, i) => ({kind, layer: at, head: i}));
  if (heads === 'layer') return ofLayer(layer);
  if (heads === 'kind')
    return Array.from({length: layers}, (_, at) => ofLayer(at))
      .flat()
      .slice(0, MOST_HEADS);
  if (heads === 'listed') return listedHeads(listed, kind, packed).heads;
  if (heads === 'shown' || !choice.heads.length) return null;
  const names = [...new Set([nameOfHead({kind, layer, head}), ...choice.heads])];
  return names.slice(0, MOST_HEADS).map(name => {
    const [of, at, i] = name.split('.');
    return {kind: /** @type {Kind} */ (of), layer: +at, head: +i};
  });
};

/**
 * Size in pixels of a figure of this many millimetres, and whether browsers can draw that many.
 * @param {[number, number]} mm
 * @param {number} dpi
 */
export const printPixels = ([width, height], dpi) => {
  const wide = Math.round((width / 25.4) * dpi);
  const high = Math.round((height / 25.4) * dpi);
  return {wide, high, possible: wide * high <= MOST_PIXELS && Math.max(wide, high) <= MOST_SIDE};
};

/**
 * The name of a file: what is inside.
 * @param {Pick<View, 'packed' | 'variant' | 'choice'>} view
 * @param {PrintOptions} options
 */
export const printName = ({packed, variant, choice}, options) => {
  const shown = choice.side === 'variant' && variant ? variant.packed : packed;
  const heads = printHeads(shown, choice, options);
  const named = heads?.length
    ? {...choice, ...heads[0], combine: /** @type {const} */ ('overlay'), heads: heads.map(nameOfHead)}
    : choice;
  const all = new Set(heads?.map(({kind}) => kind)).size > 1;
  const file = fileName(shown, {...named, view: options.drawing}, {picture: true, changed: Boolean(variant), all});
  return `${file}.${options.format}`;
};
