// Attention of the engine, computed by hand.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {attend} from '../../viz/components/shared/engine/attention.js';
import {matrix} from '../../viz/components/shared/engine/matrix.js';
import {near} from './translation.js';

const made = (rows, ...values) => matrix(rows, values.length / rows, Float32Array.from(values));
const site = changes => ({
  heads: 2,
  kind: 'cross',
  layer: 0,
  scaled: true,
  visible: () => 2,
  position: q => q,
  probe: null,
  ...changes,
});

const QUERY = made(1, 1, 0, 0, 0, 0, 0, 0, 1, 2, 2);
const KEYS = made(2, 5, 0, 0, 0, 0, 0, 0, 2, 0, 1, 3, 0, 0, 0, 0, 0, 0, 1, 4, 1);
const VALUES = made(2, 10, 20, 30, 40);

/** The softmax of two numbers. */
const shares = (a, b) => [1 / (1 + Math.exp(b - a)), 1 / (1 + Math.exp(a - b))];

test('each head takes its own columns of queries, keys and values, divided by the square root of its width', () => {
  const first = shares(5 / Math.sqrt(5), 3 / Math.sqrt(5));
  const second = shares(4 / Math.sqrt(5), 11 / Math.sqrt(5));
  near(
    assert,
    attend(QUERY, KEYS, VALUES, site()).data,
    [10 * first[0] + 30 * first[1], 20 * second[0] + 40 * second[1]],
    1e-4,
  );
});

test('scores that a model does not scale stay as they are', () => {
  const first = shares(5, 3);
  const second = shares(4, 11);
  near(
    assert,
    attend(QUERY, KEYS, VALUES, site({scaled: false})).data,
    [10 * first[0] + 30 * first[1], 20 * second[0] + 40 * second[1]],
    1e-4,
  );
});

test('keys that a query does not see have no weight', () => {
  const seen = [];
  const probe = (kind, layer, head, query, weights) => seen.push([kind, layer, head, query, [...weights]]);
  near(assert, attend(QUERY, KEYS, VALUES, site({visible: () => 1, probe})).data, [10, 20]);
  assert.deepEqual(seen, [
    ['cross', 0, 0, 0, [1]],
    ['cross', 0, 1, 0, [1]],
  ]);
});
