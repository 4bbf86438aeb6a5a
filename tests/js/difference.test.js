import assert from 'node:assert/strict';
import {test} from 'node:test';

import {legendUnit} from '../../viz/components/attention_view/figure/legend.js';
import {cellText, scaleEnd} from '../../viz/components/shared/numbers.js';
import {alignTokens} from '../../viz/components/attention_view/numbers/align.js';
import {asWritten, differenceSheet, fullChange, makeSheet} from '../../viz/components/attention_view/numbers/sheet.js';
import {meanDifferenceText} from '../../viz/components/attention_view/compare/outcome.js';
import {sideName} from '../../viz/components/attention_view/numbers/heads.js';
import {CHOICE, translation} from './translation.js';

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

test('a second translation of the same model is another one, not a changed one', () => {
  assert.deepEqual(
    [{off: [['cross', 0, 0]]}, {prefix: [3]}, {edits: [{}]}, {target: 'x'}, {rank: 2}, {}].map(change =>
      sideName(viewOf(change), 'variant'),
    ),
    ['changed', 'changed', 'changed', 'other', 'other', 'other'],
  );
  assert.equal(sideName({texts: TEXTS, variant: null}, 'base'), 'base');
});
