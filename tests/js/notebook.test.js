// The widget in a notebook, without one.

import assert from 'node:assert/strict';
import test from 'node:test';

import {isDark} from '../../viz/notebook/host.js';
import {kernelOf} from '../../viz/notebook/kernel.js';

/**
 * A root or body with classes and attributes, as far as a theme is looked for in it.
 * @param {string[]} named selectors that match
 * @param {Record<string, string>} [dataset]
 */
const node = (named, dataset = {}) => ({
  dataset,
  matches: selectors => selectors.split(', ').some(one => named.includes(one)),
});

test('the theme is that of the notebook, or the system where none is named', () => {
  const plain = node([]);
  assert.equal(isDark([plain, node([], {jpThemeLight: 'false'})], false), true);
  assert.equal(isDark([plain, node([], {jpThemeLight: 'true'})], true), false);
  assert.equal(isDark([plain, node(['.vscode-dark'])], false), true);
  assert.equal(isDark([plain, node(['.vscode-light'])], true), false);
  assert.equal(isDark([node(['[theme="dark"]']), plain], false), true);
  assert.equal(isDark([plain, plain], true), true);
  assert.equal(isDark([plain, plain], false), false);
});

test('each answer of the kernel goes to its own question', async () => {
  const sent = [];
  let take;
  const model = {send: content => sent.push(content), on: (_, callback) => (take = callback), off: () => {}};
  const kernel = kernelOf(model);
  const other = kernelOf({...model, on: () => {}});
  const answers = [kernel.ask('first', {id: 'a'}), kernel.ask('second')];
  other.ask('first');
  assert.deepEqual(
    sent.map(({question, request}) => [question, request]),
    [
      ['first', {id: 'a'}],
      ['second', {}],
      ['first', {}],
    ],
  );
  assert.equal(new Set(sent.map(({number}) => number)).size, 3);
  take({number: sent[2].number, reply: 'of another view'}, []);
  take({number: sent[1].number, reply: 2}, ['bytes']);
  take({number: sent[0].number, reply: 1}, []);
  assert.deepEqual(await Promise.all(answers), [
    {reply: 1, buffers: []},
    {reply: 2, buffers: ['bytes']},
  ]);
});
