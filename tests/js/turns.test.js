import assert from 'node:assert/strict';
import {test} from 'node:test';
import {setImmediate} from 'node:timers/promises';

import {inTurns} from '../../viz/components/attention_view/server/ask.js';

const settled = () => setImmediate();

const slowServer = () => {
  const asked = [];
  const answers = new Map();
  const call = name => request => {
    asked.push(`${name} ${request}`);
    return new Promise((resolve, reject) => answers.set(request, {resolve, reject}));
  };
  return {asked, answers, server: {tree: call('tree'), lens: call('lens')}};
};

test('two calls are under way and the others wait in order', async () => {
  const {asked, answers, server} = slowServer();
  const turns = inTurns(server);
  const replies = [turns.tree(1), turns.lens(2), turns.tree(3), turns.lens(4)];
  await settled();
  assert.deepEqual(asked, ['tree 1', 'lens 2']);
  answers.get(2).resolve('second');
  await settled();
  assert.deepEqual(asked, ['tree 1', 'lens 2', 'tree 3']);
  for (const request of [1, 3]) answers.get(request).resolve(request);
  await settled();
  answers.get(4).resolve('fourth');
  assert.deepEqual(await Promise.all(replies), [1, 'second', 3, 'fourth']);
});

test('a failed call gives its turn to the next', async () => {
  const {asked, answers, server} = slowServer();
  const turns = inTurns(server, 1);
  const failed = turns.tree(1);
  const next = turns.tree(2);
  await settled();
  answers.get(1).reject(new Error('gone'));
  await assert.rejects(failed, /gone/);
  await settled();
  assert.deepEqual(asked, ['tree 1', 'tree 2']);
  answers.get(2).resolve('there');
  assert.equal(await next, 'there');
});
