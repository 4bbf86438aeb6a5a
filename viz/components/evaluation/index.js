// The sentences of an evaluation: its state, and what mouse and keyboard do to it.

import {targetOf} from '../shared/elements.js';
import {download} from '../shared/saving.js';
import {csvText, say, sayCount} from '../shared/text.js';
import {grouped} from '../shared/locale.js';
import {followWidth} from '../shared/watching.js';
import {CLICKED, drawChoices} from './choices.js';
import {drawHead, drawRows, drawWindow, drawWords, markActive, packed} from './drawing.js';
import {firstChoice, keep, keptChoice} from './kept.js';
import {movedPosition, positionAt, scrolledTo, topOf} from './place.js';
import {columnsOf, firstDirection, haystackOf, ordered, passing, rowsOf, sheetOf} from './rows.js';

/** @import {Bucket, Choice, Gradio, View} from './types.js' */

const NARROW = 960; // pixels of its own width below which a row is a card
const PAUSE = 150; // milliseconds after a letter until the search, and after scrolling until the place is kept

/** @param {View} view */
const remember = view => keep(packed(view).id, view.choice);

/**
 * Find the rows that pass, in order; the open one stays the same sentence.
 * @param {View} view
 */
const findRows = view => {
  const data = packed(view);
  const {choice} = view;
  view.rows = passing(data, ordered(data, choice.order, choice.uncertain), choice, () => {
    view.haystack ??= haystackOf(data);
    return view.haystack;
  });
  view.sizes = {...view.sizes, count: view.rows.length, open: view.rows.indexOf(choice.open)};
};

/**
 * Scroll the table itself.
 * @param {View} view
 * @param {number} top
 */
const scrollTo = (view, top) => {
  view.choice.top = top;
  view.part('grid').scrollTop = top;
};

/**
 * The height of the rows in sight: without the headings.
 * @param {View} view
 */
const sight = view => view.part('grid').clientHeight - view.part('head').offsetHeight;

/**
 * Take another choice and draw what depends on it; another order or filter begins at the top.
 * @param {View} view
 * @param {Partial<Choice>} changes
 */
const change = (view, changes) => {
  view.choice = {...view.choice, ...changes};
  if (!('marks' in changes)) {
    findRows(view);
    view.active = 0;
    view.choice.top = 0;
  }
  drawHead(view);
  drawChoices(view);
  drawRows(view);
  scrollTo(view, view.choice.top);
  remember(view);
};

/**
 * Show the detail of a row, or none.
 * @param {View} view
 * @param {number} position -1 for none
 */
const openRow = (view, position) => {
  const grid = view.part('grid');
  const isInside = grid.contains(document.activeElement);
  for (const one of [view.sizes.open, position]) {
    view.drawn.get(one)?.remove();
    view.drawn.delete(one);
  }
  view.sizes.open = position;
  view.choice.open = position < 0 ? -1 : view.rows[position];
  if (position >= 0) view.active = position;
  drawWindow(view);
  if (position >= 0) scrollTo(view, scrolledTo(view.sizes, position, view.choice.top, sight(view)));
  drawWindow(view);
  const button = position < 0 ? null : view.drawn.get(position)?.querySelector('button');
  if (button) button.focus({preventScroll: true});
  else if (isInside) grid.focus({preventScroll: true});
  remember(view);
};

/**
 * @param {View} view
 * @param {number} position
 */
const moveTo = (view, position) => {
  view.active = position;
  scrollTo(view, scrolledTo(view.sizes, position, view.choice.top, sight(view)));
  drawWindow(view);
};

/**
 * Sort by a column, the other way round if it is sorted by it already.
 * @param {View} view
 * @param {string} by
 */
const sortBy = (view, by) => {
  const {order} = view.choice;
  change(view, {order: {by, descending: order.by === by ? !order.descending : firstDirection(by)}});
};

/**
 * Copy the rows that pass as CSV; where the browser forbids it they are saved as a file.
 * @param {View} view
 */
