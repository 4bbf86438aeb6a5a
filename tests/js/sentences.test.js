// The table of sentences: orders, filters, words that differ, and the rows in sight.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {piecesOf, segmentsOf} from '../../viz/components/evaluation/differing.js';
import {
  heightOf,
  linesFor,
  movedPosition,
  positionAt,
  scrolledTo,
  topOf,
  wholeHeight,
  windowOf,
} from '../../viz/components/evaluation/place.js';
import {
  columnsOf,
  countText,
  flagCounts,
  haystackOf,
  ordered,
  passing,
  rowsOf,
  sheetOf,
} from '../../viz/components/evaluation/rows.js';

const answers = (translation, chrf, loss, flags, unmeasured = []) => ({
  translation,
  chrf,
  bleu: chrf,
  ter: chrf,
  loss,
  logProb: null,
  exact: chrf.map(value => value === 100),
  flags,
  unmeasured,
});

const DATA = {
  id: 'a',
  set: 'made',
  language: 'de',
  systems: ['one', 'two'],
  rows: {
    number: [1, 2, 3, 4],
    source: ['b 10', 'a', 'b 9', 'Ä'],
    reference: [['R'], ['x', 'y'], ['z'], ['Z']],
    own: null,
    answers: [
      answers(['eins', 'zwei', 'drei', 'vier'], [50, 100, 10, 50], [1, null, 3, 2], [['omission'], [], ['name'], []]),
      answers(['Eins', 'zwo', 'drei', 'vier'], [60, 20, 10, 40], null, [['omission'], [], [], ['number']]),
    ],
  },
  flags: ['omission', 'number', 'name'],
  shown: ['omission', 'number'],
  buckets: {length: [{label: '1–5', rows: [3, 1]}]},
};

const order = (by, descending = false) => [...ordered(DATA, {by, descending})];
const OPEN = {text: '', flags: [], uncertain: false, bucket: null};
const passed = filters => [
  ...passing(DATA, ordered(DATA, {by: 'number', descending: false}), {...OPEN, ...filters}, () => haystackOf(DATA)),
];

test('columns leave out what a file lacks and what one system lacks', () => {
  const keys = columnsOf(DATA).map(({key}) => key);
  assert.deepEqual(keys.slice(3), [
    ...['translation.0', 'translation.1', 'chrf.0', 'chrf.1', 'difference', 'loss.0', 'flags'],
  ]);
  const single = {...DATA, systems: ['two'], rows: {...DATA.rows, answers: [DATA.rows.answers[1]]}};
  assert.deepEqual(
    columnsOf(single).map(({key}) => key),
    ['number', 'source', 'reference', 'translation.0', 'chrf.0', 'flags'],
  );
});

test('numbers sort both ways, equal ones in the order of the file', () => {
  assert.deepEqual(order('chrf.0'), [2, 0, 3, 1]);
  assert.deepEqual(order('chrf.0', true), [1, 0, 3, 2]);
  assert.deepEqual(order('difference'), [1, 3, 2, 0]);
});

test('unknown numbers come last in both directions', () => {
  assert.deepEqual(order('loss.0'), [0, 3, 2, 1]);
  assert.deepEqual(order('loss.0', true), [2, 3, 0, 1]);
});

test('texts sort as the language does, numbers in them by value', () => {
  assert.deepEqual(order('source'), [1, 3, 2, 0]);
  assert.deepEqual(order('translation.0'), [2, 0, 3, 1]);
});

test('quick orders', () => {
  assert.deepEqual(order('worst'), [2, 3, 0, 1]);
  assert.deepEqual(order('different', true), [1, 0, 3, 2]);
  assert.deepEqual(order('flags', true), [0, 3, 1, 2]); // "name" is not shown
});

test('filters combine', () => {
  assert.deepEqual(passed({}), [0, 1, 2, 3]);
  assert.deepEqual(passed({text: '  EINS r '}), [0]);
  assert.deepEqual(passed({text: 'y'}), [1]); // in the second reference
  assert.deepEqual(passed({flags: ['omission', 'number']}), [0, 3]);
  assert.deepEqual(passed({flags: ['name']}), []);
  assert.deepEqual(passed({flags: ['name'], uncertain: true}), [2]);
  assert.deepEqual(passed({bucket: {by: 'length', label: '1–5'}}), [1, 3]);
  assert.deepEqual(passed({bucket: {by: 'length', label: '1–5'}, flags: ['number']}), [3]);
});

test('a search reads the texts only once something is searched', () => {
  const rows = ordered(DATA, {by: 'number', descending: false});
  assert.equal(passing(DATA, rows, OPEN, () => assert.fail()).length, 4);
});

test('a language code that the browser does not know sorts as the page does', () => {
  for (const language of ['zh_CN', 'de (Austria)', ''])
    assert.deepEqual([...ordered({...DATA, language}, {by: 'source', descending: false})], [1, 3, 2, 0]);
});

test('an unknown bucket has no rows', () => {
  assert.equal(rowsOf(DATA, {by: 'length', label: 'x'}), null);
  assert.equal(rowsOf(DATA, {by: 'x', label: 'x'}), null);
});

test('a flag is counted for each system', () => {
  assert.deepEqual(flagCounts(DATA, false), [
    ['omission', [1, 1]],
    ['number', [0, 1]],
  ]);
  assert.equal(flagCounts(DATA, true).length, 3);
});

/** @param {string[][]} flags of each system, in the first row */
const withFile = (...flags) => ({
  ...DATA,
  rows: {
    ...DATA.rows,
    answers: flags.map((names, system) =>
      answers(['a'], [50], null, [names], system === flags.length - 1 ? ['omission'] : []),
    ),
  },
});

