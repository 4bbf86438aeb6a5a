// Widths of the columns of the lines.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {columnWidths} from '../../viz/components/attention_view/figure/lines_geometry.js';

test('a column takes the room that the other does not need', () => {
  assert.deepEqual(columnWidths(104, 60, 180), [104, 60]);
  assert.deepEqual(columnWidths(60, 150, 180), [60, 120]);
});

test('columns that both want more share the room evenly', () => {
  assert.deepEqual(columnWidths(300, 200, 180), [90, 90]);
});

test('no column is narrower than a few letters', () => {
  assert.deepEqual(columnWidths(300, 200, 20), [40, 40]);
});
