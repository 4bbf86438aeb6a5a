import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {csvText} from '../../viz/components/shared/text.js';
import {aboutTable, fileName, headInTable, slug} from '../../viz/components/attention_view/files/names.js';
import {headCsv} from '../../viz/components/attention_view/files/provenance.js';
import {tableOf} from '../../viz/components/maths/draw/figures.js';
import {CHOICE, translation} from './translation.js';

// Files of numbers: each line ends, in the way of its format, and each number has its row and column.

const NUMBERS = {
  queries: [' Hu', '=x'],
  keys: [' a', '"b"'],
  values: Float32Array.from([0.123456789, 0.5, NaN, 1e-9]),
  side: 'base',
};

test('every line of a table ends with CR and LF, the last one too', () => {
  assert.equal(
    csvText([
      ['a', 'b,c'],
      [1, -0.5],
    ]),
    'a,"b,c"\r\n1,-0.5\r\n',
  );
  assert.equal(csvText([]), '');
});

test('a head is saved with every digit of float32, each line ended', () => {
  assert.equal(
    headCsv(translation(), CHOICE, {...NUMBERS, exact: true}),
    [
      'kind,layer,head,query,key,query_token,key_token,weight',
      'cross,2,3,1,1, Hu, a,0.123456791',
      'cross,2,3,1,2, Hu,"""b""",0.500000000',
      "cross,2,3,2,1,'=x, a,",
      'cross,2,3,2,2,\'=x,"""b""",9.99999972e-10',
      '',
    ].join('\n'),
  );
});

test('numbers from 8 bits are saved as such, and a difference is named', () => {
  const lines = headCsv(translation(), CHOICE, {...NUMBERS, exact: false, side: 'difference'}).split('\n');
  assert.equal(lines[0].split(',').at(-1), 'weight_difference_quantised_8_bit');
  assert.deepEqual(
    lines.slice(1).map(line => line.split(',').at(-1)),
    ['0.123', '0.500', '', '0.000', undefined].map(one => one ?? ''),
  );
  assert.match(
    headCsv(translation(), {...CHOICE, lens: 'logs'}, {...NUMBERS, exact: false}),
    /logs_quantised_8_bit\n.*,0\.1235\n/,
  );
});

test('a matrix of a lab is a table with the names of its rows and columns', () => {
  const values = [
    [1, 2, 3],
    [4, 5, 6],
  ];
  const named = {kind: 'matrix', rowTitle: 'query', columnTitle: 'key', values};
  assert.deepEqual(tableOf({...named, rows: ['a', 'b'], columns: ['x', 'y', 'z']}), [
    ['query / key', 'x', 'y', 'z'],
    ['a', 1, 2, 3],
    ['b', 4, 5, 6],
  ]);
  assert.deepEqual(tableOf(named), [
    ['query / key', 0, 1, 2],
    [0, 1, 2, 3],
    [1, 4, 5, 6],
  ]);
});

test('a chart and bars of a lab are tables with a column for what they show', () => {
  const x = {label: 'step'};
  const y = {label: 'loss'};
  assert.deepEqual(
    tableOf({
      kind: 'chart',
      x,
      y,
      series: [
        {name: 'a', x: [1, 2], y: [3, 4]},
        {name: 'b', x: [5], y: [6]},
      ],
    }),
    [
      ['series', 'step', 'loss'],
      ['a', 1, 3],
      ['a', 2, 4],
      ['b', 5, 6],
    ],
  );
  assert.deepEqual(
    tableOf({
      kind: 'bars',
      x,
      y,
      labels: ['p', 'q'],
      series: [
        {name: '', values: [1, 2]},
        {name: 'c', values: [3, 4]},
      ],
    }),
    [
      ['step', 'loss', 'c'],
      ['p', 1, 3],
      ['q', 2, 4],
    ],
  );
});

const LINES = {...CHOICE, view: 'lines', side: 'base', specials: true};
const PACKED = translation({checkpoint: 'en-de', source: 'A brown dog.'});

