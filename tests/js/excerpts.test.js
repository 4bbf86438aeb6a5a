import assert from 'node:assert/strict';
import {test} from 'node:test';

import {differingPart, excerpts} from '../../viz/components/attention_view/numbers/excerpts.js';

const LONG = 'Eine Frau in einem gelben Kleid fährt mit ihrem Fahrrad';

test('entries that would be the same begin where they differ', () => {
  const texts = [
    `${LONG} eine belebte Straße entlang.`,
    `${LONG} eine volle Straße hinunter.`,
    'Ein Hund.',
    `${LONG} durch die Stadt.`,
  ];
  assert.deepEqual(excerpts(texts, 48), [
    'Eine Fra … belebte Straße entlang.',
    'Eine Fra … volle Straße hinunter.',
    'Ein Hund.',
    'Eine Fra … durch die Stadt.',
  ]);
});

test('entries that differ early, or not at all, are only cut', () => {
  assert.deepEqual(excerpts(['abcdef', 'xbcdef', 'abc'], 4), ['abc…', 'xbc…', 'abc']);
  assert.deepEqual(excerpts(['abcdef', 'abcdef'], 4), ['abc…', 'abc…']);
  const [one, other] = excerpts([`${LONG} a`, `${LONG} ab`], 40);
  assert.ok(one !== other && one.endsWith(' … a') && other.endsWith(' … ab'));
});

test('the part that differs is of whole words', () => {
  assert.deepEqual(differingPart('a red dog runs', 'a read dog runs'), ['a ', 'red ', 'dog runs']);
  assert.deepEqual(differingPart('a dog', 'a dog'), ['a dog', '', '']);
  assert.deepEqual(differingPart('a a dog', 'a dog'), ['a ', 'a ', 'dog']);
  assert.deepEqual(differingPart('', 'a'), ['', '', '']);
  assert.deepEqual(differingPart('一只棕色的狗', '一只红色的狗'), ['一只', '棕', '色的狗']);
});
