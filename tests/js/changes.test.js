// What the strip says of a second translation.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {changeWords} from '../../viz/components/attention_view/second_translation/strip.js';

const TEXTS = {'change.rank': 'Hypothesis {rank} of the search.', 'change.other': 'A second translation.'};

/** @param {object} change */
const wordsOf = change => changeWords({texts: TEXTS, variant: {packed: {predicted_tokens: []}, change}});

test('a hypothesis is named by its rank, the best one too', () => {
  assert.deepEqual(wordsOf({rank: 2}), ['Hypothesis 3 of the search.']);
  assert.deepEqual(wordsOf({rank: 0}), ['Hypothesis 1 of the search.']);
  assert.deepEqual(wordsOf({}), ['A second translation.']);
});
