import assert from 'node:assert/strict';
import {test} from 'node:test';
import {edgesWithMore} from '../../viz/components/shared/watching.js';
import {closeLists} from '../../viz/tabs/keyboard.js';

// The edges of a scrolling element beyond which there is more.

const BOX = {scrollLeft: 0, scrollTop: 0, scrollWidth: 300, scrollHeight: 100, clientWidth: 300, clientHeight: 100};

test('a box that holds everything has no cue', () => {
  assert.deepEqual(edgesWithMore(BOX), []);
  assert.deepEqual(edgesWithMore({...BOX, scrollWidth: 301}), []); // rounding
});

test('a box names the edges beyond which there is more', () => {
  const large = {...BOX, scrollWidth: 500, scrollHeight: 400};
  assert.deepEqual(edgesWithMore(large), ['right', 'bottom']);
  assert.deepEqual(edgesWithMore({...large, scrollLeft: 90, scrollTop: 300}), ['left', 'right', 'top']);
  assert.deepEqual(edgesWithMore({...large, scrollLeft: 200}), ['left', 'bottom']);
});

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

  matches() {
    return this.attributes['aria-expanded'] === 'false';
  }

  dispatchEvent(event) {
    this.sent.push(event.key);
  }
}

/** What `closeLists` listens to. */
const listenersOf = () => {
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
  closeLists();
  return listeners;
};

test('a key that leaves a closed list does not open it', () => {
  const [, listen] = listenersOf().find(([name]) => name === 'keydown');
  const reaches = (/** @type {string} */ key, /** @type {string} */ expanded) => {
    let isStopped = false;
    const stopPropagation = () => {
      isStopped = true;
    };
    listen({key, target: new Element({'aria-expanded': expanded}), stopPropagation});
    return !isStopped;
  };
  assert.deepEqual(
    [
      ['Tab', 'false'],
      ['Shift', 'false'],
      ['Tab', 'true'],
      ['ArrowDown', 'false'],
    ].map(([key, expanded]) => reaches(key, expanded)),
    [false, false, true, true],
  );
});

test('a list that loses the focus is closed, and no listener is added', context => {
  context.mock.method(globalThis, 'setTimeout', run => run());
  const listeners = listenersOf();
  const before = listeners.length;
  const target = new Element({'aria-expanded': 'true', role: 'combobox'});
  for (let i = 0; i < 3; i++) for (const [name, listen] of [...listeners]) if (name === 'focusout') listen({target});
  assert.deepEqual(target.sent, ['Escape', 'Escape', 'Escape']);
  assert.equal(listeners.length, before);
});
