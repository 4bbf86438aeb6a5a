// A browser that keeps nothing, or nothing more: this page still knows what was kept.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {wireTour} from '../../viz/components/attention_view/strip/tour.js';
import {holdAddress} from '../../viz/components/shared/address.js';
import {keepUnder, keptUnder} from '../../viz/components/shared/keeping.js';
import {StubElement, withDocument} from './page.js';
import {CHOICE, translation} from './translation.js';

/** A store that takes nothing more until it has room again, or that may not be touched at all. */
const withStore = (context, isDenied = false) => {
  const state = {isFull: true, kept: {}};
  const refuse = () => {
    throw new Error('refused');
  };
  const store = {
    getItem: name => state.kept[name] ?? null,
    setItem: (name, value) => {
      if (state.isFull) refuse();
      state.kept[name] = value;
    },
  };
  Object.defineProperty(globalThis, 'localStorage', {configurable: true, get: isDenied ? refuse : () => store});
  context.after(() => Reflect.deleteProperty(globalThis, 'localStorage'));
  return state;
};

test('keptUnder returns what a full store did not take', context => {
  const state = withStore(context);
  state.kept.path = '{"done": []}';
  assert.deepEqual(keptUnder('path'), {done: []});
  const own = {done: ['heads']};
  keepUnder('path', own);
  own.done.push('cross'); // not kept
  assert.deepEqual(keptUnder('path'), {done: ['heads']});
  state.isFull = false;
  keepUnder('path', own);
  state.kept.path = '{"done": ["whole"]}'; // another tab
  assert.deepEqual(keptUnder('path'), {done: ['whole']});
});

test('keptUnder returns what a denied store did not take', context => {
  withStore(context, true);
  keepUnder('denied', {step: 2});
  assert.deepEqual(keptUnder('denied'), {step: 2});
  assert.deepEqual(keptUnder('denied', 'sessionStorage'), {});
});

test('the tour stays closed where the store is full', context => {
  withDocument(context);
  withStore(context);
  holdAddress();
  const parts = {tour: new StubElement(), 'strip-hint': new StubElement()};
  let draw = () => {};
  const view = {
    packed: translation({probabilities: [0.5]}),
    variant: null,
    playing: null,
    choice: {...CHOICE, side: 'base'},
    lab: {gates: new Map()},
    texts: {},
    server: {variant: () => {}},
    part: name => parts[name],
    show: (_, drawn) => {
      draw = drawn;
    },
  };
  wireTour(/** @type {any} */ (view));
  draw();
  assert.equal(parts.tour.hidden, false);
  parts.tour.listeners.click({target: {closest: () => ({dataset: {try: 'close'}})}});
  draw();
  assert.equal(parts.tour.hidden, true);
});
