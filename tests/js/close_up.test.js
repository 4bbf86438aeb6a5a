import assert from 'node:assert/strict';
import {test} from 'node:test';

import {closeUpPlace} from '../../viz/components/attention_view/close_up/numbers.js';
import {CHOICE, translation} from './translation.js';

const SHEET = {side: 'base', rows: [[0], [1, 2], [3], [4], [5]], columns: [[0], [1, 2], [3], [4], [5]]};
const view = (choice, panels = {}) => ({
  packed: translation(),
  variant: null,
  sheets: [SHEET],
  choice: {...CHOICE, kind: 'encoder', pin: null, cell: null, ...choice},
  panels,
});

test('an encoder head has a query before the close-up was ever open', () => {
  // Notebook, workbook, worksheet and homework take the row from here: each did nothing.
  assert.equal(closeUpPlace(view({})).query, 0);
  assert.equal(closeUpPlace(view({}, {closeUp: {query: 3}})).query, 3);
  assert.equal(closeUpPlace(view({pin: {side: 'query', index: 1}})).query, 1);
});
