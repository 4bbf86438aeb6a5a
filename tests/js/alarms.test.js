import assert from 'node:assert/strict';
import {test} from 'node:test';

import {alarms, fragments, repetition} from '../../viz/components/attention_view/model/alarms.js';

test('fragments counts bytes of a character and letters of a word', () => {
  assert.deepEqual(fragments(['', '', '一', '', '', '只', '</s>']), {count: 6, total: 6});
  assert.deepEqual(fragments([' h', 'e', 'l', 'lo', ' a', ' I', '.', '</s>']), {count: 3, total: 7});
  assert.deepEqual(fragments([' Ein', ' Hund', ' läuft', '.', '</s>']), {count: 0, total: 4});
  assert.deepEqual(fragments(['三', '千', '</s>']), {count: 0, total: 2});
});

test('repetition finds the tokens that repeat most often in a row', () => {
  assert.deepEqual(repetition([' als', ' er', ' reg', ' reg', ' reg', ' reg', 'elt']), {text: 'reg', times: 4});
  assert.deepEqual(repetition([' kl', 'iz', 'i', 'iz', 'i', 'iz', 'i', 'ert']), {text: 'izi', times: 3});
  assert.equal(repetition([' a', ' b', ' a', ' b', ' c']), null);
  assert.equal(repetition(['.', '.', '.', '.']), null);
});

test('alarms are silent about ordinary text and speak of each fault', () => {
  const plain = {src_tokens: [' a', ' dog', '</s>'], predicted_tokens: [' ein', ' Hund', '</s>'], truncated: false};
  assert.deepEqual(alarms(plain), []);
  const odd = {src_tokens: ['', '', '一', '</s>'], predicted_tokens: [' noch', ' noch', ' noch'], truncated: true};
  assert.deepEqual(alarms(odd).map(([key]) => key), ['alarm.fragments', 'alarm.repeats', 'alarm.truncated']);
});
