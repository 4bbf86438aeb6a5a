// The tokenizer of the engine, on a vocabulary of a few merges.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {Tokenizer} from '../../viz/components/shared/engine/tokenizer.js';

const TOKENS = ['<pad>', '<s>', '</s>', 'a', 'Ġ', 'b', 'aa', 'ab', 'Ġa', 'é'];
const tokenizer = new Tokenizer({
  tokens: TOKENS,
  merges: [
    ['a', 'a'],
    ['a', 'b'],
    ['Ġ', 'a'],
  ],
});
const split = text => tokenizer.encode(text).map(id => TOKENS[id]);

test('the pair that was learned first is joined first, from left to right', () => {
  assert.deepEqual(split('aaab'), ['Ġ', 'aa', 'ab', '</s>']);
  assert.deepEqual(split('aaa'), ['Ġ', 'aa', 'a', '</s>']);
  assert.deepEqual(split('ba a'), ['Ġ', 'b', 'a', 'Ġa', '</s>']);
});

test('special tokens have a name, but are no part of the text', () => {
  const ids = [1, 4, 7, 8, 2];
  assert.equal(tokenizer.decode(ids), 'ab a');
  assert.equal(tokenizer.decode([0, 4, 3]), 'a');
  assert.equal(tokenizer.decode([4, 3, 9, 9, 8]), 'a‹E9 E9› a', 'bytes that are no character');
  assert.deepEqual(tokenizer.surface(ids), ['<s>', ' ', 'ab', ' a', '</s>']);
});
