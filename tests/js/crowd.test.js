import assert from 'node:assert/strict';
import {test} from 'node:test';

import {commonKey} from '../../viz/components/attention_view/figure/meaning.js';

/** One layer of heads, each with one row that has all of its weight on a key; null for a head that is off. */
const packed = (...chosen) => ({
  kinds: {
    cross: {
      shape: [1, chosen.length, 1, 4],
      weights: Uint8Array.from(chosen.flatMap(key => [0, 1, 2, 3].map(one => (one === key ? 255 : 0)))),
    },
  },
});

test('commonKey is the key that most heads choose', () => {
  assert.deepEqual(commonKey(packed(2, 2, 1), 'cross', 0, 1), {key: 2, count: 2, heads: 3});
});

test('commonKey is that of the head shown where others are chosen as often', () => {
  assert.deepEqual(commonKey(packed(2, 2, 1, 1), 'cross', 0, 1), {key: 1, count: 2, heads: 4});
});

test('commonKey leaves heads out that are off', () => {
  assert.deepEqual(commonKey(packed(null, null, 3), 'cross', 0, 3), {key: 3, count: 1, heads: 3});
});

test('commonKey is not known of smaller pictures', () => {
  assert.equal(
    commonKey({kinds: {cross: {shape: [1, 1, 900, 900], reduced: [64, 64], weights: new Uint8Array()}}}, 'cross', 0, 0),
    null,
  );
});
