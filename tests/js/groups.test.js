import assert from 'node:assert/strict';
import {test} from 'node:test';

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