const copyRows = async view => {
  const text = csvText(sheetOf(packed(view), view.rows));
  const count = view.rows.length;
  let words = sayCount(view.texts, 'copied', count, {count: grouped(count)});
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    download(new Blob([`\ufeff${text}`], {type: 'text/csv;charset=utf-8'}), 'sentences.csv');
    words = say(view.texts, 'saved');
  }
  const button = view.part('copy');
  button.textContent = words;
  view.part('live').textContent = words;
  setTimeout(() => {
    button.textContent = say(view.texts, 'copy');
    view.part('live').textContent = '';
  }, 3000);
};

/**
 * Filter by the bucket that a figure names; null removes the filter.
 * @param {View} view
 * @param {Bucket | null} bucket
 */
const chooseBucket = (view, bucket) => {
  if (view.data && (!bucket || rowsOf(view.data, bucket))) change(view, {bucket});
};

/**
 * @param {View} view
 * @param {KeyboardEvent} event
 */
const pressKey = (view, event) => {
  const {key} = event;
  const grid = view.part('grid');
  const detail = targetOf(event).closest('.gf-sentences-detail');
  if (key === 'Escape' && view.sizes.open >= 0) openRow(view, -1);
  else if (targetOf(event) !== grid && !detail) return;
  else if (key === 'Enter' && !detail) openRow(view, view.active === view.sizes.open ? -1 : view.active);
  else {
    const page = Math.max(1, Math.floor(sight(view) / view.sizes.row) - 1);
    const to = movedPosition(key, view.active, view.rows.length, page);
    if (to === null || event.altKey || event.ctrlKey || event.metaKey) return;
    grid.focus({preventScroll: true});
    moveTo(view, to);
  }
  event.preventDefault();
};

/**
 * @param {View} view
 * @param {Event} event
 */
const clickRow = (view, event) => {
  const button = targetOf(event).closest('button');
  const {sort, do: does} = button?.dataset ?? {};
  const position = Number(targetOf(event).closest('[data-position]')?.dataset.position ?? -1);
  if (sort) {
    sortBy(view, sort);
    view.part('head').querySelector(`[data-sort="${sort}"]`)?.focus({preventScroll: true});
  } else if (does === 'open') {
    const index = view.rows[position];
    view.trigger('sentence_open', {number: packed(view).rows.number[index], index});
  } else if (does === 'close') openRow(view, -1);
  else if (position >= 0 && !targetOf(event).closest('.gf-sentences-detail') && !window.getSelection()?.toString())
    openRow(view, position === view.sizes.open ? -1 : position);
};

/** @param {View} view */
const wireGrid = view => {
  const grid = view.part('grid');
  let waiting = 0;
  let timer = 0;
  grid.addEventListener(
    'scroll',
    () => {
      if (!grid.clientHeight) return; // hidden: its place is not that of the visitor
      view.choice.top = grid.scrollTop;
      waiting ||= requestAnimationFrame(() => {
        waiting = 0;
        drawWindow(view);
      });
      clearTimeout(timer);
      timer = setTimeout(() => remember(view), PAUSE);
    },
    {passive: true},
  );
  grid.addEventListener('keydown', event => pressKey(view, event));
  grid.addEventListener('click', event => clickRow(view, event));
  grid.addEventListener('focus', () => {
    if (!view.drawn.has(view.active)) view.active = positionAt(view.sizes, view.choice.top);
    markActive(view);
  });
};

/** @param {View} view */
const wireChoices = view => {
  const {part} = view;
  let timer = 0;
  part('search').addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => change(view, {text: part('search').value}), PAUSE);
  });
  part('orders').addEventListener('click', event => {
    const by = targetOf(event).closest('[data-order]')?.dataset.order;
    if (by) change(view, {order: {by, descending: firstDirection(by)}});
  });
  part('sort').addEventListener('change', () => {
    const by = part('sort').value;
    change(view, {order: {by, descending: firstDirection(by)}});
  });
  part('direction').addEventListener('click', () => sortBy(view, view.choice.order.by));
  part('marks').addEventListener('change', () => change(view, {marks: part('marks').value}));
  part('group').addEventListener('change', () => {
    const [by, place] = part('group').value.split(' ');
    change(view, {bucket: by ? {by, label: packed(view).buckets[by][Number(place)].label} : null});
  });
  part('filters').addEventListener('click', event => {
    const {flag, uncertain} = targetOf(event).closest('button')?.dataset ?? {};
    const {flags} = view.choice;
    if (flag) change(view, {flags: flags.includes(flag) ? flags.filter(one => one !== flag) : [...flags, flag]});
    else if (uncertain !== undefined) {
      const {shown} = packed(view);
      const left = view.choice.uncertain ? flags.filter(one => shown.includes(one)) : flags;
      change(view, {uncertain: !view.choice.uncertain, flags: left});
    }
  });
  part('chosen').addEventListener('click', event => {
    if (!targetOf(event).closest('[data-free]')) return;
    change(view, {bucket: null});
    part('grid').focus({preventScroll: true});
  });
  part('clear').addEventListener('click', () => {
    change(view, {text: '', flags: [], bucket: null});
    part('grid').focus({preventScroll: true});
  });
  part('copy').addEventListener('click', () => copyRows(view));
  document.addEventListener(CLICKED, event => {
    if (!view.root.isConnected) return;
    const {detail} = /** @type {CustomEvent} */ (event);
    chooseBucket(view, detail ?? null);
    if (detail) view.root.scrollIntoView({block: 'nearest'}); // what the click has done is often further down
  });
};

