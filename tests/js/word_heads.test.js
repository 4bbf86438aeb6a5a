import assert from 'node:assert/strict';
import {test} from 'node:test';
import {roleOf, roleOfWeights} from '../../viz/components/attention_view/numbers/roles.js';
import {
  headRows,
  headWeights,
  labelledColumns,
  mostAttended,
  ordered,
  shownRows,
  wordPlace,
  wordProbability,
} from '../../viz/components/attention_view/word_heads/rows.js';
import {CHOICE, SIZES, SRC, headWeights as weightsOf, near, translation} from './translation.js';

const PROBABILITIES = [0.9, 0.5, 0.8, 0.4, 1];
const packed = translation({probabilities: PROBABILITIES});
const singles = n => Array.from({length: n}, (_, i) => [i]);
const sheet = kind => ({rows: singles(SIZES[kind][0]), columns: singles(SIZES[kind][1])});
const place = (changes, of = sheet('cross')) => wordPlace(packed, {...CHOICE, step: 1, pin: null, ...changes}, of);

test('a row has the weights of its head at the step', () => {
  const {values, isExact, most} = headWeights(packed, {kind: 'cross', layer: 1, head: 2}, place());
  const row = weightsOf('cross', 1, 2).slice(6, 12);
  near(assert, values, row);
  assert.equal(isExact, false);
  assert.equal(most, row.indexOf(Math.max(...row)));
});

test('float32 weights are used where they are known', () => {
  const exact = Float32Array.from({length: 30}, (_, i) => i / 30);
  const known = {...packed, exactHeads: new Map([['cross.1.2', exact]])};
  const {values, isExact} = headWeights(known, {kind: 'cross', layer: 1, head: 2}, place());
  near(assert, values, exact.subarray(6, 12));
  assert.ok(isExact);
});

test('a word has the mean of its rows and the sums of its columns', () => {
  const columns = [[0], [1, 2], [3], [4], [5]];
  const merged = place({words: true}, {rows: [[0, 1], [2], [3], [4]], columns});
  assert.deepEqual(
    [merged.queries, merged.steps],
    [
      [0, 1],
      [0, 1],
    ],
  );
  const weights = weightsOf('cross', 0, 1);
  const mean = key => (weights[key] + weights[6 + key]) / 2;
  const {values} = headWeights(packed, {kind: 'cross', layer: 0, head: 1}, merged);
  near(assert, values, [mean(0), mean(1) + mean(2), mean(3), mean(4), mean(5)]);
  assert.equal(wordProbability(packed, merged.steps), 0.45);
});

test('shares of the columns that are left add up to 1', () => {
  const hidden = place({specials: false}, {rows: singles(4), columns: singles(5)});
  const row = weightsOf('cross', 0, 0).slice(6, 11);
  const total = row.reduce((sum, weight) => sum + weight, 0);
  const {values} = headWeights(packed, {kind: 'cross', layer: 0, head: 0}, hidden);
  near(
    assert,
    values,
    row.map(weight => weight / total),
  );
});

test('an encoder row is that of the pinned token, else of the one that the step attends to most', () => {
  const of = sheet('encoder');
  assert.deepEqual(place({kind: 'encoder', pin: {side: 'query', index: 3}}, of).queries, [3]);
  const sums = SRC.map((_, key) =>
    [0, 1].flatMap(layer => [0, 1, 2].map(head => weightsOf('cross', layer, head)[6 + key])).reduce((a, b) => a + b),
  ).slice(0, -1); // the end symbol is left out
  const most = sums.indexOf(Math.max(...sums));
  assert.equal(mostAttended(packed, 1), most);
  assert.deepEqual(place({kind: 'encoder'}, of), {queries: [most], columns: of.columns, isWhole: true, steps: [1]});
});

