// Changes of attention in the browser's engine: of one head an edited row comes before uniform, and off before both.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {changing, inOrder} from '../../viz/components/shared/engine/changes.js';
import {near} from './translation.js';

const HEAD = /** @type {const} */ (['cross', 1, 2]);
const edit = (query, weights, [kind, layer, head] = HEAD) => ({kind, layer, head, query, weights});

/** The row of a head after the changes; its weights were 0.7, 0.2 and 0.1. */
const row = (changes, query = 0, [kind, layer, head] = HEAD) => {
  const weights = Float32Array.of(0.7, 0.2, 0.1);
  changing(changes)?.(kind, layer, head, query, weights);
  return weights;
};

test('an edited row replaces that of a uniform head, whose other rows stay uniform', () => {
  const changes = {uniform: [HEAD], edits: [edit(0, [0, 3, 1])]};
  near(assert, row(changes, 0), [0, 0.75, 0.25]);
  near(assert, row(changes, 1), [1 / 3, 1 / 3, 1 / 3]);
});

test('a head that is off stays off', () => {
  near(assert, row({off: [HEAD], uniform: [HEAD], edits: [edit(0, [0, 3, 1])]}), [0, 0, 0]);
});

test('an edit of another length leaves its row as it is', () => {
  near(assert, row({edits: [edit(0, [1, 1])]}), [0.7, 0.2, 0.1]);
  near(assert, row({uniform: [HEAD], edits: [edit(0, [1, 1])]}), [1 / 3, 1 / 3, 1 / 3]);
});

test('only the named head changes', () => {
  const changes = {off: [HEAD], edits: [edit(0, [0, 1, 1])]};
  for (const other of [
    ['decoder', 1, 2],
    ['cross', 0, 2],
    ['cross', 1, 1],
  ])
    near(assert, row(changes, 0, other), [0.7, 0.2, 0.1]);
  assert.equal(changing({}), null);
});

test('changes are sorted by kind, layer, head and row, and the last edit of a row counts', () => {
  const found = inOrder({
    off: [
      ['cross', 1, 2],
      ['cross', 0, 9],
      ['cross', 1, 2],
    ],
    uniform: [],
    edits: [edit(10, [1]), edit(9, [2]), edit(9, [3])],
  });
  assert.deepEqual(found.off, [
    ['cross', 0, 9],
    ['cross', 1, 2],
  ]);
  assert.deepEqual(
    found.edits.map(({query, weights}) => [query, ...weights]),
    [
      [9, 3],
      [10, 1],
    ],
  );
});
