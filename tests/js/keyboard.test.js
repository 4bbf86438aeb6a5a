import assert from 'node:assert/strict';
import {test} from 'node:test';

import {closeLists} from '../../viz/tabs/keyboard.js';

class Element {
  /** @param {Record<string, string>} attributes */
  constructor(attributes) {
    this.attributes = attributes;
    /** @type {string[]} */
    this.sent = [];
  }

  getAttribute(name) {
    return this.attributes[name];
  }

  dispatchEvent(event) {
    this.sent.push(event.key);
  }
}

test('a list that loses the focus is closed, and no listener is added', context => {
  /** @type {[string, (event: object) => void][]} */
  const listeners = [];
  const document = {
    addEventListener: (name, listener) => listeners.push([name, listener]),
    activeElement: null,
    querySelectorAll: () => [],
  };
  const KeyboardEvent = function (_, {key}) {
    this.key = key;
  };
  Object.assign(globalThis, {document, Element, KeyboardEvent});
  context.mock.method(globalThis, 'setTimeout', run => run());
  closeLists();
  const before = listeners.length;
  const target = new Element({'aria-expanded': 'true', role: 'combobox'});
  for (let i = 0; i < 3; i++) for (const [name, listen] of [...listeners]) if (name === 'focusout') listen({target});
  assert.deepEqual(target.sent, ['Escape', 'Escape', 'Escape']);
  assert.equal(listeners.length, before);
});
