// Translations of one visit: what is kept of each, and the request that compares one with another.

/** @import {Change, Packed, Visit} from '../types.js' */

export const MOST_VISITS = 50;
const MOST_CHARACTERS = 400000; // of all of them as JSON: a browser keeps some 5 MB for a page
const SHOWN = 300; // characters of a translation that are kept

/**
 * @param {Packed} packed
 * @returns {Visit}
 */
export const visitOf = ({source, translation, checkpoint, decoding, chosen}) => ({
  text: source,
  translation: Array.from(translation).slice(0, SHOWN).join(''),
  checkpoint,
  beam: decoding?.beam_size ?? 1,
  alpha: decoding?.alpha ?? 0,
  rank: chosen,
});

/**
 * Whether two visits are of one translation.
 * @param {Visit} a
 * @param {Visit} b
 */
export const isSameVisit = (a, b) =>
  a.text === b.text && a.checkpoint === b.checkpoint && a.beam === b.beam && a.alpha === b.alpha && a.rank === b.rank;

/**
 * The visits with one more, unless it is among them; the oldest go where there are too many.
 * @param {Visit[]} visits
 * @param {Visit} visit
 */
export const withVisit = (visits, visit) => {
  const all = visits.some(one => isSameVisit(one, visit)) ? visits : [...visits, visit].slice(-MOST_VISITS);
  while (all.length > 1 && JSON.stringify(all).length > MOST_CHARACTERS) all.shift();
  return all;
};

/**
 * What makes an earlier translation another than the one shown.
 * @param {Packed} packed
 * @param {Visit} visit
 * @returns {Change}
 */
export const otherThan = ({source, checkpoint, decoding}, visit) => ({
  ...(visit.text === source ? {} : {text: visit.text}),
  ...(visit.checkpoint === checkpoint ? {} : {checkpoint: visit.checkpoint}),
  ...(visit.beam === decoding?.beam_size ? {} : {beam_size: visit.beam}),
  ...(visit.alpha === decoding?.alpha ? {} : {alpha: visit.alpha}),
  rank: visit.rank,
});
