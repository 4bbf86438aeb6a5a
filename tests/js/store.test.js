import assert from 'node:assert/strict';
import {test} from 'node:test';
// The store: one way to change the state, values derived from it, and who is called when.

import {derived, makeStore} from '../../viz/components/shared/store.js';
import {
  groupState,
  headsBetween,
  headsOfKind,
  headsOfModel,
  headsOfText,
  headsText,
  jointCost,
  toggledSelection,
} from '../../viz/components/attention_view/store/head_groups.js';
import {variantStep} from '../../viz/components/attention_view/store/selectors.js';
import {onOneScale} from '../../viz/components/attention_view/store/sheets.js';
import {settledChoice} from '../../viz/components/attention_view/store/store.js';
import {settledLab} from '../../viz/components/attention_view/store/lab.js';
import {near} from './translation.js';

const shape = [2, 3, 4, 4];
const packed = {id: 'p', probabilities: [0.5, 0.25], kinds: {encoder: {shape}, decoder: {shape}, cross: {shape}}};

test('groups name every head once', () => {
  assert.deepEqual(headsOfKind(packed, 'cross'), [
    'cross.0.0',
    'cross.0.1',
    'cross.0.2',
    'cross.1.0',
    'cross.1.1',
    'cross.1.2',
  ]);
  assert.equal(new Set(headsOfModel(packed)).size, 18);
  assert.deepEqual(headsBetween('cross.1.2', 'cross.0.1'), ['cross.0.1', 'cross.0.2', 'cross.1.1', 'cross.1.2']);
  assert.deepEqual(headsBetween('encoder.1.2', 'cross.0.1'), ['cross.0.1']);
});

test('groupState is none, some or all', () => {
  const names = ['cross.0.0', 'cross.0.1'];
  assert.deepEqual(groupState(new Map(), names), {state: 'none', gate: 'on', changed: 0, heads: 2});
  assert.deepEqual(
    groupState(
      new Map([
        ['cross.0.1', 'off'],
        ['cross.1.0', 'off'],
      ]),
      names,
    ),
    {state: 'some', gate: '', changed: 1, heads: 2},
  );
  assert.deepEqual(groupState(new Map(names.map(name => [name, 'uniform'])), names), {
    state: 'all',
    gate: 'uniform',
    changed: 2,
    heads: 2,
  });
  assert.deepEqual(
    groupState(
      new Map([
        ['cross.0.0', 'off'],
        ['cross.0.1', 'uniform'],
      ]),
      names,
    ),
    {state: 'all', gate: '', changed: 2, heads: 2},
  );
});

test('a group is selected as a whole, then removed as a whole', () => {
  assert.deepEqual(toggledSelection(['a'], ['a', 'b']), ['a', 'b']);
  assert.deepEqual(toggledSelection(['a', 'b', 'c'], ['a', 'b']), ['c']);
});

test('headsText writes blocks, and headsOfText reads them back', () => {
  const model = ['encoder', 'decoder', 'cross'].flatMap(kind =>
    Array.from({length: 24 * 16}, (_, i) => [kind, Math.floor(i / 16), i % 16]),
  );
  assert.equal(headsText(model), 'e.1-24.1-16,d.1-24.1-16,c.1-24.1-16');
  const some = [
    ['cross', 2, 0],
    ['encoder', 0, 1],
    ['cross', 2, 1],
    ['cross', 0, 0],
    ['cross', 0, 1],
    ['cross', 2, 3],
  ];
  assert.equal(headsText(some), 'e.1.2,c.1.1-2,c.3.1-2,c.3.4');
  for (const heads of [model, some])
    assert.deepEqual(headsOfText(headsText(heads)).map(String).sort(), heads.map(String).sort());
  assert.equal(headsText([]), '');
});

for (const text of ['c.3', 'x.1.1', 'c.0.1', 'c.1.1-', 'c.2-1.1', 'c.1-999.1-999', '', 'c.1.1.1'])
  test(`headsOfText ignores ${text || 'nothing'}`, () => assert.deepEqual(headsOfText(text), []));

