import assert from 'node:assert/strict';
import {test} from 'node:test';

import {LONGEST, addressFields, fitted, joinAddress, writeAddress} from '../../viz/components/shared/address.js';

/** A browser's address, its history and what was written, as far as the module needs them. */
const browser = () => {
  const written = [];
  const listeners = {};
  const go = (how, url, state) => {
    written.push([how, url]);
    globalThis.history.state = state;
    globalThis.location.search = url.slice(url.indexOf('?')).replace(/^[^?].*/, '');
  };
  Object.assign(globalThis, {
    location: {search: '', pathname: '/', hash: ''},
    history: {
      state: null,
      pushState: (state, _, url) => go('push', url, state),
      replaceState: (state, _, url) => go('replace', url, state),
    },
    window: {
      addEventListener: (name, listen) => {
        listeners[name] = listen;
      },
    },
  });
  return {written, listeners};
};

test('a choice is written once, and a push keeps the one before it', () => {
  const {written, listeners} = browser();
  const restored = [];
  joinAddress(['step', 'text'], fields => restored.push(fields));
  globalThis.location.search = '?lang=zh';
  for (const step of ['1', '2', '3']) writeAddress(['step', 'text'], {step});
  assert.deepEqual(written, []);
  assert.deepEqual(addressFields(), {lang: 'zh', step: '3'});
  writeAddress(['step', 'text'], {step: '3', text: 'a'}, true);
  assert.deepEqual(written, [
    ['replace', '/?step=3&lang=zh'],
    ['push', '/?step=3&text=a&lang=zh'],
  ]);
  writeAddress(['step', 'text'], {text: 'a', step: '3'}, true);
  assert.equal(written.length, 2); // the same again
  writeAddress(['step', 'text'], {step: '4', text: 'a'});
  listeners.popstate();
  listeners.pagehide();
  assert.equal(written.length, 2); // it belonged to the entry that was left
  assert.deepEqual(restored, [{lang: 'zh', step: '3', text: 'a'}]);
  writeAddress(['tab'], {tab: 'train'});
  listeners.pagehide();
  assert.deepEqual(written[2], ['replace', '/?tab=train&step=3&text=a&lang=zh']);
});

test('a long text is held beside the address', () => {
  browser();
  const text = '的'.repeat(3000);
  const {query, held} = fitted([
    ['text', text],
    ['step', '3'],
  ]);
  assert.deepEqual([query.toString(), held], ['step=3', {text}]);
  assert.equal(fitted([['text', 'x'.repeat(LONGEST - 5)]]).held.text, undefined);
  writeAddress(['step', 'text'], {text, step: '3'}, true);
  assert.equal(globalThis.location.search, '?step=3');
  assert.deepEqual(addressFields(), {step: '3', text});
});

test('followers are told whether the page was led there or somebody changed it', async () => {
  const {listeners} = browser();
  const fresh = await import(`${'../../viz/components/shared/address.js'}?fresh`);
  const told = [];
  const leave = fresh.followAddress(({tab}, isLed) => told.push([tab, isLed]));
  // a part that writes as it goes there, and one that leads on
  fresh.joinAddress(['at'], ({tab}) => fresh.writeAddress(['at'], tab === 'machine' ? {at: '1'} : {}));
  fresh.joinAddress(['term'], ({term}) => term && fresh.goTo({term: '', tab: 'about'}));
  fresh.goTo({tab: 'machine'});
  fresh.writeAddress(['tab'], {tab: 'train'});
  fresh.goTo({term: 'token'});
  listeners.popstate();
  fresh.writeAddress(['tab'], {});
  leave();
  listeners.pagehide();
  assert.deepEqual(
    told.filter(([, isLed]) => !isLed).map(([tab]) => tab),
    [undefined, 'train', undefined],
  );
  assert.ok(told.some(([tab, isLed]) => isLed && tab === 'about'));
});
