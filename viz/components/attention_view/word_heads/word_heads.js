// One word in all heads: for the step that is shown, each head of the kind in a row of its own, those without which the
// word loses most first. Drawn from the weights that are here; the order follows with the losses.

import {focusedNear, make, movedIndex, targetOf, write} from '../../shared/elements.js';
import {clamp} from '../../shared/numbers.js';
import {inARow, say} from '../../shared/text.js';
import {knownLosses, lossesProblem} from '../figure/losses.js';
import {headOfName, nameOfHead} from '../numbers/heads.js';
import {WEIGHTS} from '../numbers/lenses.js';
import {isPredicted} from '../numbers/payload.js';
import {fetchExact} from '../server/detail.js';
import {shownPacked} from '../store/selectors.js';
import {hideTip, showTip} from '../widgets/hints.js';
import {cellNumber, drawLabels, drawRows, drawWord, drawWorth, short} from './drawing.js';
import {FEW, headRows, headWeights, ordered, shownRows, wordPlace, wordProbability} from './rows.js';

/** @import {Choice, Part, View} from '../types.js' */
/** @import {HeadRow, WordPlace} from './types.js' */

const EXACT_WAIT = 80; // milliseconds on one row

/** @typedef {{rows: HeadRow[], place: WordPlace, at: {name: string, column: number} | null, timer: number}} Shown */

/** @param {View} view @param {string} name */
const partOf = (view, name) => view.find(`[data-word="${name}"]`);

/** @param {View} view */
const build = view => {
  /**
   * @param {string} name
   * @param {keyof HTMLElementTagNameMap} tag
   * @param {Record<string, string>} [attributes]
   */
  const part = (name, tag, attributes = {}) => make(tag, {'data-word': name, ...attributes});
  view
    .part('word-heads')
    .append(
      make(
        'div',
        {class: 'gf-word-scroll', 'data-word': 'scroll'},
        make(
          'div',
          {class: 'gf-word-head'},
          make('div', {}, part('title', 'h2', {class: 'gf-heading'}), part('word', 'p', {class: 'gf-hint'})),
          part('columns', 'div', {class: 'gf-word-columns', 'aria-hidden': 'true'}),
          make(
            'div',
            {class: 'gf-word-right gf-hint'},
            part('all', 'button', {type: 'button', class: 'gf-plain', 'aria-expanded': 'false'}),
            part('worth', 'div'),
          ),
        ),
        part('rows', 'div', {role: 'listbox'}),
        part('cursor', 'i', {class: 'gf-word-cursor', hidden: ''}),
      ),
      part('note', 'p', {class: 'gf-hint', role: 'status', hidden: ''}),
      part('heard', 'p', {class: 'gf-unseen', 'aria-live': 'polite'}),
    );
};

/**
 * @param {View} view
 * @param {Shown} shown
 */
const draw = (view, shown) => {
  const {texts, choice, sheets, facings} = view;
  const packed = shownPacked(view);
  const host = view.part('word-heads');
  host.hidden = !packed.predicted_tokens.length;
  if (host.hidden) return;
  const [sheet] = sheets;
  const losses = knownLosses(view);
  const problem = losses ? '' : lossesProblem(view);
  const place = wordPlace(packed, {...choice, pin: facings[0].choice.pin}, sheet);
  const all = ordered(headRows(packed, choice.kind, place, losses));
  const rows = shownRows(all, nameOfHead(choice), view.allHeads);
  const before = isPredicted(packed) ? wordProbability(packed, place.steps) : 0;
  const most = Math.max(1e-9, ...all.map(({loss}) => Math.abs(loss ?? 0)));
  Object.assign(shown, {rows, place});
  leave(view, shown);
  write(partOf(view, 'title'), say(texts, 'word_heads.title'));
  partOf(view, 'word').replaceChildren(...drawWord(view, packed, place));
  drawWorth(view, partOf(view, 'worth'), {isKnown: Boolean(losses), problem, before});
  const note = partOf(view, 'note');
  note.hidden = !problem;
  write(note, problem && inARow([say(texts, 'word_heads.layers'), problem]));
  drawFold(view, all.length);
  replaceRows(view, drawRows(view, packed, sheet, rows, before, most));
  drawColumns(view, shown);
};

