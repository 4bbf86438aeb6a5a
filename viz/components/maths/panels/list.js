// The list of labs: eight to start with, the other groups folded; a search reads the words of every lab in every
// language.

import {make} from '../../shared/elements.js';
import {say} from '../../shared/text.js';

/** @import {Bench, Lab} from '../types.js' */

// One lab for each part of the paper, in its order: 3.2.1, 3.2.2, 3.2.3, 3.3, 3.5, 5.3 and 6.1.
const START = [
  ...['one_row', 'softmax', 'several_heads', 'masks'],
  ...['feed_forward', 'positional', 'schedule', 'beam_search'],
];
/** @type {Lab['group'][]} */
const GROUPS = ['attention', 'positions', 'layer', 'training', 'data', 'cost', 'mistakes'];

/** @param {Lab} lab */
const groupOf = ({name, group}) => (START.includes(name) ? 'start' : group);

/**
 * The labs as they are listed: those to start with, then the groups in the order of the paper.
 * @param {Lab[]} labs
 */
export const ordered = labs => {
  /** @param {Lab} lab */
  const place = ({name, group, order}) => [
    START.includes(name) ? START.indexOf(name) - START.length : GROUPS.indexOf(group),
    order,
  ];
  return [...labs].sort((a, b) => {
    const [[groupA, orderA], [groupB, orderB]] = [place(a), place(b)];
    return groupA - groupB || orderA - orderB || (a.name < b.name ? -1 : 1);
  });
};

// Search

/** @param {string} text */
const folded = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** What a search reads besides the title: not the words inside of figures. */
const READ = /\.(?:title|question|intro|look|[^.]+\.label|[^.]+\.info)$/;

/**
 * The words of a lab in the language of the page, without formulas.
 * @param {Bench} bench
 * @param {Lab} lab
 */
const ownWords = ({texts}, {name}) =>
  Object.entries(texts)
    .filter(([key]) => key.startsWith(`${name}.`) && READ.test(key))
    .map(([, words]) => words.replace(/<math[\s\S]*?<\/math>/g, ' '))
    .join('\n');

/**
 * Whether a text has a word that begins so; Chinese is written without blanks between words.
 * @param {string} text
 * @param {string} word
 */
const hasWord = (text, word) => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[a-z0-9]/.test(text[at - 1] ?? ' ') || !/[a-z0-9]/.test(word[0])) return true;
  return false;
};

/**
 * How well a lab fits a search: 0 by its title, 1 by its question or group, 2 by these words in a row, 3 by words
 * anywhere; -1 if it does not.
 * @param {{title: string, about: string, words: string}} lab its words, folded
 * @param {string} search
 */
export const fit = ({title, about, words}, search) => {
  const wanted = folded(search).trim().split(/\s+/);
  if (wanted.every(word => title.includes(word))) return 0;
  if (wanted.every(word => `${title} ${about}`.includes(word))) return 1;
  if (hasWord(words, wanted.join(' '))) return 2;
  return wanted.every(word => hasWord(words, word)) ? 3 : -1;
};

/**
 * The labs that a search finds, titles first.
 * @param {Bench} bench
 * @param {string} search
 */
const found = (bench, search) => {
  const {labs, texts, words} = bench;
  const ranked = labs.map(lab => {
    const {name, group, section} = lab;
    const about = [say(texts, `${name}.question`), say(texts, `group.${group}`), section, name].join(' ');
    const all = `${ownWords(bench, lab)}\n${words?.[name] ?? ''}`;
    const read = {title: folded(say(texts, `${name}.title`)), about: folded(about), words: folded(all)};
    return {lab, rank: fit(read, search)};
  });
  return ranked
    .filter(({rank}) => rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({lab}) => lab);
};

/**
 * Ask once for the words of all languages: a search reads them, nothing else does.
 * @param {Bench} bench
 */
export const fetchWords = async bench => {
  if (bench.words || !bench.server?.lab_words) return;
  bench.words = {};
  try {
    bench.words = (await bench.server.lab_words({}))?.words ?? {};
    if (bench.part('filter').value.trim()) drawList(bench);
  } catch (error) {
    console.error(error); // the search has the words of the page's own language
    bench.words = null;
  }
};

// Drawing

/**
 * @param {Bench} bench
 * @param {Lab[]} labs
 */
const drawLabs = ({texts, lab: open}, labs) =>
  make(
    'ul',
    {},
    ...labs.map(lab =>
      make(
        'li',
        {},
        make(
          'button',
          {type: 'button', 'data-lab': lab.name, 'aria-current': lab === open},
          say(texts, `${lab.name}.title`),
        ),
      ),
    ),
  );

/**
 * A group with its labs; the first one is a section, the others fold.
 * @param {Bench} bench
 * @param {string} group
 */
const drawGroup = (bench, group) => {
  const {labs, texts, part, lab: open} = bench;
  const own = labs.filter(lab => groupOf(lab) === group);
  if (!own.length) return [];
  const title = say(texts, `group.${group}`);
  if (group === 'start') return [make('section', {'data-group': group}, make('h2', {}, title), drawLabs(bench, own))];
  const isOpen = part('list').querySelector(`[data-group=${group}]`)?.open || own.includes(open);
  return [
    make(
      'details',
      {'data-group': group, open: isOpen ? '' : null},
      make('summary', {}, make('span', {}, title), ' ', make('small', {}, own.length)),
      drawLabs(bench, own),
    ),
  ];
};

/**
 * Draw the groups, or what the search finds.
 * @param {Bench} bench
 */
export const drawList = bench => {
  const {part} = bench;
  const search = part('filter').value;
  const labs = search.trim() ? found(bench, search) : bench.labs;
  part('list').replaceChildren(
    ...(search.trim() ? [drawLabs(bench, labs)] : ['start', ...GROUPS].flatMap(group => drawGroup(bench, group))),
  );
  part('none').hidden = labs.length > 0;
};

/**
 * Scroll the list, and only the list, until the lab that is open is in sight.
 * @param {HTMLElement} list
 */
const showCurrent = list => {
  const current = list.querySelector('[aria-current=true]');
  if (!current || list.scrollHeight <= list.clientHeight) return;
  const {top, bottom} = current.getBoundingClientRect();
  const room = list.getBoundingClientRect();
  const margin = (bottom - top) * 2;
  if (top < room.top) list.scrollTop -= room.top - top + margin;
  else if (bottom > room.bottom - margin) list.scrollTop += bottom - room.bottom + margin; // its end is faded
};

/**
 * Mark the lab that is open, in its open group, and bring it into sight.
 * @param {Bench} bench
 */
export const markOpen = ({lab, part}) => {
  for (const button of part('list').querySelectorAll('button')) {
    const isOpen = button.dataset.lab === lab.name;
    button.setAttribute('aria-current', String(isOpen));
    const group = isOpen && button.closest('details');
    if (group) group.open = true;
  }
  showCurrent(part('nav'));
};
