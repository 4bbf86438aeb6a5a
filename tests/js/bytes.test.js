import assert from 'node:assert/strict';
import test from 'node:test';

import {base64Of, bytesOf} from '../../viz/components/shared/bytes.js';

test('bytes survive base64, also more than one call takes', () => {
  const bytes = Uint8Array.from({length: 20_001}, (_, i) => i * 7);
  assert.deepEqual(bytesOf(base64Of(bytes)), bytes);
});
