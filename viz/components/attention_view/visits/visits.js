// The translations of this visit: what is kept of each, and their list, to go back to one or to compare with it.

import {make, targetOf} from '../../shared/elements.js';
import {INVISIBLE, say, visible} from '../../shared/text.js';
import {openFields} from '../address/address.js';
import {CHANGE_FIELDS, changeFields} from '../address/fields.js';
import {viewFields} from '../address/view_link.js';
import {isPredicted} from '../numbers/payload.js';
import {closePanels} from '../widgets/controls.js';

/** @import {Change, Packed, View, Visit} from '../types.js' */

// The store: in the browser, for this tab alone, also across a reload.

// What is kept of a translation, and the request that compares one with another.

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
const isSameVisit = (a, b) =>
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

const STORE = 'glassformer-visits';
const DRAFT = 'glassformer-draft';

/**
 * The translations kept, in the order in which they were made.
 * @returns {Visit[]}
 */
const readVisits = () => {
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
const keepVisit = ({packed}, isFirst) => {
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
const keepDraft = sentence => {
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
const compareVisit = (view, visit) =>
  openFields(view, {
    ...fieldsWithout(view, [...CHANGE_FIELDS, 'vs_step', 'pin']),
    ...changeFields(otherThan(view.packed, visit)),
    side: 'both',
    bench: 'compare',
  });

const LONGEST = 120; // characters of a sentence that are shown

/** @param {string} text */
const shortened = text => {
  const letters = Array.from(text.replace(INVISIBLE, visible));
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : letters.join('');
};

/**
 * @param {View} view
 * @param {Visit} visit
 * @param {number} index
 */
const visitRow = (view, visit, index) => {
  const {texts, packed} = view;
  const isShown = isSameVisit(visit, visitOf(packed));
  const go = make(
    'button',
    {type: 'button', class: 'gf-hypothesis', 'data-visit': index, dir: 'auto', 'aria-current': isShown ? 'true' : null},
    shortened(visit.text),
  );
  const label = say(texts, 'history.compare.with', {text: shortened(visit.text)});
  const compare = make(
    'button',
    {type: 'button', class: 'gf-plain', 'data-compare-visit': index, title: label},
    say(texts, 'history.compare'),
    make('span', {class: 'gf-unseen'}, ` ${shortened(visit.text)}`),
  );
  return make(
    'tr',
    isShown ? {class: 'gf-chosen'} : {},
    make('td', {}, go),
    make('td', {dir: 'auto'}, shortened(visit.translation)),
    make('td', {}, visit.checkpoint),
    make('td', {}, ...(isShown ? [] : [compare])),
  );
};

/** @param {View} view */
const drawHistory = view => {
  const {texts} = view;
  const visits = readVisits();
  view.find('[data-opens="history"]').hidden = visits.length < 2;
  const head = ['text', 'translation', 'model'].map(name => make('th', {scope: 'col'}, say(texts, `history.${name}`)));
  const rows = visits.map((visit, index) => visitRow(view, visit, index)).reverse(); // the newest first
  view
    .find('[data-panel="history"]')
    .replaceChildren(
      make('p', {class: 'gf-hint'}, say(texts, 'history.hint')),
      make('table', {}, make('thead', {}, make('tr', {}, ...head, make('td', {}))), make('tbody', {}, ...rows)),
    );
};

/** @param {View} view */
export const wireVisits = view => {
  const opener = view.find('[data-opens="history"]');
  const panel = view.find('[data-panel="history"]');
  opener.hidden = true;
  if (!view.props.addressed) return; // only the page has a visit
  document.addEventListener('input', event => {
    if (targetOf(event).matches?.('#source textarea')) keepDraft(targetOf(event).value);
  });
  let before = '';
  view.show(
    ({packed}) => [packed],
    ({packed}) => {
      if (before !== packed.id && isPredicted(packed)) keepVisit(view, !before);
      before = packed.id;
      drawHistory(view);
    },
  );
  panel.addEventListener('click', event => {
    const go = targetOf(event).closest('[data-visit]');
    const compare = targetOf(event).closest('[data-compare-visit]');
    const visit = readVisits()[(go ?? compare)?.dataset[go ? 'visit' : 'compareVisit']];
    if (!visit) return;
    closePanels(view);
    opener.focus({preventScroll: true});
    if (go) showVisit(view, visit);
    else compareVisit(view, visit);
  });
};
