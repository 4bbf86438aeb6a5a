import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';

import {forgetAnswers, keepGiven, keptGiven, lastGiven} from '../../viz/components/shared/exercises/asking.js';
import {sliderStep} from '../../viz/components/shared/exercises/forms.js';
import {firstGiven, isRight, makePicks, shownHead} from '../../viz/components/shared/exercises/judge.js';
import {numberWords} from '../../viz/components/shared/exercises/phrases.js';

// The cases of tests/core/exercises/test_judging.py
const cases = JSON.parse(readFileSync('tests/core/exercises/judged.json', 'utf8'));

test('answers are judged as in Python', () => {
  assert.ok(cases.length > 25);
  for (const {answer, given, right} of cases)
    assert.equal(isRight(answer, given), right, JSON.stringify({answer, given}));
});

test('only cells and an order can be answered as they are', () => {
  assert.deepEqual(firstGiven({form: 'cells', rows: ['a', 'b'], columns: ['c'], right: []}), [[false], [false]]);
  assert.deepEqual(firstGiven({form: 'order', options: [{text: 'a'}, {text: 'b'}], right: [1, 0]}), [0, 1]);
  assert.equal(firstGiven({form: 'choice', options: [{text: 'a'}], right: 0}), null);
});

test('the head of the address is an answer once all of it is there', () => {
  assert.deepEqual(shownHead({kind: 'cross', layer: '1', head: '3'}, 'cross'), ['cross', 0, 2]);
  assert.equal(shownHead({kind: 'encoder', layer: '1', head: '3'}, 'cross'), null);
  assert.equal(shownHead({kind: 'cross', step: '2'}, 'cross'), null);
  assert.equal(shownHead({}, 'cross'), null);
});

test('a head that is already open is an answer once the reader is led to it', () => {
  const [open, other] = ['1', '2'].map(head => ({kind: 'cross', layer: '2', head}));
  const picks = makePicks('cross');
  const changed = fields => picks.changed(fields, false);
  assert.deepEqual([open, open, other, {}].map(changed), [null, null, ['cross', 1, 1], null]);
  changed(open);
  assert.equal(changed(open), null);
  picks.anew();
  assert.deepEqual(changed(open), ['cross', 1, 0]);
});

test('only a reader picks a head, not the path or the way back', () => {
  // "Show", or another chapter and back, put the first head in the place of the answer.
  const [first, answer] = ['1', '4'].map(head => ({kind: 'encoder', layer: '1', head}));
  const picks = makePicks('encoder');
  assert.equal(picks.changed(first, false), null);
  assert.deepEqual(picks.changed(answer, false), ['encoder', 0, 3]);
  assert.equal(picks.changed(first, true), null);
  assert.equal(picks.changed(first, false), null);
  assert.deepEqual(picks.changed(answer, false), ['encoder', 0, 3]);
  picks.changed({kind: 'encoder'}, true); // a chapter that names no head: the view adds the one that it shows
  assert.equal(picks.changed(first, false), null);
  picks.changed({kind: 'cross', layer: '1', head: '1'}, false);
  assert.deepEqual(picks.changed(first, false), ['encoder', 0, 0]);
  picks.anew();
  picks.changed({kind: 'encoder'}, true);
  assert.deepEqual(picks.changed(first, false), ['encoder', 0, 0]);
});

test('numbers keep their digits, measured ones have four', () => {
  assert.deepEqual([0.12, 0.740312, -3, 63082496, 1e-5].map(numberWords), [
    '0.12',
    '0.7403',
    '−3',
    '63,082,496',
    '0.00001',
  ]);
});

test('a slider has about a hundred places', () => {
  assert.deepEqual(
    [
      [0, 1, 'probability'],
      [-2, 2, 'number'],
      [0, 1000, 'count'],
      [1, 5, 'count'],
    ].map(([low, high, unit]) => sliderStep(low, high, unit)),
    [0.01, 0.05, 10, 1],
  );
});

test('an answer is kept for its own translation and seed, the last of a chapter is known', () => {
  /** @type {Record<string, string>} */
  const store = {};
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {getItem: name => store[name] ?? null, setItem: (name, value) => (store[name] = value)},
  });
  const [mask, row, other] = ['masked.mask', 'masked.row', 'masks.mask'].map(key => {
    const [chapter, name] = key.split('.');
    return {chapter, name};
  });
  const about = {id: 'a', seed: 2};
  assert.equal(keptGiven(mask, about), null);
  keepGiven(row, about, {given: 3, isOver: true});
  keepGiven(mask, about, {given: [[true]], isOver: false});
  keepGiven(other, about, {given: 0, isOver: false});
  assert.deepEqual(keptGiven(mask, about), {given: [[true]], isOver: false});
  assert.deepEqual([keptGiven(mask, {id: 'b', seed: 2}), keptGiven(mask, {id: 'a', seed: 0})], [null, null]);
  assert.deepEqual(lastGiven('a', 'masked'), {name: 'mask', seed: 2});
  keepGiven(row, about, {given: 4, isOver: false}); // again
  assert.deepEqual([lastGiven('a', 'masked'), lastGiven('b', 'masked')], [{name: 'row', seed: 2}, null]);
  store['glassformer.given'] = '{"masked.mask": null, "masked.row": 3}'; // changed by hand
  assert.deepEqual([keptGiven(mask, about), lastGiven('a', 'masked')], [null, null]);
  keepGiven(row, about, {given: 4, isOver: false});
  forgetAnswers();
  assert.equal(keptGiven(row, about), null);
  Reflect.deleteProperty(globalThis, 'localStorage');
});
