// The table of the head catalogue, and the row of it that the views show.

import {keepRowInSight, make, write} from '../../shared/elements.js';
import {clamp} from '../../shared/numbers.js';
import {edgesWithMore} from '../../shared/watching.js';
import {inARow, say} from '../../shared/text.js';
import {catalogueColumns, catalogueMost, catalogueRows, catalogueValue} from './rows.js';
import {catalogueRowName, catalogueWords, headOfName, headsInUse, nameOfHead} from '../numbers/heads.js';
import {headsOfLayer} from '../store/selectors.js';

/** @import {Catalogue, CatalogueRow} from './types.js' */
/** @import {Choice, Texts, View} from '../types.js' */

/**
 * @param {Catalogue} catalogue
 * @param {string} name
 */
export const cataloguePart = (catalogue, name) => catalogue.host.querySelector(`[data-catalogue="${name}"]`);

/**
 * The button that sorts by a column; it explains its measure on hover and focus.
 * @param {Texts} texts
 * @param {string} column
 */
const headingButton = (texts, column) => {
  const hint = catalogueWords(texts, column, 'hint');
  return make(
    'button',
    {type: 'button', 'data-sort': column, 'data-explain': hint ? column : null, 'aria-description': hint || null},
    catalogueWords(texts, column, 'column'),
  );
};

/**
 * @param {View} view
 * @param {Catalogue} catalogue
 */
const catalogueHead = (view, catalogue) => {
  const {texts} = view;
  const {column: chosen, down, all} = catalogue.choice;
  const order = down ? 'descending' : 'ascending';
  return make(
    'thead',
    {},
    make(
      'tr',
      {},
      ...catalogueColumns(catalogue.reply, all).map(column =>
        make(
          'th',
          {scope: 'col', 'data-column': column, 'aria-sort': column === chosen ? order : 'none'},
          headingButton(texts, column),
        ),
      ),
    ),
  );
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
  const value = catalogueValue(row, column);
  const fill = make('i', {class: 'gf-fill'});
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
export const drawCatalogueTable = (view, catalogue) => {
  const {texts} = view;
  const {reply, choice} = catalogue;
  const table = cataloguePart(catalogue, 'table');
  const most = catalogueMost(reply);
  const columns = catalogueColumns(reply, choice.all);
  const rows = catalogueRows(reply, choice);
  table.setAttribute('aria-label', say(texts, 'bench.catalogue'));
  table.dataset.all = String(choice.all);
  table.replaceChildren(
    catalogueHead(view, catalogue),
    make(
      'tbody',
      {},
      ...rows.map(row =>
        make(
          'tr',
          {
            'data-row': nameOfHead(row),
            'data-hue': row.kind,
            tabindex: -1,
            'aria-selected': 'false',
            'aria-label': catalogueRowName(texts, row),
          },
          ...columns.map(column => catalogueCell(texts, row, column, most)),
        ),
      ),
    ),
  );
  markCatalogue(view);
  catalogue.cue();
};

/**
 * How much of the table is in sight at once, where it scrolls.
 * @param {View} view
 * @param {Catalogue} catalogue
 */
export const sayMore = ({texts}, catalogue) => {
  const scroll = cataloguePart(catalogue, 'scroll');
  const more = cataloguePart(catalogue, 'more');
  const edges = edgesWithMore(scroll);
  const rows = scroll.querySelectorAll('[data-row]');
  const isLong = edges.includes('top') || edges.includes('bottom');
  const isWide = edges.includes('left') || edges.includes('right');
  const room = scroll.clientHeight - (scroll.querySelector('thead')?.offsetHeight ?? 0);
  const shown = rows.length ? Math.floor(room / rows[0].offsetHeight) : 0;
  more.hidden = !rows.length || !(isLong || isWide);
  write(
    more,
    inARow([
      isLong ? say(texts, 'catalogue.more', {shown, count: rows.length}) : '',
      isWide ? say(texts, 'catalogue.more.measures') : '',
    ]),
  );
};

/**
 * Whether the views show the mean of all heads of one layer of cross-attention, which has a row if there are gold
 * links.
 * @param {View} view
 */
const showsCatalogueMean = view => {
  const {
    choice,
    panels: {catalogue},
  } = view;
  if (!catalogue.reply?.gold || choice.kind !== 'cross' || choice.combine !== 'mean') return false;
  const used = new Set(headsInUse(choice).map(nameOfHead));
  const all = headsOfLayer(view, 'cross', choice.layer);
  return used.size === all.length && all.every(name => used.has(name));
};

/**
 * The choice that shows a row in the views; choosing a head after a layer's mean shows it alone.
 * @param {View} view
 * @param {string} name
 * @returns {Partial<Choice>}
 */
export const choiceOfCatalogueRow = (view, name) => {
  const at = {...headOfName(name), cell: null};
  if (!name.endsWith('.mean')) return showsCatalogueMean(view) ? {...at, combine: 'one', heads: []} : at;
  const [, ...beside] = headsOfLayer(view, at.kind, at.layer);
  return {...at, head: 0, combine: beside.length ? 'mean' : 'one', heads: beside};
};

/**
 * Mark the head that the views show; the Tab key reaches its row, or else the first.
 * @param {View} view
 */
export const markCatalogue = view => {
  const {catalogue} = view.panels;
  const rows = [...cataloguePart(catalogue, 'table').querySelectorAll('[data-row]')];
  const own = nameOfHead(showsCatalogueMean(view) ? {...view.choice, head: 'mean'} : view.choice);
  /** @param {string} name */
  const named = name => rows.find(row => row.dataset.row === name);
  const shown = named(own);
  const reached = named(catalogue.focus ?? '') ?? shown ?? rows[0];
  for (const row of rows) {
    row.setAttribute('aria-selected', String(row === shown));
    row.tabIndex = row === reached ? 0 : -1;
  }
  if (shown && catalogue.seen && catalogue.seen !== own) keepRowInSight(cataloguePart(catalogue, 'scroll'), shown);
  if (shown) catalogue.seen = own;
};
