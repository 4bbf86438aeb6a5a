// Drawing of the table: only the rows in sight are in the page. Texts are text nodes, never markup.

import {writeTexts, make, withKeys, write} from '../shared/elements.js';
import {labelled, listed} from '../shared/locale.js';
import {minus, signedText} from '../shared/numbers.js';
import {say} from '../shared/text.js';
import {segmentsOf} from './differing.js';
import {heightOf, linesFor, topOf, wholeHeight, windowOf} from './place.js';
import {differenceOf, flagsOf, letter} from './rows.js';

/** @import {Column, Sentences, View} from './types.js' */

const LINE = 20; // pixels of a line of text, as in the style
const LETTER = 7.5; // pixels, about, of a letter; a wide character takes two
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const LINES = [0, 2, 3]; // of a text in a row at most, by the number of systems
const CARD_LINES = 2;
const WIDE_PADDING = 13; // with the rule below
const CARD_PADDING = 25;
const CARD_GAP = 4;
const COLUMN_GAP = 12;
const NUMBER = 56; // pixels of a column of numbers
/** @type {Record<string, string>} of columns, by name or kind */
const WIDTHS = {text: 'minmax(0, 1fr)', number: `${NUMBER}px`, flags: '112px'};

/** @param {View} view */
export const packed = view => /** @type {Sentences} */ (view.data);

/**
 * The heading of a column: those of a system have its letter, its translations its name.
 * @param {View} view
 * @param {Column} column
 */
export const headingOf = (view, {name, system}) => {
  const {systems} = packed(view);
  const words = say(view.texts, `column.${name}`);
  if (system < 0) return words;
  if (name === 'translation') return systems.length > 1 ? `${letter(system)} ${systems[system]}` : systems[system];
  return systems.length > 1 ? `${words} ${letter(system)}` : words;
};

/**
 * The lines of a text in a row: as many as nearly all need, up to a limit; with more columns it is higher.
 * @param {View} view
 */
const linesOf = view => {
  if (view.isNarrow) return CARD_LINES;
  const {rows, systems} = packed(view);
  const columns = view.columns.filter(({kind}) => kind === 'text').length;
  const taken = 2 * COLUMN_GAP + (view.columns.length - columns) * (NUMBER + COLUMN_GAP);
  const letters = ((view.width - taken) / columns - COLUMN_GAP) / LETTER;
  view.lengths ??= [
    ...rows.source.map(lengthOf),
    ...rows.reference.map(([text = '']) => lengthOf(text)),
    ...rows.answers.flatMap(({translation}) => translation.map(lengthOf)),
  ];
  const flags = rows.source.map((_, index) => letters * flagsOf(packed(view), index, view.choice.uncertain).length);
  return linesFor([view.lengths, flags], letters, LINES[systems.length]);
};

/** @param {string} text */
const lengthOf = text => text.length + (text.match(WIDE)?.length ?? 0);

/** @param {View} view */
const rowHeight = view => {
  const {columns, isNarrow} = view;
  if (!isNarrow) return linesOf(view) * LINE + WIDE_PADDING;
  const texts = columns.filter(({kind}) => kind === 'text').length;
  const lines = 1 + Number(columns.some(({name}) => name === 'flags'));
  return CARD_PADDING + texts * (CARD_LINES * LINE + CARD_GAP) + lines * LINE + CARD_GAP;
};

/**
 * A text with the words marked that differ from others.
 * @param {string} text
 * @param {string[]} others
 */
const marked = (text, others) =>
  segmentsOf(text, others).map(segment => (segment.differs ? make('mark', {}, segment.text) : segment.text));

/**
 * A translation of a row, with the words marked that the visitor asks for.
 * @param {View} view
 * @param {number} index
 * @param {number} system
 * @returns {(Node | string)[]}
 */
const translationOf = (view, index, system) => {
  const {answers, reference} = packed(view).rows;
  const text = answers[system].translation[index];
  if (!text.trim()) return [make('i', {class: 'gf-sentences-blank'}, say(view.texts, 'blank.translation'))];
  const others = {
    systems: answers.filter((_, other) => other !== system).map(({translation}) => translation[index]),
    reference: reference[index],
    none: [],
  };
  return marked(text, others[view.choice.marks]);
};

/**
 * The flags of a row in words; of two systems, with the letters of those that have it.
 * @param {View} view
 * @param {number} index
 */
const flagNodes = (view, index) => {
  const data = packed(view);
  const {answers} = data.rows;
  return flagsOf(data, index, view.choice.uncertain).map(flag => {
    const whose = answers.flatMap(({flags}, system) => (flags[index].includes(flag) ? [letter(system)] : []));
    const words = say(view.texts, `flag.${flag}`);
    return make('span', {class: 'gf-sentences-flag'}, answers.length > 1 ? labelled(listed(whose), words) : words);
  });
};