const LOSSES = [
  [
    [0.1, 0.2, 0, 0, 0],
    [0, 0.9, 0, 0, 0],
    [0, -0.4, 0, 0, 0],
  ],
  [
    [0.5, 0.3, 0, 0, 0],
    [null, null, null, null, null],
    [0, 0.25, 0, 0, 0],
  ],
];
const names = rows => rows.map(({layer, head}) => `${layer}.${head}`);

test('rows are in the order of what the word loses, heads that are off last', () => {
  const rows = ordered(headRows(packed, 'cross', place(), LOSSES));
  assert.deepEqual(names(rows), ['0.1', '1.0', '1.2', '0.0', '0.2', '1.1']);
  assert.deepEqual(
    rows.map(({loss}) => loss),
    [0.9, 0.3, 0.25, 0.2, -0.4, null],
  );
});

test('the losses of a word are those of its pieces together', () => {
  const merged = place({words: true}, {rows: [[0, 1], [2], [3], [4]], columns: singles(6)});
  const rows = ordered(headRows(packed, 'cross', merged, LOSSES));
  assert.deepEqual([names(rows)[1], rows[1].loss], ['1.0', 0.8]);
});

test('rows are in the order of layers until the losses are known', () => {
  assert.deepEqual(names(ordered(headRows(packed, 'cross', place(), null))), [
    '0.0',
    '0.1',
    '0.2',
    '1.0',
    '1.1',
    '1.2',
  ]);
});

test('the chosen head is among the few rows', () => {
  const rows = Array.from({length: 16}, (_, i) => ({name: String(i)}));
  const few = (chosen, all = false) => shownRows(rows, chosen, all).map(({name}) => Number(name));
  assert.deepEqual(few('3'), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(few('9'), [0, 1, 2, 3, 4, 9]);
  assert.equal(few('9', true).length, 16);
  assert.deepEqual(shownRows(rows.slice(0, 4), '9', false), rows.slice(0, 4));
});

test('labels leave room for one another, the first of them for none', () => {
  const rows = [{values: [0.1, 0.5, 0.4, 0.3, 0.2]}];
  assert.deepEqual(labelledColumns(rows, 5, 1, []), [0, 1, 2, 3, 4]);
  assert.deepEqual(labelledColumns(rows, 5, 2, []), [1, 3]);
  assert.deepEqual(labelledColumns(rows, 5, 2, [2]), [0, 2, 4]);
});

// Roles by hand: 3 queries; of a uniform head 1/3 of each row.

const PLAIN = [false, false, false];

test('a head that looks back one token has the role previous', () => {
  const weights = [0, 0, 1, 1, 0, 0, 0, 1, 0];
  assert.deepEqual(roleOfWeights(weights, 'encoder', PLAIN), {role: 'previous', score: 1});
});

test('a causal row of one key is not counted', () => {
  const found = roleOfWeights([1, 0, 0, 0.25, 0.75, 0, 0, 0, 1], 'decoder', PLAIN);
  assert.equal(found.role, 'same');
  assert.ok(Math.abs(found.score - (0.875 - 5 / 12) / (1 - 5 / 12)) < 1e-12); // chance: the mean of 1/2 and 1/3
});

test('a uniform head is broad, one without weights has no role', () => {
  assert.equal(roleOfWeights(new Array(9).fill(1), 'encoder', PLAIN).role, 'broad');
  assert.equal(roleOfWeights(new Array(9).fill(0), 'encoder', PLAIN), null);
});

test('roles over the sample replace those of the sentence, of the same checkpoint only', () => {
  const at = {kind: 'cross', layer: 0, head: 0};
  const sampled = {checkpoint: 'a', roles: new Map([['cross.0.0', {role: 'special', score: 0.7, sentences: 60}]])};
  assert.equal(roleOf({...packed, checkpoint: 'a'}, at, sampled).sentences, 60);
  assert.equal(roleOf({...packed, checkpoint: 'a'}, {...at, head: 1}, sampled), null);
  assert.notEqual(roleOf({...packed, checkpoint: 'b'}, at, sampled)?.sentences, 60);
});
