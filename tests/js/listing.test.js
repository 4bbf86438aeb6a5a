// Listings of code: how shapes and numbers are written.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {madeText} from '../../viz/components/shared/listing.js';

test('shapes and numbers are written after their variable', () => {
  assert.equal(madeText({name: 'scores', shape: [4, 8, 8]}), 'scores [4, 8, 8]');
  assert.equal(madeText({name: 'rate', value: '0.0007'}), 'rate = 0.0007');
  assert.equal(madeText({name: 'total', shape: []}), 'total []');
});

test('what is returned is marked with an arrow', () => {
  assert.equal(madeText({name: 'return', shape: [2]}), '→ [2]');
  assert.equal(madeText({name: 'return[1]', shape: [2]}), '→ [2]');
  assert.equal(madeText({name: "return['cross']", shape: [2]}), "→ ['cross'] [2]");
  assert.equal(madeText({name: 'return.kept', shape: [2]}), '→ .kept [2]');
  assert.equal(madeText({name: 'return', value: '0.0007'}), '→ 0.0007');
  assert.equal(madeText({name: 'returned', shape: [2]}), 'returned [2]');
});
