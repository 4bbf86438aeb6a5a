import assert from 'node:assert/strict';
import {test} from 'node:test';
// Attention of the engine, computed by hand.

import {floatsOfPlanes} from '../../viz/components/shared/engine/archive.js';
import {attend} from '../../viz/components/shared/engine/attention.js';
import {matrix} from '../../viz/components/shared/engine/matrix.js';
import {near} from './translation.js';

// Half precision numbers, read from two planes of bytes.

const read = bits => [
  ...floatsOfPlanes(
    Uint8Array.from(bits, one => one >> 8),
    Uint8Array.from(bits, one => one & 255),
    new Float32Array(bits.length),
  ),
];

test('normal numbers, zeros and infinities are those of IEEE 754', () => {
  assert.deepEqual(read([0x3c00, 0xc000, 0x3555, 0x7bff, 0x0400, 0x0000, 0x8000, 0x7c00, 0xfc00, 0x7e00]), [
    1,
    -2,
    0.333251953125,
    65504,
    2 ** -14,
    0,
    -0,
    Infinity,
    -Infinity,
    NaN,
  ]);
});

test('subnormal numbers go down to 2 to the power of -24', () => {
  assert.deepEqual(read([0x0001, 0x8001, 0x0200, 0x03ff]), [2 ** -24, -(2 ** -24), 2 ** -15, 1023 * 2 ** -24]);
});

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