/**
 * The content of a cell.
 * @param {View} view
 * @param {Column} column
 * @param {number} index
 * @returns {(Node | string)[]}
 */
const contentOf = (view, {name, system}, index) => {
  const {rows} = packed(view);
  const answer = rows.answers[system];
  switch (name) {
    case 'number':
      return [String(rows.number[index])];
    case 'source':
      return [rows.source[index]];
    case 'reference':
      return [rows.reference[index][0] ?? ''];
    case 'translation':
      return translationOf(view, index, system);
    case 'difference':
      return [signedText(differenceOf(packed(view), index), 1)];
    case 'flags':
      return flagNodes(view, index);
    case 'chrf':
      return [minus(answer.chrf[index], 1)];
    default: {
      const loss = answer.loss?.[index] ?? null;
      return [loss === null ? '–' : minus(loss, 2)];
    }
  }
};

/**
 * Which way a difference goes, for its colour; the sign says it too.
 * @param {View} view
 * @param {number} index
 */
const toneOf = (view, index) => {
  const by = differenceOf(packed(view), index);
  if (Math.abs(by) < 0.05) return null;
  return by > 0 ? 'better' : 'worse';
};

/**
 * @param {View} view
 * @param {Column} column
 * @param {number} index
 */
const drawCell = (view, column, index) => {
  const {name, kind} = column;
  const isText = kind === 'text';
  const label = view.isNarrow && name !== 'number' && name !== 'flags' ? headingOf(view, column) : null;
  return make(
    'div',
    {
      role: 'gridcell',
      'data-column': name,
      'data-tone': name === 'difference' ? toneOf(view, index) : null,
      class: isText ? 'gf-sentences-text' : null,
    },
    ...(label ? [make('span', {class: 'gf-sentences-label'}, label), ' '] : []),
    ...(isText
      ? [make('span', {dir: 'auto', lang: languageOf(view, name)}, ...contentOf(view, column, index))]
      : contentOf(view, column, index)),
  );
};

/**
 * @param {View} view
 * @param {string} name of a column
 */
const languageOf = (view, name) => (name === 'source' ? null : packed(view).language || null);

/**
 * @param {string} term
 * @param {(Node | string)[]} content
 * @param {string | null} lang
 */
const entry = (term, content, lang) =>
  make('div', {}, make('dt', {}, term), make('dd', {dir: 'auto', lang}, ...content));

/**
 * The scores of one translation in a line.
 * @param {View} view
 * @param {number} index
 * @param {number} system
 */
const scoresText = (view, index, system) => {
  const {chrf, bleu, ter, loss, logProb, exact} = packed(view).rows.answers[system];
  /** @param {string} name */
  const word = name => say(view.texts, `column.${name}`);
  /** @type {[string, (number | null)[] | null][]} */
  const nats = [
    ['loss', loss],
    ['logProb', logProb],
  ];
  return [
    `${word('chrf')} ${minus(chrf[index], 1)}`,
    `${word('bleu')} ${minus(bleu[index], 1)}`,
    `${word('ter')} ${minus(ter[index], 1)}`,
    ...nats.flatMap(([name, values]) => {
      const value = values?.[index] ?? null;
      return value === null ? [] : [`${word(name)} ${minus(value, 2)}`];
    }),
    ...(exact[index] ? [word('exact')] : []),
  ].join(' · ');
};

/**
 * All of a row, and the way to the explorer.
 * @param {View} view
 * @param {number} index
 */
const drawDetail = (view, index) => {
  const {rows, systems, language} = packed(view);
  const lang = language || null;
  const translations = systems.flatMap((_, system) => {
    const heading = headingOf(view, {key: '', name: 'translation', system, kind: 'text'});
    const scores = make('span', {class: 'gf-sentences-scores'}, scoresText(view, index, system));
    return [entry(heading, [make('span', {}, ...translationOf(view, index, system)), scores], lang)];
  });
  return make(
    'div',
    {role: 'gridcell', class: 'gf-sentences-detail'},
    make(
      'dl',
      {},
      entry(say(view.texts, 'column.source'), [rows.source[index]], null),
      ...rows.reference[index].map((text, place) =>
        entry(say(view.texts, 'column.reference') + (place ? ` ${place + 1}` : ''), [text], lang),
      ),
      ...translations,
      ...(rows.own ? [entry(say(view.texts, 'column.own'), [rows.own[index]], null)] : []),
    ),
    make(
      'div',
      {class: 'gf-sentences-actions'},
      make('button', {type: 'button', class: 'gf-sentences-go', 'data-do': 'open'}, say(view.texts, 'open')),
      make('button', {type: 'button', class: 'gf-sentences-chip', 'data-do': 'close'}, say(view.texts, 'close')),
    ),
  );
};

/**
 * @param {View} view
 * @param {number} position
 */
