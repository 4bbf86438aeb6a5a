import assert from 'node:assert/strict';
import {test} from 'node:test';

import {barOf, rowCells, stepsOf, strongest} from '../../viz/components/machine/model/attention_row.js';
import {drawnKind} from '../../viz/components/machine/model/layout.js';

const QUERY = [1, 2, 0, 1, 3, -1]; // one head, three queries of two components
const KEY = [1, 0, 0, 1, 2, 2];

const softmax = scores => {
  const powers = scores.map(Math.exp);
  const sum = powers.reduce((a, b) => a + b);
  return powers.map(power => power / sum);
};

/** The tensors of an attention whose second row is that of q = [0, 1]: q·k = 0, 1, 2. */
const opened = row => ({
  tensors: [
    {role: 'query', shape: [1, 3, 2], values: Float32Array.from(QUERY)},
    {role: 'key', shape: [1, 3, 2], values: Float32Array.from(KEY)},
    {role: 'attention', shape: [1, 3, 3], values: Float32Array.from([0, 0, 0, ...row, 0, 0, 0])},
  ],
});
const PLACE = {head: 0, row: 1, isScaled: true, isCausal: false};

test('a row is q·k, divided by the root of d_k, and its softmax', () => {
  const weights = softmax([0, 1 / Math.SQRT2, 2 / Math.SQRT2]);
  const {cells, others, changed} = rowCells(opened(weights), PLACE);
  assert.deepEqual(
    cells.map(({dots}) => dots),
    [0, 1, 2],
  );
  assert.deepEqual(
    cells.map(({scaled}) => scaled.toFixed(6)),
    ['0.000000', '0.707107', '1.414214'],
  );
  assert.equal(others, 0);
  assert.equal(changed, false);
  assert.equal(rowCells(opened([1, 0, 0]), PLACE).changed, true);
  assert.equal(rowCells(opened(softmax([0, 1, 2])), {...PLACE, isScaled: false}).changed, false);
});

test('the mask hides later tokens, whose scores are there before it', () => {
  const {cells, changed} = rowCells(opened([...softmax([0, 1 / Math.SQRT2]), 0]), {...PLACE, isCausal: true});
  assert.deepEqual(
    cells.map(({masked, hidden}) => [Number.isFinite(masked), hidden]),
    [
      [true, false],
      [true, false],
      [false, true],
    ],
  );
  assert.equal(cells[2].dots, 2);
  assert.equal(changed, false);
});

test('a long row keeps the largest weights in their order, and counts the others', () => {
  const keys = 40;
  const weights = Array.from({length: keys}, (_, key) => (key === 7 ? 0.61 : 0.01));
  const long = {
    tensors: [
      {role: 'query', shape: [1, 1, 1], values: Float32Array.of(1)},
      {role: 'key', shape: [1, keys, 1], values: new Float32Array(keys)},
      {role: 'attention', shape: [1, 1, keys], values: Float32Array.from(weights)},
    ],
  };
  const {cells, others, rest, changed} = rowCells(long, {...PLACE, row: 0});
  assert.equal(cells.length + others, keys);
  assert.ok(cells.some(({key}) => key === 7) && cells.every(({key}, i) => !i || key > cells[i - 1].key));
  assert.ok(Math.abs(rest - 0.01 * others) < 1e-6);
  assert.equal(changed, true); // equal scores would give equal weights
});

test('bars of both kinds of score have one scale, with zero in the same place', () => {
  const cells = [
    {dots: -2, scaled: -1, masked: -1, softmax: 0.2},
    {dots: 6, scaled: 3, masked: 3, softmax: 0.8},
  ];
  assert.deepEqual(barOf(cells[0], 'dots', cells), {start: 0, width: 0.25});
  assert.deepEqual(barOf(cells[0], 'scaled', cells), {start: 0.125, width: 0.125});
  assert.deepEqual(barOf(cells[1], 'dots', cells), {start: 0.25, width: 0.75});
  assert.deepEqual(barOf(cells[1], 'softmax', cells), {start: 0, width: 0.8});
  assert.deepEqual(barOf({...cells[1], masked: -Infinity}, 'masked', cells), {start: 0, width: 0});
});

test('only what a model does is a step', () => {
  assert.deepEqual(stepsOf({side: 'decoder', name: 'decoder.0.self'}, true), ['dots', 'scaled', 'masked', 'softmax']);
  assert.deepEqual(stepsOf({side: 'decoder', name: 'decoder.0.cross'}, true), ['dots', 'scaled', 'softmax']);
  assert.deepEqual(stepsOf({side: 'encoder', name: 'encoder.0.self'}, false), ['dots', 'softmax']);
});

test('the strongest weight of a row is found among all heads', () => {
  const values = Float32Array.from([0.5, 0.5, 0.9, 0.1, 0.2, 0.8, 0.3, 0.7]); // two heads, two queries, two keys
  const {head, key, weight} = strongest({shape: [2, 2, 2], values}, 0);
  assert.deepEqual([head, key, weight.toFixed(1)], [1, 1, '0.8']);
});

test("in the paper's order a sum has its norm, and no norm stands alone", () => {
  const kinds = ['norm', 'attention', 'add', 'feed_forward', 'softmax'];
  assert.deepEqual(
    kinds.map(kind => drawnKind({kind}, 'paper')),
    [null, 'attention', 'add_norm', 'feed_forward', 'softmax'],
  );
  assert.deepEqual(
    kinds.map(kind => drawnKind({kind}, 'model')),
    kinds,
  );
});
