// The view options: those of the beginning, and which of them were changed.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {changedOptions, firstOptions} from '../../viz/components/attention_view/numbers/choices.js';
import {firstChoice} from '../../viz/components/attention_view/store/store.js';

test('a page begins without changed options, whichever kind is shown', () => {
  assert.deepEqual(changedOptions(firstChoice()), []);
  for (const kind of ['encoder', 'decoder', 'cross'])
    assert.deepEqual(changedOptions({...firstChoice(), kind, ...firstOptions(kind)}), []);
});

test('every option that differs is counted, and a reset brings all of them back', () => {
  const choice = {
    ...firstChoice(),
    lens: 'norms',
    combine: 'mean',
    heads: ['cross.0.1'],
    words: true,
    specials: false,
    mass: 0.5,
    grow: true,
    rows: 'read',
    kinds: 'one',
  };
  assert.deepEqual(changedOptions(choice), ['lens', 'combine', 'words', 'specials', 'mass', 'grow', 'rows', 'kinds']);
  const again = {...choice, ...firstOptions(choice.kind)};
  assert.deepEqual(again, firstChoice());
});

test('the usual rows of the decoder are those read: choosing the others is a change', () => {
  const choice = {...firstChoice(), kind: 'decoder'};
  assert.deepEqual(
    [changedOptions({...choice, rows: 'read'}), changedOptions({...choice, rows: 'predicted'})],
    [[], ['rows']],
  );
});
