import assert from 'node:assert/strict';
import {test} from 'node:test';
import {haveSameTokens, nearestAligned, wordChange} from '../../viz/components/attention_view/numbers/align.js';
import {alignTokens} from '../../viz/components/shared/align.js';

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

const plain = ({forward, back}) => ({forward: [...forward], back: [...back]});

/** Length of the longest common subsequence, by the textbook's table. */
const longestCommon = (a, b) => {
  const table = Array.from({length: a.length + 1}, () => new Array(b.length + 1).fill(0));
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++)
      table[i][j] = a[i - 1] === b[j - 1] ? table[i - 1][j - 1] + 1 : Math.max(table[i - 1][j], table[i][j - 1]);
  return table[a.length][b.length];
};

test('alignTokens pairs equal tokens in order', () => {
  const both = [0, -1, 2, 3, -1, -1, 6];
  assert.deepEqual(plain(alignTokens([...'abcdefg'], [...'axcdyzg'])), {forward: both, back: both});
  assert.deepEqual(plain(alignTokens([], ['a', 'b'])), {forward: [], back: [-1, -1]});
});

test('alignTokens finds a longest common subsequence', () => {
  for (let seed = 1; seed < 60; seed++) {
    const letters = (n, by) => Array.from({length: n}, (_, i) => 'abc'[(seed * by * (i + 3) ** 2 + i) % 3]);
    const a = letters(11, 7);
    const b = letters(13, 5);
    const {forward} = alignTokens(a, b);
    const pairs = [...forward].map((j, i) => [i, j]).filter(([, j]) => j >= 0);
    assert.ok(pairs.every(([i, j]) => a[i] === b[j]));
    assert.ok(pairs.every(([, j], at) => !at || j > pairs[at - 1][1]));
    assert.equal(pairs.length, longestCommon(a, b));
  }
});

test('nearestAligned follows the last step that has a counterpart', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4].map(step => nearestAligned([0, 1, -1, -1, 5], step)),
    [0, 1, 2, 3, 5],
  );
  assert.equal(nearestAligned([-1, -1], 1), 0);
});
