import assert from 'node:assert/strict';
import {test} from 'node:test';

import {cellText} from '../../viz/components/shared/numbers.js';
import {alignTokens} from '../../viz/components/attention_view/model/align.js';
import {asWritten, differenceSheet, makeSheet} from '../../viz/components/attention_view/model/sheet.js';
import {meanDifferenceText} from '../../viz/components/attention_view/model/comparison.js';
import {CHOICE, translation} from './translation.js';

test('the cell of a difference carries ≈ where its digits do not add up', () => {
  const [base, variant] = [[0.2951, 0.5, 0.9], [0.3149, 0.25, 0.8952]].map(values =>
    ({...makeSheet(translation(), CHOICE, 'base'), values: Float32Array.from(values), queries: ['a'], keys: ['x', 'y', 'z'], rows: [[0]], columns: [[0], [1], [2]], exact: true}));
  const same = alignTokens(['x', 'y', 'z'], ['x', 'y', 'z']), row = alignTokens(['a'], ['a']);
  const made = differenceSheet(base, variant, row, same, 1);
  assert.deepEqual([0, 1, 2].map(cell => cellText(asWritten(made, cell), made.values[cell])), ['≈0.02', '−0.25', '']);
  assert.equal(cellText({...made, exact: false}, -0.021), '≈−.02'); // the smallest cell holds five characters
});

test('a mean difference of 8-bit weights has the digits that they hold', () =>
  assert.deepEqual([0, 0.0012, 0.0061, 0.1249].map(meanDifferenceText), ['0', '<0.01', '≈0.01', '≈0.12']));