const drawRow = (view, position) => {
  const index = view.rows[position];
  const isOpen = position === view.sizes.open;
  return make(
    'div',
    {
      role: 'row',
      id: `gf-sentence-${index}`,
      class: isOpen ? 'gf-sentences-row open' : 'gf-sentences-row',
      'aria-rowindex': position + 2,
      'data-position': position,
    },
    ...view.columns.map(column => drawCell(view, column, index)),
    ...(isOpen ? [drawDetail(view, index)] : []),
  );
};

/**
 * Change a style, unless it is so: while the table scrolls most rows stay as they are.
 * @param {HTMLElement} node
 * @param {'transform' | 'height'} name
 * @param {string} value
 */
const restyle = ({style}, name, value) => {
  if (style[name] !== value) style[name] = value;
};

/**
 * Draw the rows in sight and remove the others; a row that stays keeps its element.
 * @param {View} view
 */
export const drawWindow = view => {
  const grid = view.part('grid');
  const body = view.part('rows');
  restyle(body, 'height', `${wholeHeight(view.sizes)}px`); // the table is as high as its rows, up to a limit
  const {first, end} = windowOf(view.sizes, view.choice.top, grid.clientHeight);
  for (const [position, row] of view.drawn)
    if (position < first || position >= end) {
      if (row.contains(document.activeElement)) grid.focus({preventScroll: true});
      row.remove();
      view.drawn.delete(position);
    }
  let next = body.firstElementChild;
  for (let position = first; position < end; position++) {
    const row = view.drawn.get(position) ?? drawRow(view, position);
    if (row === next) next = next.nextElementSibling;
    else body.insertBefore(row, next);
    view.drawn.set(position, row);
  }
  measureDetail(view);
  for (const [position, row] of view.drawn) {
    restyle(row, 'transform', `translateY(${topOf(view.sizes, position)}px)`);
    restyle(row, 'height', `${heightOf(view.sizes, position)}px`);
  }
  restyle(body, 'height', `${wholeHeight(view.sizes)}px`);
  markActive(view);
};

/**
 * Take from the page how much higher the open row is than others; an open card is without its short texts.
 * @param {View} view
 */
const measureDetail = ({drawn, sizes, isNarrow}) => {
  /** @type {HTMLElement | null | undefined} */
  const detail = drawn.get(sizes.open)?.querySelector('.gf-sentences-detail');
  if (detail) sizes.detail = detail.offsetTop + detail.offsetHeight + (isNarrow ? CARD_PADDING / 2 : 1) - sizes.row;
};

/**
 * Mark the row under the keyboard; a row out of sight is not in the page.
 * @param {View} view
 */
export const markActive = ({drawn, active, rows, part}) => {
  for (const [position, row] of drawn) {
    const selected = String(position === active);
    if (row.getAttribute('aria-selected') !== selected) row.setAttribute('aria-selected', selected);
  }
  const grid = part('grid');
  if (drawn.has(active)) grid.setAttribute('aria-activedescendant', `gf-sentence-${rows[active]}`);
  else grid.removeAttribute('aria-activedescendant');
};

/** @param {View} view */
export const drawHead = view => {
  const {order} = view.choice;
  const headings = view.columns.map(column => {
    const isSorted = order.by === column.key;
    const hint = `column.${column.name}.hint`;
    const direction = order.descending ? 'descending' : 'ascending';
    return make(
      'div',
      {role: 'columnheader', 'data-column': column.name, 'aria-sort': isSorted ? direction : 'none'},
      make(
        'button',
        {type: 'button', 'data-sort': column.key, title: hint in view.texts ? say(view.texts, hint) : null},
        headingOf(view, column),
      ),
    );
  });
  view.part('head').replaceChildren(...headings);
};

/**
 * Draw all rows anew, as after another order or filter.
 * @param {View} view
 */
export const drawRows = view => {
  const grid = view.part('grid');
  grid.hidden = !view.rows.length;
  view.sizes.row = rowHeight(view);
  for (const row of view.drawn.values()) row.remove();
  view.drawn.clear();
  const columns = view.columns.map(({name, kind}) => WIDTHS[name] ?? WIDTHS[kind]);
  grid.style.setProperty('--columns', columns.join(' '));
  grid.style.setProperty('--lines', String(linesOf(view)));
  grid.style.setProperty('--row', `${view.sizes.row}px`);
  grid.setAttribute('aria-rowcount', view.rows.length + 1);
  grid.setAttribute('aria-colcount', view.columns.length);
  view.part('none').hidden = view.rows.length > 0;
  view.part('hint').hidden = !view.rows.length;
  drawWindow(view);
};

/** @param {View} view */
export const drawWords = view => {
  writeTexts(view.root, view.texts);
  view.part('search').placeholder = say(view.texts, 'search.hint');
  view.part('hint').replaceChildren(...withKeys(view.texts, view.isNarrow ? 'card.hint' : 'hint'));
  write(view.part('empty'), say(view.texts, view.note));
};