/**
 * @param {View} view
 * @param {number} count of heads
 */
const drawFold = (view, count) => {
  const button = partOf(view, 'all');
  button.hidden = count <= FEW;
  button.textContent = say(view.texts, view.allHeads ? 'word_heads.fewer' : 'word_heads.all', {count});
  button.setAttribute('aria-expanded', String(view.allHeads));
};

/**
 * Replace the rows; the row of the chosen head is the one that the Tab key reaches, and the focus stays in the list.
 * @param {View} view
 * @param {HTMLElement[]} nodes
 */
const replaceRows = (view, nodes) => {
  const list = partOf(view, 'rows');
  const hasFocus = list.contains(focusedNear(list));
  const chosen = nameOfHead(view.choice);
  const own = nodes.find(({dataset}) => dataset.wordRow === chosen);
  own?.setAttribute('aria-selected', 'true');
  const reached = own ?? nodes[0];
  if (reached) reached.tabIndex = 0;
  list.setAttribute('aria-label', say(view.texts, 'word_heads.title'));
  list.replaceChildren(...nodes);
  if (hasFocus) reached?.focus({preventScroll: true});
  if (own && view.allHeads) keepInSight(partOf(view, 'scroll'), own);
};

/**
 * Scroll the list, not the page, until a row of it can be seen below what stands above.
 * @param {HTMLElement} scroll
 * @param {HTMLElement} row
 */
const keepInSight = (scroll, row) => {
  const above = /** @type {HTMLElement} */ (scroll.firstElementChild).offsetHeight;
  const {offsetTop: top, offsetHeight: height} = row;
  scroll.scrollTop = clamp(scroll.scrollTop, top + height - scroll.clientHeight, top - above);
};

/**
 * The names of the columns: the pinned one and the one pointed at in any case.
 * @param {View} view
 * @param {Shown} shown
 */
const drawColumns = (view, {rows, at}) => {
  const [sheet] = view.sheets;
  const {pin} = view.facings[0].choice;
  const host = partOf(view, 'columns');
  const first = [...(at ? [at.column] : []), ...(pin?.side === 'key' ? [pin.index] : [])];
  host.replaceChildren(...drawLabels(sheet, rows, host.clientWidth, first));
};

// A cell under the pointer or the keyboard.

/**
 * @param {View} view
 * @param {Shown} shown
 */
const leave = (view, shown) => {
  clearTimeout(shown.timer);
  if (!shown.at) return;
  shown.at = null;
  partOf(view, 'cursor').hidden = true;
  write(partOf(view, 'heard'), '');
  hideTip(view);
};

/**
 * Show the number of a cell, and ask for its float32 value where only 8 bits are here.
 * @param {View} view
 * @param {Shown} shown
 * @param {Part} node of the row
 * @param {number} column
 */
const showCell = (view, shown, node, column) => {
  const row = shown.rows.find(({name}) => name === node.dataset.wordRow);
  const isThere = shown.at && shown.at.name === row?.name && shown.at.column === column;
  if (!row || isThere) return;
  shown.at = {name: row.name, column};
  const cells = node.querySelector('[data-cells]');
  const cursor = partOf(view, 'cursor');
  const wide = cells.offsetWidth / row.values.length;
  const place = {left: cells.offsetLeft + column * wide, top: cells.offsetTop, width: wide, height: cells.offsetHeight};
  for (const [name, value] of Object.entries(place)) cursor.style.setProperty(name, `${value}px`);
  cursor.hidden = false;
  drawColumns(view, shown);
  tell(view, shown, row);
  clearTimeout(shown.timer);
  if (!row.isExact) shown.timer = setTimeout(() => fetchCell(view, shown, row), EXACT_WAIT);
};

/**
 * @param {View} view
 * @param {Shown} shown
 * @param {HeadRow} row
 */
const tell = (view, {at}, row) => {
  const column = at?.column ?? 0;
  const words = say(view.texts, 'word_heads.cell', {
    token: short(view.sheets[0].keys[column]),
    weight: cellNumber(row, column),
  });
  showTip(view, partOf(view, 'cursor'), words);
  write(partOf(view, 'heard'), words);
};

