import assert from 'node:assert/strict';
import {test} from 'node:test';

import {alignTokens, haveSameTokens, wordChange} from '../../viz/components/attention_view/numbers/align.js';

const packed = tokens => ({predicted_tokens: [...tokens, '</s>']});

const changeOf = (before, after) => {
  const [one, other] = [packed(before), packed(after)];
  const steps = alignTokens(one.predicted_tokens, other.predicted_tokens);
  const {lost, added, moved} = wordChange({packed: one, variant: {packed: other, steps}});
  return {lost, added: added.map(({text}) => text.trim()), moved};
};

test('wordChange names the words lost and new', () => {
  assert.deepEqual(changeOf([' Ich', ' bin', ' nicht', ' da', '.'], [' Ich', ' bin', ' da', '.']), {
    lost: ['nicht'],
    added: [],
    moved: [],
  });
  assert.deepEqual(changeOf([' nicht', ' gehen', '.'], [' zu', ' gehen', '.']), {
    lost: ['nicht'],
    added: ['zu'],
    moved: [],
  });
});

test('wordChange compares whole words, not their tokens', () => {
  assert.deepEqual(changeOf([' ge', 'he', '.'], [' ge', 'hst', '.']), {lost: ['gehe'], added: ['gehst'], moved: []});
  assert.deepEqual(changeOf([' ge', 'he', '.'], [' ge', '.']), {lost: ['gehe'], added: ['ge'], moved: []});
});

test('wordChange does not call a moved word lost', () => {
  assert.deepEqual(changeOf([' a', ' b', ' c'], [' b', ' c', ' a']), {lost: [], added: [], moved: ['a']});
});

test('wordChange finds no change in the same tokens', () => {
  assert.deepEqual(changeOf([' a', '.'], [' a', '.']), {lost: [], added: [], moved: []});
  assert.equal(haveSameTokens(packed([' a']), packed([' a'])), true);
  assert.equal(haveSameTokens(packed([' a']), packed([' a', ' b'])), false);
});
