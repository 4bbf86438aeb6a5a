// Figures that are already drawn.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {isSame} from '../../viz/components/maths/draw/figures.js';

const figure = (changes = {}) => ({
  kind: 'chart',
  title: 'a',
  y: {label: 'b', low: 0},
  series: [{name: '', x: [1, 2], y: Float64Array.of(NaN, 0)}],
  ...changes,
});

test('a figure made again with the same numbers is the same', () => {
  assert.ok(isSame(figure(), figure()));
  assert.ok(isSame(figure({series: [[1, 2]]}), figure({series: [Float64Array.of(1, 2)]})));
});

test('another number, length, text, field or kind makes another figure', () => {
  const others = [
    {title: 'c'},
    {y: {label: 'b', low: 1}},
    {y: {label: 'b'}},
    {y: {label: 'b', low: 0, high: 1}},
    {y: null},
    {series: []},
    {series: [{name: '', x: [1, 2], y: [NaN, 1]}]},
    {series: [{name: '', x: [1], y: [NaN]}]},
    {series: {0: {}}},
  ];
  for (const other of others) assert.ok(!isSame(figure(), figure(other)), JSON.stringify(other));
});