test('a flag that a file of translations cannot have is not counted as none', () => {
  assert.deepEqual(
    [0, 7].map(count => countText(withFile([], []), 'omission', 1, count)),
    ['–', '≥ 7'],
  );
  assert.equal(countText(withFile([], []), 'omission', 0, 0), '0');
  assert.equal(countText(withFile([], []), 'number', 1, 0), '0');
});

test('a flag that was not measured is listed without a sentence that has it', () => {
  assert.deepEqual(flagCounts(withFile([]), false), [['omission', [0]]]);
  assert.deepEqual(flagCounts(withFile(['number'], []), false), [
    ['number', [1, 0]],
    ['omission', [0, 0]],
  ]);
});

test('a flag that was not measured is an empty cell', () => {
  const data = withFile([], ['number']);
  const [head, row] = sheetOf({...data, systems: ['one', 'file']}, [0]);
  const cells = Object.fromEntries(head.map((name, place) => [name, row[place]]));
  assert.deepEqual(
    ['one: flag omission', 'file: flag omission', 'file: flag number', 'file: flag name'].map(name => cells[name]),
    ['false', '', 'true', 'false'],
  );
});

test('the sheet has all references and every value of the rows', () => {
  const [head, row] = sheetOf(DATA, [1]);
  assert.deepEqual(head.slice(0, 5), ['number', 'source', 'reference', 'reference 2', 'one: translation']);
  assert.deepEqual(row, [
    ...[2, 'a', 'x', 'y', 'zwei', 100, 100, 100, '', '', 'true', 'false', 'false', 'false'],
    ...['zwo', 20, 20, 20, '', '', 'false', 'false', 'false', 'false'],
  ]);
});

const shown = (text, ...others) =>
  segmentsOf(text, others)
    .map(({text, differs}) => (differs ? `[${text}]` : text))
    .join('');

test('pieces join to the text', () => {
  for (const text of ['', '  a  b ', 'don’t 3,5', '😀👩‍👧a\u0301', '我爱 NLP。', '\ud83d', '<b>&amp;</b>'])
    assert.equal(piecesOf(text).join(''), text);
  assert.deepEqual(piecesOf('👩‍👧x'), ['👩‍👧', 'x']);
  assert.deepEqual(piecesOf('𠜎我a'), ['𠜎', '我', 'a']);
});

test('differing words are marked with the blanks between them', () => {
  assert.equal(shown('the cat sat down', 'the dog sat down'), 'the [cat] sat down');
  assert.equal(shown('the old cat sat', 'the dog sat'), 'the [old cat] sat');
  assert.equal(shown('a b c', 'a x b c'), 'a b c');
  assert.equal(shown('b a', 'a b'), '[b] a');
  assert.equal(shown('我爱猫', '我爱狗'), '我爱[猫]');
  assert.equal(shown('a 😀', 'a 😃'), 'a [😀]');
  assert.equal(shown('a', ''), '[a]');
});

test('a word is marked only if it differs from all references', () => {
  assert.equal(shown('a red cat', 'a cat', 'a red dog'), 'a red cat');
  assert.equal(shown('a blue cat', 'a cat', 'a red cat'), 'a [blue] cat');
  assert.equal(shown('a'), 'a');
});

test('very long texts are compared without their order', () => {
  const words = Array.from({length: 700}, (_, i) => `w${i}`);
  const [first, ...rest] = words;
  assert.equal(shown(['x', ...words].join(' '), [...rest, first].join(' ')).startsWith('[x] w0 w1'), true);
});

const SIZES = {count: 20000, row: 70, open: -1, detail: 0};
const OPENED = {count: 10, row: 70, open: 2, detail: 200};

test('only rows in sight are drawn', () => {
  assert.deepEqual(windowOf(SIZES, 0, 600), {first: 0, end: 15});
  assert.deepEqual(windowOf(SIZES, 700_000, 600), {first: 9994, end: 10015});
  assert.deepEqual(windowOf(SIZES, 1e9, 600), {first: 19993, end: 20000});
  assert.deepEqual(windowOf({...SIZES, count: 0}, 0, 600), {first: 0, end: 0});
});

test('a detail moves the rows below it', () => {
  assert.deepEqual([topOf(OPENED, 2), topOf(OPENED, 3), wholeHeight(OPENED)], [140, 410, 900]);
  assert.deepEqual([heightOf(OPENED, 2), heightOf(OPENED, 3)], [270, 70]);
  assert.deepEqual(
    [139, 140, 300, 409, 410, 5000].map(y => positionAt(OPENED, y)),
    [1, 2, 2, 2, 3, 9],
  );
});

test('scrolling shows a whole row, its upper edge if it is too high', () => {
  assert.equal(scrolledTo(OPENED, 0, 500, 300), 0);
  assert.equal(scrolledTo(OPENED, 2, 0, 300), 110);
  assert.equal(scrolledTo(OPENED, 2, 0, 100), 140);
  assert.equal(scrolledTo(OPENED, 1, 0, 300), 0);
});

test('keys move within the rows', () => {
  const moved = key => movedPosition(key, 5, 10, 8);
  assert.deepEqual(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', 'a'].map(moved), [
    ...[4, 6, 0, 9, 0, 9, null],
  ]);
});

test('a row has the lines that nearly all texts of each column need, and never more than the most', () => {
  const short = Array(99).fill(20);
  assert.equal(linesFor([[...short, 500]], 25, 3), 1);
  assert.equal(linesFor([[...short, ...Array(10).fill(45)]], 25, 3), 2);
  assert.equal(linesFor([short, [...short, ...Array(10).fill(500)]], 25, 3), 3);
  assert.equal(linesFor([[], []], 25, 3), 1);
});
