// The head catalogue: every head of the loaded checkpoint measured over a sample of sentences, as a table to sort. A
// row chosen is the head that the views show. Over lines with gold alignments cross-attention has error rates as well,
// and the mean of each layer's heads a row of its own, whose head is 'mean'.

import {keepRowInSight, make, movedIndex, targetOf} from '../../shared/elements.js';
import {KINDS} from '../../shared/kinds.js';
import {clamp} from '../../shared/numbers.js';
import {download} from '../../shared/saving.js';
import {say} from '../../shared/text.js';
import {
  CATALOGUE_ERRORS, CATALOGUE_FIRST, catalogueBest, catalogueColumns, catalogueCsv, catalogueMost, catalogueRows,
  catalogueValue,
} from '../model/catalogue.js';
import {differs} from '../model/choices.js';
import {headOfName, headsInUse, nameOfHead} from '../model/heads.js';
import {catalogueRowName, catalogueWords, headName} from '../model/names.js';
import {headsOfLayer, shownPacked} from '../store/selectors.js';
import {ask} from '../actions/ask.js';

/** @import {Attributes, Catalogue, CatalogueRow, Child, Choice, PanelState, Part, Texts, View} from '../types.js' */

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
  const option = name => make('label', {class: 'gf-cat-option'}, part(name, 'input', {type: 'checkbox'}),
    part(`${name}-label`, 'span'));
  /** @type {Catalogue} */
  const catalogue = {
    host, reply: /** @type {any} */ (null), wanted: '', own: null, choice: {column: 'kind', down: false, kind: 'all'}, focus: null,
    seen: '', drawn: 0, checkpoint: undefined, packed: null,
  };
  view.panels.catalogue = catalogue;
  const field = `${view.root.id || 'gf'}-sentences`;
  host.append(
    make('div', {class: 'gf-cat-bar'},
      part('about', 'p', {class: 'gf-hint', role: 'status'}),
      part('kinds', 'div', {class: 'gf-segments', role: 'radiogroup'}),
      button('csv')),
    part('note', 'p', {class: 'gf-problem', role: 'alert', hidden: ''}),
    part('gold', 'p', {class: 'gf-cat-gold', hidden: ''}),
    part('scroll', 'div', {class: 'gf-cat-scroll', hidden: ''},
      part('table', 'table', {class: 'gf-cat-table', role: 'grid'})),
    part('legend', 'dl', {class: 'gf-cat-legend gf-hint', hidden: ''}),
    part('form', 'form', {class: 'gf-cat-form'},
      part('label', 'label', {for: field}),
      part('own', 'textarea', {
        id: field, rows: 4, dir: 'auto', spellcheck: 'false', 'aria-describedby': `${field}-hint`,
      }),
      part('form-hint', 'p', {class: 'gf-hint', id: `${field}-hint`}),
      part('options', 'div', {class: 'gf-cat-options', hidden: ''}, option('one_based'), option('swapped')),
      make('div', {class: 'gf-cat-actions'}, button('run', {type: 'submit'}), button('sample', {hidden: ''}))));
  wireCatalogue(view, catalogue);
};

/**
 * @param {Catalogue} catalogue
 * @param {string} name
 */
const cataloguePart = (catalogue, name) => catalogue.host.querySelector(`[data-catalogue="${name}"]`);

/**
 * @param {View} view
 * @param {Catalogue} catalogue
 */
const catalogueHead = (view, catalogue) => {
  const {texts} = view, {column: chosen, down} = catalogue.choice, order = down ? 'descending' : 'ascending';
  return make('thead', {}, make('tr', {}, ...catalogueColumns(catalogue.reply).map(column => make('th', {
    scope: 'col', 'data-column': column, title: catalogueWords(texts, column, 'hint') || null,
    'aria-sort': column === chosen ? order : 'none',
  }, make('button', {type: 'button', 'data-sort': column}, catalogueWords(texts, column, 'column'))))));
};

/**
 * @param {Texts} texts
 * @param {CatalogueRow} row
 * @param {string} column
 * @param {Record<string, number>} most
 */
