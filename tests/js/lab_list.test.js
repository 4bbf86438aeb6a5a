// The search over the labs: by title, question, words.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {fit} from '../../viz/components/maths/panels/list.js';

const LAB = {
  title: 'what warm-up is for',
  about: 'what happens to a fresh model? training 5.3 why_warmup',
  words: 'the learning rate rises in a straight line\n学习率先升后降',
};

test('a search prefers titles to questions, and a phrase to its words', () => {
  assert.deepEqual(
    ['Warm-up', 'fresh', 'learning rate', 'rate learning', '学习率', 'dropout'].map(search => fit(LAB, search)),
    [0, 1, 2, 3, 2, -1],
  );
});

test('a search finds words by their beginning, not by their inside', () => {
  assert.equal(fit(LAB, 'stra'), 2);
  assert.equal(fit(LAB, 'traight'), -1);
});
