// The translations of this visit: kept in the browser, for this tab alone, also across a reload.

import {CHANGE_FIELDS, changeFields} from '../address/second_fields.js';
import {otherThan, visitOf, withVisit} from './visit.js';
import {openFields} from '../address/address.js';
import {viewFields} from '../address/view_link.js';

/** @import {View, Visit} from '../types.js' */

const STORE = 'glassformer-visits';
const DRAFT = 'glassformer-draft';

/**
 * The translations kept, in the order in which they were made.
 * @returns {Visit[]}
 */
export const readVisits = () => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORE) ?? '[]');
    return Array.isArray(kept) ? kept.filter(visit => typeof visit?.text === 'string') : [];
  } catch {
    return [];
  }
};

/**
 * Keep the translation shown; the sentence that was typed for it need not be kept any more.
 * @param {View} view
 * @param {boolean} isFirst of this page: what is typed and not yet translated stays
 */
export const keepVisit = ({packed}, isFirst) => {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(withVisit(readVisits(), visitOf(packed))));
    if (!isFirst) sessionStorage.removeItem(DRAFT);
  } catch {
    /* a browser that keeps nothing */
  }
};

/**
 * Keep a sentence that was typed and is not translated yet.
 * @param {string} sentence
 */
export const keepDraft = sentence => {
  try {
    sessionStorage.setItem(DRAFT, sentence);
  } catch {
    /* a browser that keeps nothing */
  }
};

/**
 * The fields of a link to what is shown, but for some.
 * @param {View} view
 * @param {string[]} names
 */
const fieldsWithout = (view, names) =>
  Object.fromEntries(Object.entries(viewFields(view)).filter(([name]) => !names.includes(name)));

/** What belongs to one translation: another one begins without. */
const OF_ONE = [...CHANGE_FIELDS, 'side', 'vs_step', 'pin', 'step', 'grow', 'rank'];

/**
 * Show an earlier translation again, with the head and the options of now.
 * @param {View} view
 * @param {Visit} visit
 */
export const showVisit = (view, {text, checkpoint, beam, alpha, rank}) =>
  openFields(view, {
    ...fieldsWithout(view, OF_ONE),
    text,
    checkpoint,
    beam: String(beam),
    alpha: String(alpha),
    ...(rank ? {rank: String(rank + 1)} : {}),
  });

/**
 * Compare the translation shown with an earlier one.
 * @param {View} view
 * @param {Visit} visit
 */
export const compareVisit = (view, visit) =>
  openFields(view, {
    ...fieldsWithout(view, [...CHANGE_FIELDS, 'vs_step', 'pin']),
    ...changeFields(otherThan(view.packed, visit)),
    side: 'both',
    bench: 'compare',
  });