/**
 * Take the sentences of an evaluation, and the place where this visitor left it.
 * @param {View} view
 */
const takeValue = view => {
  const {value} = view.props;
  view.data = null;
  view.note = 'empty';
  try {
    if (value) view.data = JSON.parse(value);
  } catch (error) {
    console.error(error);
    view.note = 'broken';
  }
  if (view.data && !view.data.rows.number.length) view.note = 'blank';
  const hasRows = Boolean(view.data?.rows.number.length);
  view.part('body').hidden = !hasRows;
  view.part('empty').hidden = hasRows;
  view.haystack = null;
  view.lengths = null;
  drawWords(view);
  if (!view.data || !hasRows) return;
  const systems = view.data.systems.length;
  view.columns = columnsOf(view.data);
  view.choice = keptChoice(view.data.id, systems, view.columns);
  const {bucket, open} = view.choice;
  if (bucket && !rowsOf(view.data, bucket)) view.choice.bucket = null;
  findRows(view);
  view.active = Math.max(0, view.rows.indexOf(open));
  drawAll(view);
};

/**
 * Draw everything as it was, at the same place.
 * @param {View} view
 */
const drawAll = view => {
  drawWords(view);
  if (!view.data?.rows.number.length) return;
  const {top} = view.choice;
  drawHead(view);
  drawChoices(view);
  drawRows(view);
  scrollTo(view, top);
  drawWindow(view);
};

/**
 * Follow the width: a row is a card where there is little room. The sentence at the top stays there.
 * @param {View} view
 * @param {number} width 0 while hidden
 */
const fit = (view, width) => {
  if (!width) return;
  const {rows, width: before, sizes} = view;
  const position = rows.length && sizes.row ? positionAt(sizes, view.choice.top) : 0;
  view.width = width;
  view.isNarrow = width < NARROW;
  view.root.classList.toggle('narrow', view.isNarrow);
  if (before && rows.length) {
    drawRows(view);
    view.choice.top &&= topOf(view.sizes, position);
  }
  drawAll(view);
};

/**
 * Start the component in its element.
 * @param {Omit<Gradio, 'server'>} gradio
 */
export const mount = ({element, props, given = {}, trigger, watch}) => {
  const root = element.querySelector('.gf-sentences');
  /** @type {View} */
  const view = {
    root,
    props,
    given,
    trigger,
    texts: {},
    data: null,
    note: 'empty',
    columns: [],
    choice: firstChoice(1),
    rows: new Uint32Array(),
    active: 0,
    sizes: {count: 0, row: 0, open: -1, detail: 0},
    drawn: new Map(),
    haystack: null,
    width: 0,
    lengths: null,
    isNarrow: element.clientWidth > 0 && element.clientWidth < NARROW,
    part: name => element.querySelector(`[data-part="${name}"]`),
  };
  const takeTexts = () => {
    view.texts = JSON.parse(view.props.texts ?? view.given.texts);
  };
  takeTexts();
  root.classList.toggle('narrow', view.isNarrow);
  wireGrid(view);
  wireChoices(view);
  watch('texts', () => {
    takeTexts();
    drawAll(view);
  });
  watch('value', () => takeValue(view));
  takeValue(view);
  followWidth(root, width => fit(view, width));
};
