// The list of the largest values, from which search and the most likely next tokens are taken.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {largest} from '../../viz/components/shared/engine/search.js';

test('of equal values the earlier comes first, and is kept where there is no room for both', () => {
  assert.deepEqual(largest(Float32Array.from([1, 3, 3, 2, 3]), 5), [1, 2, 4, 3, 0]);
  assert.deepEqual(largest(Float32Array.from([1, 3, 3, 2, 3]), 2), [1, 2]);
  assert.deepEqual(largest(new Float32Array(4), 3), [0, 1, 2]);
});

test('the largest come first, wherever they are', () => {
  assert.deepEqual(largest(Float32Array.from([-Infinity, -2, 7, -1]), 3), [2, 3, 1]);
  assert.deepEqual(largest(Float32Array.from([5]), 3), [0]);
});