const catalogueCell = (texts, row, column, most) => {
  if (column === 'kind') return make('th', {scope: 'row', class: 'gf-cat-kind'}, say(texts, `kind.${row.kind}.short`));
  if (column === 'head' && row.head === 'mean') return make('td', {class: 'gf-number'}, say(texts, 'catalogue.mean'));
  if (column === 'layer' || column === 'head') return make('td', {class: 'gf-number'}, String(Number(row[column]) + 1));
  const value = catalogueValue(row, column), fill = make('i', {class: 'gf-fill'});
  if (column === 'role' && value === null && row.head !== 'mean')
    return make('td', {class: 'gf-number gf-cat-roles gf-cat-none'}, say(texts, 'catalogue.role.none'));
  if (value === null) return make('td', {class: 'gf-number gf-cat-none'}, '–');
  fill.style.width = `${100 * clamp(value / (column === 'role' ? 1 : most[column]), 0, 1)}%`;
  const number = value.toFixed(column === 'role' ? 2 : 3);
  const track = make('span', {class: 'gf-track'}, fill);
  if (column !== 'role') return make('td', {class: 'gf-number'}, number, track);
  const role = make('span', {class: 'gf-cat-role'}, texts[`catalogue.role.${row.role}`] ?? row.role);
  return make('td', {class: 'gf-number gf-cat-roles'}, role, ` ${number}`, track);
};

/**
 * @param {View} view
 * @param {Catalogue} catalogue
 */
const drawCatalogueTable = (view, catalogue) => {
  const {texts} = view, {reply, choice} = catalogue, table = cataloguePart(catalogue, 'table');
  const most = catalogueMost(reply), columns = catalogueColumns(reply), rows = catalogueRows(reply, choice);
  table.setAttribute('aria-label', say(texts, 'bench.catalogue'));
  table.replaceChildren(catalogueHead(view, catalogue), make('tbody', {}, ...rows.map(row => make('tr', {
    'data-row': nameOfHead(row), 'data-hue': row.kind, tabindex: -1, 'aria-selected': 'false',
    'aria-label': catalogueRowName(texts, row),
  }, ...columns.map(column => catalogueCell(texts, row, column, most))))));
  markCatalogue(view);
};

/**
 * Whether the views show the mean of all heads of one layer of cross-attention, which has a row beside gold links.
 * @param {View} view
 */
const showsCatalogueMean = view => {
  const {choice, panels: {catalogue}} = view;
  if (!catalogue.reply?.gold || choice.kind !== 'cross' || choice.combine !== 'mean') return false;
  const used = new Set(headsInUse(choice).map(nameOfHead)), all = headsOfLayer(view, 'cross', choice.layer);
  return used.size === all.length && all.every(name => used.has(name));
};

/**
 * The choice that shows a row in the views; a head after a layer's mean is shown alone again.
 * @param {View} view
 * @param {string} name
 * @returns {Partial<Choice>}
 */
const choiceOfCatalogueRow = (view, name) => {
  const at = {...headOfName(name), pin: null, cell: null};
  if (!name.endsWith('.mean')) return showsCatalogueMean(view) ? {...at, combine: 'one', heads: []} : at;
  const [, ...beside] = headsOfLayer(view, at.kind, at.layer);
  return {...at, head: 0, combine: beside.length ? 'mean' : 'one', heads: beside};
};

/**
 * The head that the views show; the one row that the Tab key reaches is it, or else the first.
 * @param {View} view
 */
const markCatalogue = view => {
  const {catalogue} = view.panels, rows = [...cataloguePart(catalogue, 'table').querySelectorAll('[data-row]')];
  const own = nameOfHead(showsCatalogueMean(view) ? {...view.choice, head: 'mean'} : view.choice);
  /** @param {string} name */
  const named = name => rows.find(row => row.dataset.row === name);
  const shown = named(own);
  const reached = named(catalogue.focus ?? '') ?? shown ?? rows[0];
  for (const row of rows) {
    row.setAttribute('aria-selected', String(row === shown));
    row.tabIndex = row === reached ? 0 : -1;
  }
  if (shown && catalogue.seen !== own) keepRowInSight(cataloguePart(catalogue, 'scroll'), shown);
  if (shown) catalogue.seen = own;
};

