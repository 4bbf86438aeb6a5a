// Files of numbers: each line ends, in the way of its format, and each number has its row and column.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {headCsv} from '../../viz/components/attention_view/files/provenance.js';
import {tableOf} from '../../viz/components/maths/draw/figures.js';
import {csvText} from '../../viz/components/shared/text.js';
import {CHOICE, translation} from './translation.js';

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
