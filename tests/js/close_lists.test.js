import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {runInNewContext} from 'node:vm';

const SCRIPT = readFileSync('viz/tabs/close_lists.js', 'utf8');

/** A document that keeps its listeners. */
const stub = () => {
  /** @type {[string, (event: object) => void][]} */
  const listeners = [];
  const document = {addEventListener: (name, listener) => listeners.push([name, listener]), activeElement: null, querySelectorAll: () => []};
  runInNewContext(`(${SCRIPT})()`, {document, setTimeout: run => run(), KeyboardEvent: class { constructor(name, given) { Object.assign(this, {name, ...given}); } }});
  return {listeners, send: (name, event) => { for (const [own, listen] of [...listeners]) if (own === name) listen(event); }};
};

test('a list that loses the focus is closed, and no listener is added', () => {
  const {listeners, send} = stub(), before = listeners.length;
  const sent = [];
  const values = {'aria-expanded': 'true', role: 'combobox'};
  const target = {getAttribute: name => values[name], dispatchEvent: event => sent.push(event.key)};
  for (let i = 0; i < 3; i++) send('focusout', {target});
  assert.deepEqual(sent, ['Escape', 'Escape', 'Escape']);
  assert.equal(listeners.length, before);
});