/**
 * Who was measured, and with gold links how the best error rate stands to that of the diagonal.
 * @param {View} view
 * @param {Catalogue} catalogue
 * @param {boolean} busy
 */
const describeCatalogueReply = (view, catalogue, busy) => {
  const {texts} = view, {reply, own} = catalogue;
  /** @param {string} name */
  const part = name => cataloguePart(catalogue, name);
  const given = reply?.gold ? 'catalogue.about.gold' : 'catalogue.about.own';
  const about = reply ? say(texts, own === null ? 'catalogue.about' : given, {
    sentences: reply.sentences, tokens: reply.tokens.toLocaleString('en'), name: catalogue.checkpoint,
  }) : '';
  part('about').textContent = busy ? say(texts, 'catalogue.busy') : about;
  part('scroll').hidden = part('legend').hidden = !reply;
  part('gold').hidden = !reply?.gold;
  if (!reply) return;
  part('legend').replaceChildren(...['role', ...reply.columns]
    .filter(column => catalogueWords(texts, column, 'hint'))
    .map(column => make('div', {},
      make('dt', {}, catalogueWords(texts, column, 'column')),
      make('dd', {}, catalogueWords(texts, column, 'hint')))));
  if (!reply.gold) return;
  const {row, column, rate} = catalogueBest(reply);
  part('gold').textContent = say(texts, `catalogue.gold.${column}`, {
    name: row.head === 'mean' ? catalogueRowName(texts, row) : headName(texts, {...row, head: row.head}),
    best: rate.toFixed(3), diagonal: reply.gold.diagonal.toFixed(3),
  });
};

/**
 * @param {View} view
 * @param {Catalogue} catalogue
 */
const describeCatalogueKinds = (view, catalogue) => {
  const {texts} = view, kinds = cataloguePart(catalogue, 'kinds');
  kinds.setAttribute('aria-label', say(texts, 'catalogue.kinds'));
  if (kinds.dataset.reads !== String(view.look)) {
    /** @param {string} kind */
    const words = kind => say(texts, kind === 'all' ? 'catalogue.all' : `kind.${kind}.short`);
    kinds.replaceChildren(...['all', ...KINDS].map(kind =>
      make('button', {type: 'button', role: 'radio', 'data-filter': kind}, words(kind))));
  }
  kinds.dataset.reads = view.look;
  for (const button of kinds.children) {
    const on = button.dataset.filter === catalogue.choice.kind;
    button.setAttribute('aria-checked', String(on));
    button.tabIndex = on ? 0 : -1;
  }
};

/**
 * Everything but the table: words, who was measured, what the columns mean.
 * @param {View} view
 * @param {Catalogue} catalogue
 */
const describeCatalogue = (view, catalogue) => {
  const {texts} = view;
  /** @param {string} name */
  const part = name => cataloguePart(catalogue, name);
  const busy = catalogue.host.getAttribute('aria-busy') === 'true';
  describeCatalogueReply(view, catalogue, busy);
  describeCatalogueKinds(view, catalogue);
  part('csv').textContent = say(texts, 'catalogue.csv');
  part('csv').disabled = !catalogue.reply;
  part('label').textContent = say(texts, 'catalogue.own');
  part('own').placeholder = say(texts, 'catalogue.own.placeholder');
  part('run').textContent = say(texts, 'catalogue.run');
  part('run').disabled = busy;
  part('sample').textContent = say(texts, 'catalogue.sample');
  part('sample').hidden = catalogue.own === null;
  part('form-hint').textContent = say(texts, 'catalogue.own.hint');
  part('one_based-label').textContent = say(texts, 'catalogue.own.one_based');
  part('swapped-label').textContent = say(texts, 'catalogue.own.swapped');
};

/**
 * Measure all heads over the checkpoint's own sentences (null), or over {sentences: lines, one_based, swapped}.
 * @param {View} view
 * @param {Catalogue} catalogue
 * @param {object | null} own
 */