test('a slug holds letters and digits, and is bounded in bytes', () => {
  const cases = JSON.parse(readFileSync('tests/slugs.json', 'utf8'));
  for (const [text, most, expected] of cases) assert.equal(slug(text, most), expected);
});

test('a file says model, kind, head and sentence', () => {
  assert.equal(fileName(PACKED, LINES), 'en-de_cross_L2H3_a-brown-dog');
  assert.equal(fileName(PACKED, LINES, {all: true, picture: true}), 'en-de_heads_a-brown-dog');
  assert.equal(
    fileName(
      PACKED,
      {...LINES, lens: 'norms', view: 'matrix', words: true, specials: false, side: 'both'},
      {picture: true, changed: true},
    ),
    'en-de_cross_L2H3_norms_matrix_words_nospecials_both_a-brown-dog',
  );
  assert.equal(
    fileName(PACKED, {...LINES, combine: 'mean', heads: ['cross.0.0', 'encoder.0.0']}),
    'en-de_cross_L2H3-L1H1_mean_a-brown-dog',
  );
});

test('a file without model or letters is named all the same', () =>
  assert.equal(fileName({...PACKED, checkpoint: '', source: '🙂'}, LINES), 'attention_cross_L2H3'));

test('the longest name has at most 80 characters', () => {
  const heads = Array.from({length: 90}, (_, i) => `decoder.${i}.99`);
  const long = 'abcdefghij '.repeat(40);
  const choice = {
    ...LINES,
    kind: 'decoder',
    layer: 99,
    head: 98,
    heads,
    combine: 'max',
    lens: 'a'.repeat(30),
    view: 'matrix',
    words: true,
    specials: false,
    side: 'difference',
  };
  const name = fileName({...PACKED, checkpoint: long, source: long}, choice, {picture: true, changed: true});
  assert.ok(name.length + '.svg'.length <= 80, name);
});

test('a file says its side as the server does', () => {
  const of = (side, picture) => fileName(PACKED, {...LINES, side}, {changed: true, picture}).split('_')[3];
  assert.deepEqual(
    ['base', 'variant', 'both', 'difference'].map(side => of(side, false)),
    ['base', 'changed', 'base', 'difference'],
  );
  assert.equal(of('both', true), 'both');
  assert.equal(aboutTable(PACKED, {...LINES, side: 'both'}, true).side, 'base');
});

test('numbers of all heads or layers together are not those of one head', () => {
  const seen = shape =>
    translation({checkpoint: 'en-de', source: '', lensValues: new Map([['norms', {kinds: {cross: {shape}}}]])});
  const choice = {...LINES, lens: 'norms'};
  const [layers, heads] = [seen([1, 1, 5, 6]), seen([2, 1, 5, 6])];
  assert.deepEqual(
    [layers, heads].map(packed => fileName(packed, choice)),
    ['en-de_cross_all_norms', 'en-de_cross_L2_norms'],
  );
  assert.deepEqual(
    [layers, heads, PACKED].map(packed => Object.values(headInTable(packed, choice))),
    [
      ['all', 'all'],
      [2, 'all'],
      [2, 3],
    ],
  );
  assert.deepEqual(headInTable(PACKED, {...LINES, combine: 'mean', heads: ['cross.1.0']}), {layer: 2, head: 'mean'});
  assert.deepEqual(headInTable(PACKED, {...LINES, combine: 'max', heads: ['cross.0.0']}), {layer: 'max', head: 'max'});
  assert.equal(aboutTable(layers, choice, false).heads, null);
});

test('a table says what its rows are', () => {
  assert.deepEqual(aboutTable(PACKED, {...LINES, rows: 'read'}, false), {rows: 'read', heads: 'c.2.3'});
  assert.equal(aboutTable(PACKED, {...LINES, kind: 'encoder'}, false).rows, 'source');
  assert.equal(aboutTable(PACKED, {...LINES, combine: 'mean', heads: ['cross.0.0']}, false).heads, 'c.2.3,c.1.1');
});
