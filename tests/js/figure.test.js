// A figure's layout and its table of numbers.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {figureCsv, unpackedNumbers} from '../../viz/components/figure/saving.js';
import {merged, prepared, recoloured} from '../../viz/components/figure/layout.js';

const LIGHT = {ink: 'i', soft: 's', rule: 'r', panel: 'p'};
const WORDS = {series: 'series', value: 'value'};

const packed = (values, Kind, dtype, shape) => ({
  dtype,
  bdata: Buffer.from(new Kind(values).buffer).toString('base64'),
  ...(shape ? {shape} : {}),
});

/** Titles without the only markup that these tests have. */
const plain = text => String(text ?? '').replaceAll('<br>', ' ');

test('merged goes into settings and replaces arrays', () => {
  const target = {a: {b: 1, c: 2}, list: [1, 2]};
  assert.deepEqual(merged(target, {a: {c: 3}, list: [7]}), {a: {b: 1, c: 3}, list: [7]});
  assert.deepEqual(target, {a: {b: 1, c: 2}, list: [1, 2]});
});

test('recoloured swaps colours and the beginnings of colours', () => {
  const swaps = {'#0072B2': '#4ea8de', 'rgba(0,114,178,': 'rgba(78,168,222,'};
  assert.equal(recoloured('#0072B2 rgba(0,114,178,0.5) #D55E00', swaps), '#4ea8de rgba(78,168,222,0.5) #D55E00');
  assert.equal(recoloured('#0072B2', {}), '#0072B2');
});

test('prepared takes the colours of its theme and the layout of its width', () => {
  const value = JSON.stringify({
    data: [{c: '#111111', error_y: {}}],
    layout: {height: 300, meta: {narrow: {height: 200}}},
  });
  const wide = prepared(value, {width: 800, dark: false}, LIGHT, {'#111111': '#eeeeee'});
  const narrow = prepared(value, {width: 400, dark: true}, LIGHT, {'#111111': '#eeeeee'});
  assert.deepEqual([wide.layout.height, wide.layout.width, wide.data[0].c], [300, 800, '#111111']);
  assert.deepEqual([narrow.layout.height, narrow.layout.width, narrow.data[0].c], [200, 400, '#eeeeee']);
  assert.equal(wide.layout.template.layout.title.font.color, 'i');
  assert.equal(wide.data[0].error_y.color, 'i');
  assert.equal(wide.layout.autosize, false);
});

test('numbers are unpacked from base64', () => {
  assert.deepEqual(unpackedNumbers(packed([1, 2, 3], Float64Array, 'f8')), [1, 2, 3]);
  assert.deepEqual(unpackedNumbers([7]), [7]);
  assert.deepEqual(unpackedNumbers(null), []);
});

test('lines of one panel are one long table without marks and entries of the legend', () => {
  const layout = {xaxis: {title: {text: 'd<br>k'}}, yaxis: {title: {text: 'variance'}}};
  const data = [
    {mode: 'lines', name: 'one', x: [1, 2], y: [3, 4]},
    {mode: 'markers', name: 'mark', x: [1], y: [3]},
    {mode: 'lines+markers', name: 'entry', x: [null], y: [null]},
  ];
  assert.equal(figureCsv({data, layout}, WORDS, plain), 'series,d k,variance\r\none,1,3\r\none,2,4\r\n');
});

test('the table of bars has what each stands for', () => {
  const data = [
    {
      type: 'bar',
      name: 'en-de',
      x: packed([0, 1], Int8Array, 'i1'),
      y: [10, NaN],
      customdata: [
        ['1–5', 3],
        ['6–10<br>', 50],
      ],
      meta: {columns: ['words', 'sentences']},
    },
  ];
  const layout = {yaxis: {title: {text: 'BLEU'}}};
  assert.equal(
    figureCsv({data, layout}, WORDS, plain),
    'series,words,sentences,BLEU\r\nen-de,1–5,3,10\r\nen-de,6–10 ,50,\r\n',
  );
});