const singles = {base: -2, encoder: [[0, 0, 0]], decoder: [[0, 0, 0]], cross: [[0.25, 0.5, -0.125]]};

test('jointCost compares the same words with the single costs', () => {
  const gates = new Map([
    ['cross.0.0', 'off'],
    ['cross.0.2', 'off'],
  ]);
  const lab = {gates, edits: new Map(), rankings: new Map([['p', singles]])};
  const variant = {change: {same: true}, packed: {probabilities: [0.25, 0.25]}};
  const {heads, joint, sum} = jointCost(lab, packed, variant);
  near(assert, [heads, joint, sum], [2, Math.log(2), 0.125]);
  assert.equal(jointCost({...lab, rankings: new Map()}, packed, variant).sum, null);
});

for (const [what, changes] of Object.entries({
  'a translation made again': {same: false},
  'one head': {gates: [['cross.0.0', 'off']]},
  'a uniform head': {
    gates: [
      ['cross.0.0', 'off'],
      ['cross.0.1', 'uniform'],
    ],
  },
  'an edited row': {edits: [['row', {}]]},
}))
  test(`jointCost is not defined for ${what}`, () => {
    const gates = new Map(
      changes.gates ?? [
        ['cross.0.0', 'off'],
        ['cross.0.2', 'off'],
      ],
    );
    const lab = {gates, edits: new Map(changes.edits ?? []), rankings: new Map([['p', singles]])};
    assert.equal(
      jointCost(lab, packed, {change: {same: changes.same ?? true}, packed: {probabilities: [0.25, 0.25]}}),
      null,
    );
  });

test('a derived value is made again only when it reads something else', () => {
  let made = 0;
  const sum = derived(
    ({a, b}) => [a, b],
    ({a, b}) => {
      made += 1;
      return a + b;
    },
  );
  assert.deepEqual([sum({a: 1, b: 2, c: 0}), sum({a: 1, b: 2, c: 9}), sum({a: 5, b: 2, c: 9})], [3, 3, 7]);
  assert.equal(made, 2);
});

test('a subscriber is called when what it reads is another, with what it read before', () => {
  const store = makeStore({a: 1, b: 1}, (_, after) => after);
  const calls = [];
  store.subscribe(
    () => [store.get().a],
    before => calls.push([before, store.get().a]),
  );
  store.set({});
  store.set({b: 2});
  store.set({a: 3});
  assert.deepEqual(calls, [
    [null, 1],
    [[1], 3],
  ]);
});

test('a subscriber that reads nothing for now is called later for all that has changed', () => {
  const store = makeStore({a: 1, shown: false}, (_, after) => after);
  const calls = [];
  store.subscribe(
    () => (store.get().shown ? [store.get().a] : null),
    () => calls.push(store.get().a),
  );
  store.set({a: 2});
  store.set({shown: true});
  assert.deepEqual(calls, [2]);
});

test('every change is settled before anyone is called', () => {
  const store = makeStore({a: 1, twice: 2}, (_, after) => ({...after, twice: 2 * after.a}));
  const calls = [];
  store.subscribe(
    () => [store.get().twice],
    () => calls.push(store.get().twice),
  );
  store.set({a: 4, twice: 99});
  assert.deepEqual(calls, [8]);
});

test('a change made by a subscriber calls each of the others once', () => {
  const store = makeStore({a: 1, b: 0}, (_, after) => after);
  const calls = [];
  store.subscribe(
    () => [store.get().a],
    () => store.set({b: store.get().a}),
  );
  store.subscribe(
    () => [store.get().a, store.get().b],
    () => calls.push(store.get()),
  );
  store.set({});
  assert.deepEqual(calls, [{a: 1, b: 1}]);
});

