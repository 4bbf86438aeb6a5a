// "Inside the maths" while the page changes under its questions to the server.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {setImmediate} from 'node:timers/promises';

import {mount} from '../../viz/components/maths/index.js';
import {publishShown} from '../../viz/components/shared/watching.js';

const settled = () => setImmediate();
const sentence = id => ({id, src_tokens: [id], predicted_tokens: [id], source: id, translation: id});

/** The component in a page of which nothing is drawn; what the bench is given, and what the server is asked. */
const mounted = () => {
  const part = {hidden: true, textContent: ''};
  const seen = {part, asked: [], given: [], arrive: () => {}, changeTexts: () => {}, widen: () => {}};
  Object.assign(globalThis, {
    location: {search: '', pathname: '/', hash: ''},
    history: {state: null},
    window: {addEventListener: () => {}},
    document: {addEventListener: () => {}},
    ResizeObserver: class {
      constructor(changed) {
        this.changed = changed;
      }
      observe(element) {
        seen.widen = () => {
          element.clientWidth = 900;
          this.changed();
        };
      }
    },
  });
  const started = {take: changes => seen.given.push(changes), openNamed: () => {}};
  const bench = {
    startBench: given => {
      seen.given.push(given);
      return started;
    },
  };
  mount({
    element: {querySelector: () => part, dataset: {}},
    props: {texts: '{"language":"en","failed":"It failed."}'},
    given: {file: 'labs.js'},
    watch: (_, changed) => (seen.changeTexts = changed),
    load: () =>
      new Promise(resolve => {
        seen.arrive = () => resolve({bench, labs: []});
      }),
    server: {
      lab_bench: ({id}) =>
        new Promise((resolve, fail) =>
          seen.asked.push({
            id,
            answer: () => resolve({texts: {}, facts: {id: id || 'paper'}}),
            refuse: problem => resolve({problem}),
            fail: () => fail(new TypeError('Failed to fetch')),
          }),
        ),
    },
  });
  return seen;
};

const last = ({given}) => given.filter(({facts}) => facts).at(-1).facts;

test('a translation that arrives before the labs do is in them', async () => {
  // The labs stayed with the paper's model although a model was loaded.
  publishShown(null);
  const seen = mounted();
  seen.widen();
  seen.asked[0].answer();
  await settled();
  publishShown(sentence('a'));
  seen.arrive();
  await settled();
  seen.asked[1].answer();
  await settled();
  assert.deepEqual([last(seen).id, last(seen).text], ['a', 'a']);
});

test('an answer has the sentence that was asked about, and a late one is dropped', async () => {
  // Facts of one translation stood with the tokens of another.
  publishShown(sentence('a'));
  const seen = mounted();
  seen.widen();
  seen.arrive();
  await settled();
  publishShown(sentence('b'));
  seen.asked[0].answer();
  await settled();
  assert.deepEqual([last(seen).id, last(seen).text], ['a', 'a']);
  publishShown(sentence('c'));
  assert.deepEqual(
    seen.asked.map(({id}) => id),
    ['a', 'b', 'c'],
  );
  seen.asked[2].answer();
  await settled();
  seen.asked[1].answer();
  await settled();
  assert.deepEqual([last(seen).id, last(seen).text], ['c', 'c']);
});

test('words that change before the labs are there are in them', async () => {
  publishShown(null);
  const seen = mounted();
  seen.widen();
  seen.asked[0].answer();
  await settled();
  seen.changeTexts();
  seen.arrive();
  await settled();
  assert.equal(seen.asked.length, 2);
});

test('a translation that the labs could not be asked about is reported until one is', async () => {
  // The labs kept the old sentence and model without a word.
  publishShown(sentence('a'));
  const seen = mounted();
  seen.widen();
  seen.arrive();
  seen.asked[0].answer();
  await settled();
  const {part} = seen;
  const {error} = console;
  console.error = () => {};
  publishShown(sentence('b'));
  seen.asked[1].refuse('This translation is no longer kept.');
  await settled();
  assert.deepEqual([part.hidden, part.textContent], [false, 'This translation is no longer kept.']);
  publishShown(sentence('c'));
  seen.asked[2].fail();
  await settled();
  assert.deepEqual([part.hidden, part.textContent], [false, 'It failed.']);
  publishShown(sentence('d'));
  publishShown(sentence('e'));
  seen.asked[4].answer();
  await settled();
  assert.deepEqual([part.hidden, part.textContent], [true, '']);
  seen.asked[3].fail(); // of a sentence that is no longer at hand
  await settled();
  assert.equal(part.hidden, true);
  console.error = error;
});