const fetchCatalogue = async (view, catalogue, own) => {
  const packed = shownPacked(view), wanted = JSON.stringify([packed.id, own]);
  catalogue.wanted = wanted;
  catalogue.host.setAttribute('aria-busy', 'true');
  cataloguePart(catalogue, 'note').hidden = true;
  describeCatalogue(view, catalogue);
  const reply = await ask(view, 'head_catalogue', {id: packed.id, sentences: null, ...own});
  if (catalogue.wanted !== wanted) return;
  catalogue.host.removeAttribute('aria-busy');
  const note = cataloguePart(catalogue, 'note');
  if (reply?.rows) {
    Object.assign(catalogue, {reply, own, checkpoint: packed.checkpoint});
    catalogue.host.dataset.shown = wanted;
  } else {
    note.textContent = reply?.problem ?? say(view.texts, 'catalogue.no_answer');
    note.hidden = false;
    if (catalogue.checkpoint !== packed.checkpoint) catalogue.reply = /** @type {any} */ (null); // another model's numbers are no answer
    if (!reply) Object.assign(catalogue, {wanted: '', packed: null}); // ask again when the panel is drawn again
  }
  describeCatalogue(view, catalogue);
  if (catalogue.reply) drawCatalogueTable(view, catalogue);
};

/**
 * Ask again for another translation: its checkpoint may be another, or have been replaced; the server remembers.
 * @param {View} view
 */
export const draw = view => {
  const {catalogue} = view.panels, wanted = JSON.stringify([shownPacked(view).id, catalogue.own]);
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
 * @param {View} view
 * @param {Catalogue} catalogue
 * @param {Event} event
 */
const clickCatalogue = (view, catalogue, event) => {
  /** @param {string} selector */
  const on = selector => targetOf(event).closest(selector);
  const sort = on('[data-sort]'), row = on('[data-row]'), filter = on('[data-filter]');
  if (sort) sortCatalogue(view, catalogue, sort.dataset.sort);
  else if (row) {
    catalogue.focus = row.dataset.row;
    view.change(choiceOfCatalogueRow(view, row.dataset.row));
    markCatalogue(view);
  } else if (filter) {
    catalogue.choice = {...catalogue.choice, kind: filter.dataset.filter};
    describeCatalogue(view, catalogue);
    if (catalogue.reply) drawCatalogueTable(view, catalogue);
  } else if (on('[data-catalogue="csv"]')) {
    const name = `heads-${(catalogue.checkpoint || 'model').replace(/[^\w.-]+/g, '-')}.csv`;
    download(new Blob([catalogueCsv(catalogue.reply, catalogue.choice)], {type: 'text/csv;charset=utf-8'}), name);
  } else if (on('[data-catalogue="sample"]')) fetchCatalogue(view, catalogue, null);
};

/**
 * @param {View} view
 * @param {Catalogue} catalogue
 * @param {KeyboardEvent} event
 */
const keyOfCatalogue = (view, catalogue, event) => {
  const row = targetOf(event).closest('[data-row]'), filter = targetOf(event).closest('[data-filter]');
  if (filter) {
    const all = [...filter.parentNode.children], index = movedIndex(event.key, all.indexOf(filter), all.length);
    if (index === null) return;
    all[index].click();
    all[index].focus();
  } else if (row && (event.key === 'Enter' || event.key === ' ')) row.click();
  else if (row && ['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(event.key)) {
    const rows = [...row.parentNode.children], to = rows[movedIndex(event.key, rows.indexOf(row), rows.length) ?? 0];
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
    const sentences = part('own').value, gold = sentences.includes('\t');
    const flags = {one_based: gold && part('one_based').checked, swapped: gold && part('swapped').checked};
    fetchCatalogue(view, catalogue, sentences.trim() ? {sentences, ...flags} : null);
  });
  part('own').addEventListener('input', (/** @type {Event} */ event) => {
    part('options').hidden = !targetOf(event).value.includes('\t'); // they are about links, which come after tabs
  });
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
