import assert from 'node:assert/strict';
import {test} from 'node:test';
// The lines of the token in focus: from a row to every column, from a column to every row.

import {cssColour} from '../../viz/components/shared/colours.js';
import {columnWidths} from '../../viz/components/attention_view/figure/lines_geometry.js';
import {focusLines, layersOf, lineGroups, lineItems} from '../../viz/components/attention_view/figure/lines_items.js';

// Widths of the columns of the lines.

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

const MORE = [200, 100, 0];
const LESS = [0, 100, 200];
const HUE = [10, 20, 30];
const COLOURS = {more: MORE, less: LESS, hues: {cross: HUE}};

/** Two queries at 10 and 30, three keys at 10, 30 and 50. @param {number[]} values @param {object} [changes] */
const picture = (values, changes = {}) => {
  const sheet = {
    values: Float32Array.from(values),
    queries: ['a', 'b'],
    keys: ['x', 'y', 'z'],
    kind: 'cross',
    signed: false,
    low: 0,
    high: 1,
    overlays: null,
    middles: null,
    ...changes,
  };
  const column = n => ({n, step: 20, length: 20 * n, long: false});
  return {
    sheet,
    layers: layersOf(sheet, COLOURS),
    share: 0,
    g: {from: 100, to: 200, height: 60, query: {...column(2), length: 60}, key: column(3)},
  };
};

test('a query in focus has its line to each key, a key one to each query', () => {
  const lines = picture([0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
  const ends = focus => focusLines(lines, focus).items.map(item => item.ends);
  assert.deepEqual(ends({side: 'query', index: 1}), [
    [30, 10],
    [30, 30],
    [30, 50],
  ]);
  assert.deepEqual(ends({side: 'key', index: 2}), [
    [10, 50],
    [30, 50],
  ]);
  const {strongest} = focusLines(lines, {side: 'key', index: 2});
  assert.deepEqual(
    [...strongest].map(([i, {value}]) => [i, Math.round(10 * value)]),
    [
      [0, 3],
      [1, 6],
    ],
  );
});

test('numbers that are masked or nearly 0 have no line, and the number of no other cell', () => {
  const {items, strongest} = focusLines(picture([0.001, NaN, 0.3, 0, 0, 1]), {side: 'query', index: 0});
  assert.deepEqual(
    items.map(item => item.ends),
    [[10, 50]],
  );
  assert.deepEqual([...strongest.keys()], [2]);
});

test('lines of a difference have the colour of their sign and the strength of their size', () => {
  const {items} = focusLines(picture([0.2, -0.2, 0.1, 0, 0, 0], {signed: true, low: -0.2, high: 0.2}), {
    side: 'query',
    index: 0,
  });
  assert.deepEqual(
    items.map(({stroke}) => stroke),
    [MORE, LESS, MORE].map(cssColour),
  );
  assert.ok(items[0].line === items[1].line && items[1].line > items[2].line);
});

test('groups hold every pair once, faint ones first', () => {
  const {sheet, layers} = picture([1, -1, 0.5, 0, NaN, 1], {signed: true, low: -1, high: 1});
  assert.deepEqual(
    lineGroups(sheet, layers).map(({level, sign, pairs}) => [level, sign, pairs]),
    [
      [12, 1, [0, 2]],
      [24, 1, [0, 0, 1, 2]],
      [24, -1, [0, 1]],
    ],
  );
});

test('a stronger line is wider and less transparent', () => {
  const {sheet, layers, ...rest} = picture([1, 0.5, 0.25, 0, 0, 0]);
  const lines = lineItems({...rest, sheet, layers, groups: lineGroups(sheet, layers)});
  assert.deepEqual(
    lines.map(({ends}) => ends),
    [
      [10, 50],
      [10, 30],
      [10, 10],
    ],
  );
  for (const name of ['line', 'opacity'])
    assert.ok(lines[0][name] < lines[1][name] && lines[1][name] < lines[2][name], name);
});
