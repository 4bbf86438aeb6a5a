// Questions of a lab to the server: one, or several one after the other.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {setTimeout} from 'node:timers/promises';

import {makeAsker} from '../../viz/components/maths/panels/answers.js';

/** A bench whose server answers each question with its own number, or refuses -1; and what was asked and told. */
const started = () => {
  const asked = [];
  const told = [];
  const server = {
    lab: async ({values}) => {
      const {n} = values;
      asked.push(n);
      await setTimeout(2);
      return n < 0 ? {problem: 'refused'} : {numbers: n};
    },
  };
  const asker = makeAsker(/** @type {any} */ ({facts: {id: 'x'}, lab: {name: 'lab'}, server}));
  return {asker, asked, told, tell: reply => told.push(reply)};
};
const rest = () => setTimeout(120);

test('one question has one answer, which is kept', async () => {
  const {asker, asked, told, tell} = started();
  asker.ask({n: 4}, tell);
  await rest();
  asker.ask({n: 4}, tell);
  assert.deepEqual(told, [{waiting: true}, {answer: 4}, {answer: 4}]);
  assert.deepEqual(asked, [4]);
});

test('several questions are asked in order, and each answer is told with those before', async () => {
  const {asker, asked, told, tell} = started();
  asker.ask([{n: 1}, {n: 2}], tell);
  await rest();
  assert.deepEqual(told, [{waiting: true}, {answer: [1, null], waiting: true}, {answer: [1, 2]}]);
  told.length = 0;
  asker.ask([{n: 3}, {n: 2}], tell); // the second is known
  await rest();
  assert.deepEqual(told, [{answer: [null, 2], waiting: true}, {answer: [3, 2]}]);
  assert.deepEqual(asked, [1, 2, 3]);
});

test('nothing more is asked or told after a new question', async () => {
  const {asker, asked, told, tell} = started();
  asker.ask([{n: 1}, {n: 2}, {n: 3}], tell);
  asker.cancel();
  asker.ask({n: 9}, tell);
  await rest();
  assert.deepEqual(asked, [1, 9]);
  assert.deepEqual(told, [{waiting: true}, {waiting: true}, {answer: 9}]);
});

test('a refusal ends the questions', async () => {
  const {asker, asked, told, tell} = started();
  asker.ask([{n: 1}, {n: -1}, {n: 3}], tell);
  await rest();
  assert.deepEqual(asked, [1, -1]);
  assert.deepEqual(told.at(-1), {problem: 'refused'});
});
