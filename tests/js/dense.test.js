import assert from 'node:assert/strict';
import test from 'node:test';

import {base64Of, bytesOf} from '../../viz/components/shared/bytes.js';
import {bytesOfDense} from '../../viz/saved_page/dense.js';

test('units after a mark have one bit changed', () => {
  const text = String.fromCharCode(0x6261, 1, 0x0000 ^ 0x4000, 1, 0xd800 ^ 0x4000, 1, 1 ^ 0x4000, 0x0063);
  assert.deepEqual([...bytesOfDense(text, 9)], [0x61, 0x62, 0, 0, 0, 0xd8, 1, 0, 0x63]);
});

test('an empty text has no bytes', () => {
  assert.deepEqual([...bytesOfDense('', 0)], []);
});

test('bytes survive base64, also more than one call takes', () => {
  const bytes = Uint8Array.from({length: 20_001}, (_, i) => i * 7);
  assert.deepEqual(bytesOf(base64Of(bytes)), bytes);
});
