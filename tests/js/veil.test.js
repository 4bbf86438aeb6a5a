import assert from 'node:assert/strict';
import {test} from 'node:test';

import {veiledSheet} from '../../viz/components/attention_view/store/sheets.js';

test('veiledSheet hides the tokens read after a step', () => {
  const sheet = {
    kind: 'decoder',
    queries: ['<s>', ' a', ' b'],
    keys: ['<s>', ' a', ' b'],
    rows: [[0], [1], [2]],
    columns: [[0], [1], [2]],
    frame: 'f',
  };
  assert.deepEqual(veiledSheet(sheet, 1).queries, ['<s>', ' a', ' ?']);
  assert.deepEqual(veiledSheet(sheet, 0).keys, ['<s>', ' ?', ' ?']);
  assert.deepEqual(veiledSheet({...sheet, kind: 'cross'}, 0).keys, sheet.keys);
  // a word of two tokens, begun
  assert.deepEqual(veiledSheet({...sheet, queries: [' ab'], rows: [[1, 2]]}, 1).queries, [' ab']);
});
