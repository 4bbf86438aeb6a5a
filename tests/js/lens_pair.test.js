import assert from 'node:assert/strict';
import {test} from 'node:test';

import {
  lensPair,
  rankCorrelation,
  rowShares,
  secondLens,
} from '../../viz/components/attention_view/numbers/lens_pair.js';
import {CHOICE, LENSES, headWeights, near, translation} from './translation.js';

const numbers = values => Float32Array.from(values);
const choice = changes => ({...CHOICE, against: 'norms', ...changes});

/** A translation whose head has exact weights [5, 6], and the numbers of a second lens. */
const seen = (name, weights, others) =>
  translation({
    lensValues: new Map([
      [name, {kinds: {cross: {shape: [2, 3, 5, 6], levels: new Uint8Array(180), low: 0, high: 4}}}],
    ]),
    exactHeads: new Map([
      ['cross.1.2', numbers(weights)],
      [`${name} cross.1.2`, numbers(others)],
    ]),
  });
const row = (...values) => Array.from({length: 5}, () => values).flat();

test('a second lens is another one that there is', () => {
  const of = translation();
  assert.deepEqual(
    ['norms', 'weights', 'nothing', ''].map(against => secondLens(of, choice({against}))),
    ['norms', '', '', ''],
  );
  assert.equal(lensPair(of, choice({against: ''}), 'base'), null);
});

test('the difference is of the shares of each row', () => {
  const weights = row(0.5, 0.25, 0.25, 0, 0, 0);
  const norms = row(1, 1, 2, 0, 0, 0);
  const {difference, sheets, shares, mean, rows} = lensPair(seen('norms', weights, norms), choice(), 'base');
  near(assert, difference.values, row(-0.25, 0, 0.25, 0, 0, 0));
  near(assert, sheets[1].values, norms);
  near(assert, shares[1], row(0.25, 0.25, 0.5, 0, 0, 0));
  assert.deepEqual([difference.low, difference.high, difference.exact, rows], [-0.25, 0.25, true, 5]);
  assert.ok(Math.abs(mean - rankCorrelation([0.5, 0.25, 0.25, 0, 0, 0], [1, 1, 2, 0, 0, 0])) < 1e-9);
});

test('a signed lens is compared by absolute values and by values', () => {
  const weights = row(0.5, 0.25, 0.125, 0.0625, 0.0625, 0);
  const signed = row(-5, -4, 3, 2, 1, 0);
  const packed = {...seen('help', weights, signed), lenses: [...LENSES, {...LENSES[2], name: 'help', signed: true}]};
  const found = lensPair(packed, choice({against: 'help'}), 'base');
  near(
    assert,
    [found.mean, found.signed],
    [
      rankCorrelation([5, 2.5, 1.25, 0.6, 0.6, 0], [5, 4, 3, 2, 1, 0]),
      rankCorrelation([5, 2.5, 1.25, 0.6, 0.6, 0], [-5, -4, 3, 2, 1, 0]),
    ],
  );
  assert.ok(found.mean > 0.9 && found.signed < 0);
  assert.equal(lensPair(seen('norms', weights, weights), choice(), 'base').signed, null);
});

test('the softmax of scores is the weights, so that the two do not differ', () => {
  const weights = headWeights('cross', 1, 2);
  const rows = Array.from({length: 5}, (_, q) => weights.slice(6 * q, 6 * q + 6));
  const shares = rows.flatMap(one => one.map(value => value / one.reduce((a, b) => a + b, 0)));
  const scores = shares.map((share, i) => Math.log(share) + Math.floor(i / 6)); // up to a constant for each row
  const {difference, mean} = lensPair(seen('logs', shares, scores), choice({against: 'logs'}), 'base');
  near(
    assert,
    difference.values,
    shares.map(() => 0),
  );
  assert.ok(Math.abs(mean - 1) < 1e-9);
});

test('a masked cell has no share, nor does a row of zeros', () => {
  const packed = translation();
  const sheet = {values: numbers([1, NaN, -3, 0, 0, 0]), keys: ['a', 'b', 'c']};
  near(assert, rowShares(packed, 'norms', sheet), [0.25, NaN, 0.75, NaN, NaN, NaN]);
  near(assert, rowShares(packed, 'logs', {values: numbers([0, NaN, Math.log(3)]), keys: ['a', 'b', 'c']}), [
    0.25,
    NaN,
    0.75,
  ]);
});

test('rankCorrelation shares the ranks of ties, and is undefined without an order', () => {
  assert.equal(rankCorrelation([1, 2, 3], [10, 20, 30]), 1);
  assert.equal(rankCorrelation([1, 2, 3], [3, 2, 1]), -1);
  assert.ok(Math.abs(rankCorrelation([1, 1, 2], [1, 2, 3]) - Math.sqrt(3) / 2) < 1e-12);
  assert.ok(Number.isNaN(rankCorrelation([1, 1], [1, 2])) && Number.isNaN(rankCorrelation([], [])));
});
