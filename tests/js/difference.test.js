import assert from 'node:assert/strict';
import {test} from 'node:test';
import {cellText, scaleEnd} from '../../viz/components/shared/numbers.js';
import {meanDifferenceText} from '../../viz/components/attention_view/compare/outcome.js';
import {legendUnit} from '../../viz/components/attention_view/figure/legend.js';
import {alignTokens} from '../../viz/components/shared/align.js';
import {sideName} from '../../viz/components/attention_view/numbers/heads.js';
import {
  lensPair,
  rankCorrelation,
  rowShares,
  secondLens,
} from '../../viz/components/attention_view/numbers/lens_pair.js';
import {asWritten, differenceSheet, fullChange, makeSheet} from '../../viz/components/attention_view/numbers/sheet.js';
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

test('the cell of a difference carries ≈ where its digits do not add up', () => {
  const [base, variant] = [
    [0.2951, 0.5, 0.9],
    [0.3149, 0.25, 0.8952],
  ].map(values => ({
    ...makeSheet(translation(), CHOICE, 'base'),
    values: Float32Array.from(values),
    queries: ['a'],
    keys: ['x', 'y', 'z'],
    rows: [[0]],
    columns: [[0], [1], [2]],
    exact: true,
  }));
  const same = alignTokens(['x', 'y', 'z'], ['x', 'y', 'z']);
  const row = alignTokens(['a'], ['a']);
  const made = differenceSheet(base, variant, row, same, 1);
  assert.deepEqual(
    [0, 1, 2].map(cell => cellText(asWritten(made, cell), made.values[cell])),
    ['≈0.02', '−0.25', ''],
  );
  assert.equal(cellText({...made, exact: false}, -0.021), '≈−.02'); // the smallest cell holds five characters
});

test('a mean difference of 8-bit weights has the digits that they hold', () =>
  assert.deepEqual([0, 0.0012, 0.0061, 0.1249].map(meanDifferenceText), ['0', '<0.01', '≈0.01', '≈0.12']));

test('the scale of a difference is that of its largest change, to two digits and no smaller than 0.02', () =>
  assert.deepEqual(
    [[0.1, -0.7601], [0.25, -0.1], [0.001, NaN], [], [-0.995], [0.031]].map(changes =>
      fullChange(Float32Array.from(changes), 1),
    ),
    [0.77, 0.25, 0.02, 0.02, 1, 0.031],
  ));

test('a difference has one scale for both signs', () => {
  const [base, variant] = [
    [0.5, 0.5],
    [0.9, 0.1],
  ].map(values => ({
    ...makeSheet(translation(), CHOICE, 'base'),
    values: Float32Array.from(values),
    queries: ['a'],
    keys: ['x', 'y'],
    rows: [[0]],
    columns: [[0], [1]],
  }));
  const {low, high} = differenceSheet(
    base,
    {...variant, values: variant.values.map((value, i) => (i ? value : 0.6))},
    alignTokens(['a'], ['a']),
    alignTokens(['x', 'y'], ['x', 'y']),
    1,
  );
  assert.deepEqual([low, high], [-0.4, 0.4]);
});

test('the ends of a scale have two digits', () =>
  assert.deepEqual([-0.76, 1, -1, 0, 0.031, 0.02, 7.34, 123.4].map(scaleEnd), [
    '−0.76',
    '1',
    '−1',
    '0',
    '0.031',
    '0.02',
    '7.3',
    '123',
  ]));

const TEXTS = {
  'side.base': 'base',
  'side.variant': 'changed',
  'side.other': 'other',
  'side.file': '{letter} (file)',
  'side.both': 'both',
  'side.off': 'without {heads}',
  'side.uniform': '{heads} uniform',
  'change.head': '{kind} L{layer} H{head}',
  'kind.cross.short': 'cross',
  'legend.weight': 'weight',
  'legend.difference': '{unit}: {other} minus {base}',
};
const viewOf = (change, checkpoint = 'one') => ({
  texts: TEXTS,
  choice: CHOICE,
  packed: {checkpoint: 'one'},
  variant: {packed: {checkpoint}, change},
});

test('the legend of a difference says what is subtracted from what', () => {
  /** @param {any} change @param {string} [checkpoint] */
  const said = (change, checkpoint) => legendUnit(viewOf(change, checkpoint), {side: 'difference'});
  assert.equal(said({checkpoint: 'two'}, 'two'), 'weight: two minus one');
  assert.equal(said({off: [['cross', 3, 1]], uniform: []}), 'weight: without cross L4 H2 minus base');
  assert.equal(said({uniform: [['cross', 0, 0]]}), 'weight: cross L1 H1 uniform minus base');
  assert.equal(said({off: [['cross', 3, 1]], prefix: [4]}), 'weight: changed minus base');
  assert.equal(said({text: 'Another sentence.'}), 'weight: other minus base');
  assert.equal(legendUnit(viewOf({}), {side: 'base'}), 'weight');
});

test('two systems of an evaluation keep their letters', () => {
  /** @param {any} change @param {string} checkpoint */
  const names = (change, checkpoint) =>
    ['base', 'variant', 'both'].map(side => sideName(viewOf(change, checkpoint), side));
  assert.deepEqual(names({systems: 'AB', checkpoint: 'two'}, 'two'), ['A one', 'B two', 'both']);
  assert.deepEqual(names({systems: 'BA', target: 'Ein Hund.'}, 'one'), ['B one', 'A (file)', 'both']);
  const legend = legendUnit(viewOf({systems: 'AB', checkpoint: 'two'}, 'two'), {side: 'difference'});
  assert.equal(legend, 'weight: B two minus A one');
});

test('a second translation of the same model is another one, not a changed one', () => {
  assert.deepEqual(
    [{off: [['cross', 0, 0]]}, {prefix: [3]}, {edits: [{}]}, {target: 'x'}, {rank: 2}, {}].map(change =>
      sideName(viewOf(change), 'variant'),
    ),
    ['changed', 'changed', 'changed', 'other', 'other', 'other'],
  );
  assert.equal(sideName({texts: TEXTS, variant: null}, 'base'), 'base');
});
