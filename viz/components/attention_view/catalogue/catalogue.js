// The head catalogue: every head of the loaded checkpoint measured over a sample of sentences, as a table to sort.
// Choosing a row shows its head in the views. For lines with gold alignments, cross-attention also has error rates, and
// the mean of each layer's heads has its own row, whose head is 'mean'.

import {make, movedIndex, targetOf} from '../../shared/elements.js';
import {download} from '../../shared/saving.js';
import {cueScroll} from '../../shared/watching.js';
import {say} from '../../shared/text.js';
import {differs} from '../numbers/choices.js';
import {ask} from '../server/ask.js';
import {keepForm, keptForm, keptText} from '../server/kept.js';
import {shownPacked} from '../store/selectors.js';
import {CATALOGUE_ERRORS, CATALOGUE_FIRST, catalogueColumns, catalogueCsv, catalogueRoles} from './rows.js';
import {cataloguePart, choiceOfCatalogueRow, drawCatalogueTable, markCatalogue, sayMore} from './table.js';
import {describeCatalogue, tellWhole} from './words.js';

/** @import {Attributes, Child, PanelState, Part, View} from '../types.js' */
/** @import {Catalogue} from './types.js' */

// The form of the head catalogue: sentences of one's own, with gold alignments or without, kept across a reload.

/**
 * The sentences in the box as they are asked for; null without any.
 * @param {Catalogue} catalogue
 */