/**
 * @param {View} view
 * @param {Shown} shown
 * @param {HeadRow} row
 */
const fetchCell = async (view, shown, row) => {
  const packed = shownPacked(view);
  await fetchExact(view, packed, row, WEIGHTS);
  if (!shown.rows.includes(row) || shownPacked(view) !== packed) return;
  Object.assign(row, headWeights(packed, row, shown.place));
  if (shown.at?.name === row.name) tell(view, shown, row);
};

/**
 * Choose the head of a row everywhere; a cell of it also pins its column, or no longer.
 * @param {View} view
 * @param {Part} node
 * @param {number | null} column
 */
const choose = (view, node, column) => {
  const at = headOfName(node.dataset.wordRow);
  const {pin} = view.facings[0].choice;
  const isPinned = pin?.side === 'key' && pin.index === column && node.getAttribute('aria-selected') === 'true';
  /** @type {Partial<Choice>} */
  const pins = column === null ? {} : {pin: isPinned ? null : {side: 'key', index: column}};
  view.facings[0].change({...at, ...pins, cell: null, hover: null});
};

/**
 * Up and down choose another head, left and right walk through the cells of its row, Enter pins the cell.
 * @param {View} view
 * @param {Shown} shown
 * @param {KeyboardEvent} event
 */
const walk = (view, shown, event) => {
  const node = targetOf(event).closest('[data-word-row]');
  if (!node) return;
  const {key} = event;
  const column = shown.at?.name === node.dataset.wordRow ? (shown.at?.column ?? null) : null;
  if (key === 'Escape' && shown.at) leave(view, shown);
  else if (key === 'ArrowLeft' || key === 'ArrowRight')
    showCell(view, shown, node, movedIndex(key, column ?? -1, view.sheets[0].keys.length) ?? 0);
  else if (key === 'Enter' || key === ' ') choose(view, node, column);
  else if (!walkRows(view, node, key)) return;
  event.preventDefault();
};

/**
 * @param {View} view
 * @param {Part} node
 * @param {string} key
 */
const walkRows = (view, node, key) => {
  const nodes = [...partOf(view, 'rows').children];
  const index = movedIndex(key, nodes.indexOf(node), nodes.length);
  if (index !== null) choose(view, nodes[index], null);
  return index !== null;
};

/**
 * The column of a pointer's place; null outside of the cells.
 * @param {View} view
 * @param {MouseEvent} event
 */
const columnAt = (view, event) => {
  const cells = targetOf(event).closest('[data-cells]');
  if (!cells) return null;
  const {left, width} = cells.getBoundingClientRect();
  const count = view.sheets[0].keys.length;
  return clamp(Math.floor(((event.clientX - left) / width) * count), 0, count - 1);
};

/** @param {View} view */
export const wireWordHeads = view => {
  /** @type {Shown} */
  const shown = {rows: [], place: {queries: [], columns: [], isWhole: true, steps: []}, at: null, timer: 0};
  build(view);
  view.show(
    ({sheets, losses, lossProblems, allHeads, sampledRoles, choice: {step, pin}}) => [
      sheets,
      losses,
      lossProblems,
      allHeads,
      sampledRoles,
      step,
      pin,
    ],
    () => draw(view, shown),
  );
  const list = partOf(view, 'rows');
  list.addEventListener('click', event => {
    const node = targetOf(event).closest('[data-word-row]');
    if (node) choose(view, node, columnAt(view, event));
  });
  list.addEventListener('keydown', event => walk(view, shown, event));
  list.addEventListener('pointermove', event => {
    const column = columnAt(view, event);
    if (column === null) leave(view, shown);
    else showCell(view, shown, targetOf(event).closest('[data-word-row]'), column);
  });
  list.addEventListener('pointerleave', () => leave(view, shown));
  list.addEventListener('focusout', () => leave(view, shown));
  partOf(view, 'all').addEventListener('click', () => view.set({allHeads: !view.allHeads}));
};
