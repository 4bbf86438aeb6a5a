// The form of the head catalogue: sentences of one's own, with gold alignments or without, kept across a reload.

import {shownPacked} from '../store/selectors.js';
import {keepForm, keptForm, keptText} from '../server/kept.js';
import {cataloguePart} from './table.js';

/** @import {Catalogue} from './types.js' */
/** @import {View} from '../types.js' */

/**
 * The sentences in the box as they are asked for; null without any.
 * @param {Catalogue} catalogue
 */
export const typedSentences = catalogue => {
  const sentences = cataloguePart(catalogue, 'own').value;
  const gold = sentences.includes('\t');
  /** @param {string} name */
  const flag = name => gold && cataloguePart(catalogue, name).checked;
  return sentences.trim() ? {sentences, one_based: flag('one_based'), swapped: flag('swapped')} : null;
};

/**
 * Take back what was typed before a reload, and the sentences that the table was of.
 * @param {View} view
 * @param {Catalogue} catalogue
 */
export const restoreCatalogueForm = (view, catalogue) => {
  const kept = keptForm(view, 'catalogue');
  cataloguePart(catalogue, 'own').value = keptText(kept.sentences);
  for (const name of ['one_based', 'swapped']) cataloguePart(catalogue, name).checked = kept[name] === true;
  showFlags(catalogue);
  if (kept.measured && kept.checkpoint === shownPacked(view).checkpoint) catalogue.own = kept.measured;
};

/**
 * The options of the links, which follow tabs.
 * @param {Catalogue} catalogue
 */
const showFlags = catalogue => {
  cataloguePart(catalogue, 'options').hidden = !cataloguePart(catalogue, 'own').value.includes('\t');
};

/**
 * Keep what is typed.
 * @param {View} view
 * @param {Catalogue} catalogue
 */
export const keepCatalogueForm = (view, catalogue) => {
  /** @param {string} name */
  const part = name => cataloguePart(catalogue, name);
  showFlags(catalogue);
  keepForm(view, 'catalogue', {
    sentences: part('own').value,
    one_based: part('one_based').checked,
    swapped: part('swapped').checked,
  });
};