test('a part that can wait is called by the next change, with what it read last', () => {
  const store = makeStore({a: 1}, (_, after) => after);
  const calls = [];
  store.subscribe(
    () => [store.get().a],
    () => calls.push(`near ${store.get().a}`),
    ['near'],
  );
  store.subscribe(
    () => [store.get().a],
    before => calls.push(`far ${before} ${store.get().a}`),
    ['far'],
  );
  store.subscribe(
    () => [store.get().a],
    () => {
      if (store.get().a === 2) store.set({a: 3});
    },
  );
  store.set({});
  calls.length = 0;
  store.set({a: 2}, part => !part.includes('near'));
  assert.deepEqual(calls, ['near 2', 'near 3']); // also for the change of a subscriber
  store.set({});
  assert.deepEqual(calls, ['near 2', 'near 3', 'far 1 3']);
});

const CHANGE = {
  off: [['cross', 0, 1]],
  uniform: [['encoder', 1, 0]],
  edits: [{kind: 'cross', layer: 1, head: 0, query: 2, weights: [1]}],
};

test('the lab takes over what was changed in the translation that is shown', () => {
  const packed = {id: 'p'};
  const variant = {change: CHANGE};
  const lab = settledLab(null, packed, variant);
  assert.deepEqual(
    [...lab.gates],
    [
      ['cross.0.1', 'off'],
      ['encoder.1.0', 'uniform'],
    ],
  );
  assert.deepEqual([...lab.edits.keys()], ['cross.1.0.2']);
  assert.equal(settledLab(lab, packed, variant), lab);
  assert.equal(settledLab(lab, packed, null).gates.size, 0);
});

test('what a person is changing in the lab is kept until another translation comes', () => {
  const packed = {id: 'p'};
  const lab = {...settledLab(null, packed, null), mode: 'same', dirty: true};
  assert.equal(settledLab(lab, packed, {change: CHANGE}), lab);
  const other = settledLab(lab, {id: 'q'}, null);
  assert.deepEqual([other.dirty, other.mode, other.packed.id], [false, 'same', 'q']);
});

test('a ranking of a changed translation is not shown after another change, that of the model is', () => {
  const packed = {id: 'p'};
  const rankings = new Map([
    ['p', {}],
    ['v', {}],
  ]);
  const after = names =>
    settledLab({...settledLab(null, packed, null), rankings: names, heat: 'v'}, packed, {change: {}}).heat;
  assert.equal(after(rankings), 'p');
  assert.equal(after(new Map([['v', {}]])), null);
});

test('another kind has the chosen head, or the nearest where it has fewer layers', () => {
  const kinds = {encoder: {shape: [6, 4, 5, 5]}, cross: {shape: [2, 4, 5, 5]}};
  const pinned = {side: 'query', index: 1};
  const before = {kind: 'encoder', layer: 5, head: 3, side: 'base', pin: pinned, hover: null, cell: null};
  const view = {packed: {kinds}, variant: null, choice: before};
  const after = settledChoice(view, before, {kind: 'cross'});
  assert.deepEqual([after.kind, after.layer, after.head, after.pin], ['cross', 1, 3, null]);
  const pin = {side: 'query', index: 0};
  assert.deepEqual(settledChoice(view, before, {kind: 'cross', layer: 0, pin}).pin, pin);
  assert.equal(settledChoice(view, before, {kind: 'cross', layer: 0, pin}).layer, 0);
});

test('a token behind the end of a shorter second translation has its last one as counterpart', () => {
  const variant = {steps: {forward: [0, 1, -1, -1, -1]}, packed: {predicted_tokens: [' Ja', '.', '</s>']}};
  assert.equal(variantStep(variant, 4), 2);
});

test('two figures of amounts have one scale, and an empty one changes none', () => {
  const sheet = (high, empty = false) => ({low: 0, high, empty});
  const highs = sheets => onOneScale(sheets).map(({high}) => high);
  assert.deepEqual(highs([sheet(1), sheet(4)]), [4, 4]);
  assert.deepEqual(highs([sheet(1), sheet(9, true)]), [1, 9]);
});
