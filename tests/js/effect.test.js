import assert from 'node:assert/strict';
import {test} from 'node:test';

import {
  effectCsv,
  effectJson,
  intervalPlaces,
  sameHeads,
  verdict,
} from '../../viz/components/attention_view/store/lab.js';
import {startEffect} from '../../viz/components/attention_view/lab/effect.js';
import {whenIdle} from '../../viz/components/shared/watching.js';
import {near} from './translation.js';

const loss = {before: 0.5, after: 0.75, difference: 0.25, low: 0.125, high: 0.5};
const bleu = {before: 40, after: 30, difference: -10, low: -20, high: 5};
/** Both measures of so many sentences, with other numbers of one. */
const of = (sentences, changed = {}) => ({loss, bleu, ...changed, sentences, verdict_from: 10});
const reply = {
  effect: {loss, bleu, sentences: 3, seed: 12345, per_sentence: [{source: 'a', loss_before: 1}]},
  provenance: {
    checkpoint: 'en-de',
    off: [['cross', 2, 0]],
    uniform: [
      ['encoder', 0, 0],
      ['encoder', 0, 1],
    ],
  },
};
const inFile = {...reply.provenance, off: 'c.3.1', uniform: 'e.1.1-2'};

test('verdict is clear only where the interval excludes 0', () => {
  assert.deepEqual([verdict('loss', of(10)), verdict('bleu', of(10))], ['worse', 'unclear']);
  assert.deepEqual(
    [verdict('bleu', of(10, {bleu: loss})), verdict('bleu', of(10, {bleu: {...bleu, high: -1}}))],
    ['better', 'worse'],
  );
});

test('few sentences have no verdict, one sentence included', () => {
  assert.deepEqual([verdict('loss', of(9)), verdict('bleu', of(9))], ['few', 'few']);
  assert.equal(verdict('loss', of(1, {loss: {...loss, low: null, high: null}})), 'few');
});

test('intervalPlaces keeps 0 in the middle and all within the axis', () => {
  const {most, at, low, high} = intervalPlaces(bleu);
  near(assert, [most, at, low, high], [22, 50 - (50 * 10) / 22, 50 - (50 * 20) / 22, 50 + (50 * 5) / 22]);
  near(assert, Object.values(intervalPlaces({...loss, low: null, high: null})).slice(1), [
    50 + 50 / 1.1,
    50 + 50 / 1.1,
    50 + 50 / 1.1,
  ]);
});

test('files have the numbers and where they come from', () => {
  const [comment, head, ...rows] = effectCsv(reply).trimEnd().split('\n');
  assert.deepEqual(JSON.parse(comment.slice(2)), {...inFile, sentences: 3, seed: 12345});
  assert.deepEqual(
    [head, ...rows],
    ['measure,before,after,difference,low,high', 'loss,0.5,0.75,0.25,0.125,0.5', 'bleu,40,30,-10,-20,5'],
  );
  assert.deepEqual(JSON.parse(effectJson(reply)), {effect: reply.effect, provenance: inFile});
});

test('sameHeads does not depend on the order', () => {
  assert.ok(
    sameHeads(
      [
        ['cross', 0, 1],
        ['encoder', 1, 0],
      ],
      [
        ['encoder', 1, 0],
        ['cross', 0, 1],
      ],
    ),
  );
  assert.ok(!sameHeads([['cross', 0, 1]], []));
});

test('a measurement goes on while a file is shown, whose view has another server', async context => {
  context.mock.timers.enable({apis: ['setTimeout']});
  const states = [
    {state: 'running', done: 1},
    {state: 'finished', done: 2, effect: reply.effect},
  ];
  const server = {effect: async () => ({work: 'w', done: 0, total: 2}), effect_state: async () => states.shift()};
  const view = {
    server,
    effect: {starting: false, work: '', greedy: true},
    lab: {gates: new Map(), edits: new Map(), mode: 'again'},
    packed: {id: 't'},
    set: changes => Object.assign(view, changes),
  };
  const wait = async () => {
    for (let i = 0; i < 9; i++) await Promise.resolve();
  };
  await startEffect(view);
  view.server = {}; // of a file
  for (let i = 0; i < 2; i++) {
    context.mock.timers.tick(1000);
    await wait();
  }
  assert.deepEqual([view.effect.work, view.effect.done, view.effect.reply.effect], ['', 2, reply.effect]);
});

test('a browser that cannot say when it is idle works at once', () => {
  let worked = false;
  whenIdle(() => (worked = true));
  assert.ok(worked && !('requestIdleCallback' in globalThis));
});