const typedSentences = catalogue => {
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
const restoreCatalogueForm = (view, catalogue) => {
  const kept = keptForm(view, 'catalogue');
  cataloguePart(catalogue, 'own').value = keptText(kept.sentences);
  for (const name of ['one_based', 'swapped']) cataloguePart(catalogue, name).checked = kept[name] === true;
  catalogue.choice.all = kept.all === true;
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
const keepCatalogueForm = (view, catalogue) => {
  /** @param {string} name */
  const part = name => cataloguePart(catalogue, name);
  showFlags(catalogue);
  keepForm(view, 'catalogue', {
    sentences: part('own').value,
    one_based: part('one_based').checked,
    swapped: part('swapped').checked,
  });
};

/**
 * @param {View} view
 * @param {Part} host
 */
export const build = (view, host) => {
  /**
   * @param {string} name
   * @param {keyof HTMLElementTagNameMap} tag
   * @param {Attributes} [attributes]
   * @param {...Child} children
   */
  const part = (name, tag, attributes = {}, ...children) =>
    make(tag, {'data-catalogue': name, ...attributes}, ...children);
  /**
   * @param {string} name
   * @param {Attributes} [attributes]
   */
  const button = (name, attributes = {}) =>
    part(name, 'button', {type: 'button', class: 'gf-lab-button', ...attributes});
  /** @param {string} name */
  const option = name =>
    make('label', {class: 'gf-cat-option'}, part(name, 'input', {type: 'checkbox'}), part(`${name}-label`, 'span'));
  /** @type {Catalogue} */
  const catalogue = {
    host,
    reply: /** @type {any} */ (null),
    wanted: '',
    own: null,
    choice: {column: 'kind', down: false, kind: 'all', all: false},
    focus: null,
    seen: '',
    drawn: 0,
    id: undefined,
    checkpoint: undefined,
    packed: null,
    cue: () => {},
  };
  view.panels.catalogue = catalogue;
  const field = `${view.root.id || 'gf'}-sentences`;
  host.append(
    make(
      'div',
      {class: 'gf-cat-bar'},
      part('about', 'p', {class: 'gf-hint', role: 'status'}),
      part('kinds', 'div', {class: 'gf-segments', role: 'radiogroup'}),
      button('measures', {'aria-pressed': 'false'}),
      button('csv'),
    ),
    part('whole', 'p', {class: 'gf-hint', role: 'status', hidden: ''}),
    part('gold', 'p', {class: 'gf-cat-gold', hidden: ''}),
    part('clear', 'div', {class: 'gf-cat-clear', hidden: ''}),
    part(
      'scroll',
      'div',
      {class: 'gf-cat-scroll', hidden: ''},
      part('table', 'table', {class: 'gf-cat-table', role: 'grid'}),
    ),
    part('more', 'p', {class: 'gf-cat-more gf-hint', hidden: ''}),
    part('legend', 'dl', {class: 'gf-cat-legend gf-hint', hidden: ''}),
    part(
      'form',
      'form',
      {class: 'gf-cat-form'},
      part('label', 'label', {for: field}),
      part('own', 'textarea', {
        id: field,
        rows: 4,
        dir: 'auto',
        spellcheck: 'false',
        'aria-describedby': `${field}-hint`,
      }),
      part('form-hint', 'p', {class: 'gf-hint', id: `${field}-hint`}),
      part('options', 'div', {class: 'gf-cat-options', hidden: ''}, option('one_based'), option('swapped')),
      make('div', {class: 'gf-cat-actions'}, button('run', {type: 'submit'}), button('sample', {hidden: ''})),
      part('note', 'p', {class: 'gf-problem', role: 'alert', hidden: ''}),
    ),
  );
  catalogue.cue = cueScroll(cataloguePart(catalogue, 'scroll'), () => sayMore(view, catalogue));
  view.show(
    ({lab}) => [lab.gates],
    () => tellWhole(view, catalogue),
  );
  wireCatalogue(view, catalogue);
  restoreCatalogueForm(view, catalogue);
};

/**
 * Measure all heads over the checkpoint's own sentences (null), or over {sentences: lines, one_based, swapped}.
 * @param {View} view
 * @param {Catalogue} catalogue
 * @param {object | null} own
 */
const fetchCatalogue = async (view, catalogue, own) => {
  const packed = shownPacked(view);
  const wanted = JSON.stringify([packed.id, own]);
  catalogue.wanted = wanted;
  catalogue.host.setAttribute('aria-busy', 'true');
  cataloguePart(catalogue, 'note').hidden = true;
  describeCatalogue(view, catalogue);
  const reply = await ask(view, 'head_catalogue', {id: packed.id, sentences: null, ...own});
  if (catalogue.wanted !== wanted) return;
  catalogue.host.removeAttribute('aria-busy');
  const note = cataloguePart(catalogue, 'note');
  if (reply?.rows) {
    Object.assign(catalogue, {reply, own, id: packed.id, checkpoint: packed.checkpoint});
    catalogue.host.dataset.shown = wanted;
    keepForm(view, 'catalogue', {measured: own, checkpoint: packed.checkpoint});
    if (own === null) view.set({sampledRoles: {checkpoint: packed.checkpoint, roles: catalogueRoles(reply)}});
  } else {
    note.textContent = reply?.problem ?? say(view.texts, 'catalogue.no_answer');
    note.hidden = false;
    const other = catalogue.checkpoint !== packed.checkpoint || JSON.stringify(own) !== JSON.stringify(catalogue.own);
    if (other) catalogue.reply = /** @type {any} */ (null); // drop the numbers of another model or of other sentences
    if (!reply) Object.assign(catalogue, {wanted: '', packed: null}); // ask again when the panel is drawn again
  }
  describeCatalogue(view, catalogue);
  if (catalogue.reply) drawCatalogueTable(view, catalogue);
  if (!note.hidden) note.scrollIntoView({block: 'nearest'});
};

/**
 * Request again for another translation: its checkpoint may differ or have been replaced; the server caches answers.
 * @param {View} view
 */
export const draw = view => {
  const {catalogue} = view.panels;
  const wanted = JSON.stringify([shownPacked(view).id, catalogue.own]);
  if (catalogue.wanted !== wanted && catalogue.packed !== shownPacked(view)) {
    const other = catalogue.checkpoint !== undefined && catalogue.checkpoint !== shownPacked(view).checkpoint;
    catalogue.packed = shownPacked(view);
    fetchCatalogue(view, catalogue, other ? null : catalogue.own);
  } else describeCatalogue(view, catalogue);
  if (catalogue.reply && catalogue.drawn !== view.look) drawCatalogueTable(view, catalogue);
  catalogue.drawn = view.look;
  markCatalogue(view);
};

/**
 * @param {View} view
 * @param {Catalogue} catalogue
 * @param {string} column
 */
const sortCatalogue = (view, catalogue, column) => {
  const {choice} = catalogue; // measures: largest first, but errors
  const first = column === 'role' || ![...CATALOGUE_FIRST, ...CATALOGUE_ERRORS].includes(column);
  catalogue.choice = {...choice, column, down: choice.column === column ? !choice.down : first};
  drawCatalogueTable(view, catalogue);
  cataloguePart(catalogue, 'table').querySelector(`[data-sort="${column}"]`).focus();
};

/**
 * Show every measure, or those that a reader begins with; a table sorted by a column that goes is sorted anew.
 * @param {View} view
 * @param {Catalogue} catalogue
 */
const toggleMeasures = (view, catalogue) => {
  const all = !catalogue.choice.all;
  const stays = catalogueColumns(catalogue.reply, all).includes(catalogue.choice.column);
  catalogue.choice = {...catalogue.choice, all, ...(stays ? {} : {column: 'kind', down: false})};
  keepForm(view, 'catalogue', {all});
  describeCatalogue(view, catalogue);
  drawCatalogueTable(view, catalogue);
};

/**
 * Save the table, with the model that it is of.
 * @param {View} view
 * @param {Catalogue} catalogue
 */
const saveCatalogue = async (view, {id, checkpoint = 'model', reply, choice}) => {
  const {weights_sha256, glassformer, torch} = (await ask(view, 'provenance', {id})) ?? {};
  const table = catalogueCsv(reply, choice, {checkpoint, weights_sha256, glassformer, torch});
  download(new Blob([table], {type: 'text/csv;charset=utf-8'}), `heads-${checkpoint.replace(/[^\w.-]+/g, '-')}.csv`);
};

/**
 * @param {View} view
 * @param {Catalogue} catalogue
 * @param {Event} event
 */
const clickCatalogue = (view, catalogue, event) => {
  /** @param {string} selector */
  const on = selector => targetOf(event).closest(selector);
  const sort = on('[data-sort]');
  const row = on('[data-row]');
  const filter = on('[data-filter]');
  const clear = on('[data-clear]');
  if (sort) sortCatalogue(view, catalogue, sort.dataset.sort);
  else if (row) {
    catalogue.focus = row.dataset.row;
    view.change(choiceOfCatalogueRow(view, row.dataset.row));
    markCatalogue(view);
  } else if (clear) view.change(choiceOfCatalogueRow(view, clear.dataset.clear));
  else if (filter) {
    catalogue.choice = {...catalogue.choice, kind: filter.dataset.filter};
    describeCatalogue(view, catalogue);
    if (catalogue.reply) drawCatalogueTable(view, catalogue);
  } else if (on('[data-catalogue="measures"]')) toggleMeasures(view, catalogue);
  else if (on('[data-catalogue="csv"]')) {
    saveCatalogue(view, catalogue);
  } else if (on('[data-catalogue="sample"]')) fetchCatalogue(view, catalogue, null);
};

/**
 * @param {View} view
 * @param {Catalogue} catalogue
 * @param {KeyboardEvent} event
 */
const keyOfCatalogue = (view, catalogue, event) => {
  const row = targetOf(event).closest('[data-row]');
  const filter = targetOf(event).closest('[data-filter]');
  if (filter) {
    const all = [...filter.parentNode.children];
    const index = movedIndex(event.key, all.indexOf(filter), all.length);
    if (index === null) return;
    all[index].click();
    all[index].focus();
  } else if (row && (event.key === 'Enter' || event.key === ' ')) row.click();
  else if (row && ['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(event.key)) {
    const rows = [...row.parentNode.children];
    const to = rows[movedIndex(event.key, rows.indexOf(row), rows.length) ?? 0];
    catalogue.focus = to.dataset.row;
    markCatalogue(view);
    to.focus();
  } else if (targetOf(event).matches('textarea') && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    targetOf(event).form.requestSubmit();
  } else return;
  event.preventDefault();
};

/**
 * @param {View} view
 * @param {Catalogue} catalogue
 */
const wireCatalogue = (view, catalogue) => {
  const {host} = catalogue;
  /** @param {string} name */
  const part = name => cataloguePart(catalogue, name);
  host.addEventListener('click', event => clickCatalogue(view, catalogue, event));
  host.addEventListener('keydown', event => keyOfCatalogue(view, catalogue, event));
  host.addEventListener('submit', event => {
    event.preventDefault();
    fetchCatalogue(view, catalogue, typedSentences(catalogue));
  });
  part('form').addEventListener('input', () => keepCatalogueForm(view, catalogue));
};

/**
 * @param {View} view
 * @param {Part} host
 * @param {PanelState} before
 */
export const mark = (view, host, before) => {
  const changed = differs(before.choice, view.choice);
  if (changed('side') && view.variant) draw(view);
  else if (changed('kind', 'layer', 'head', 'combine', 'heads')) {
    view.panels.catalogue.focus = null;
    markCatalogue(view);
  }
};
