import assert from 'node:assert/strict';
import {test} from 'node:test';
import {headCost} from '../../viz/components/attention_view/numbers/losses.js';
import {oldWordsCost, oldWordsKey, oldWordsRequest} from '../../viz/components/attention_view/numbers/outcome.js';

const lab = changes => ({
  packed: {id: 'one'},
  mode: 'again',
  gates: new Map([['cross.0.1', 'off']]),
  edits: new Map(),
  rankings: new Map(),
  scored: new Map(),
  ...changes,
});

const NONE = new Map();

test('oldWordsRequest scores the same words', () => {
  assert.equal(oldWordsRequest(lab()).same, true);
  assert.deepEqual(oldWordsRequest(lab()).off, [['cross', 0, 1]]);
});

test('oldWordsCost is unknown without an answer', () => assert.equal(oldWordsCost(lab(), NONE), null));

test('oldWordsCost takes the losses or the ranking of the first translation', () => {
  assert.equal(
    oldWordsCost(
      lab(),
      new Map([
        [
          'one cross',
          [
            [
              [9, 9],
              [0.5, 0.25],
            ],
          ],
        ],
      ]),
    ),
    0.75,
  );
  assert.equal(
    oldWordsCost(
      lab(),
      new Map([
        [
          'other cross',
          [
            [
              [9, 9],
              [0.5, 0.25],
            ],
          ],
        ],
      ]),
    ),
    null,
  );
  assert.equal(oldWordsCost(lab({rankings: new Map([['one', {cross: [[9, 2]]}]])}), NONE), 2);
});

test('oldWordsCost of several heads is not that of one', () => {
  const gates = new Map([
    ['cross.0.0', 'off'],
    ['cross.0.1', 'off'],
  ]);
  const rankings = new Map([['one', {cross: [[9, 2]]}]]);
  const several = lab({gates, rankings});
  assert.equal(oldWordsCost(several, NONE), null);
  assert.equal(oldWordsCost({...several, scored: new Map([[oldWordsKey(several), 4]])}, NONE), 4);
  assert.equal(oldWordsCost(lab({gates: new Map([['cross.0.1', 'uniform']]), rankings}), NONE), null);
});

const LOSSES = [
  [
    [0.5, -0.2],
    [0.7, 0.001],
  ],
  [
    [0.1, -0.9],
    [null, null],
  ],
]; // 2 layers, 2 heads, 2 tokens

const cost = (layer, head, step) => headCost(LOSSES, {kind: 'cross', layer, head}, step);

test('headCost names the head that matters most at a step', () => {
  assert.deepEqual(cost(0, 1, 0), {cost: 0.7, count: 4, key: 'best'});
  assert.deepEqual(cost(0, 0, 0), {cost: 0.5, count: 4, key: 'helps'});
});

test('headCost calls a small cost little and a negative one a hurt', () => {
  assert.equal(cost(0, 1, 1).key, 'little');
  assert.deepEqual(cost(1, 0, 1), {cost: -0.9, count: 4, key: 'hurts'});
});

test('headCost adds the costs of all tokens without a step', () => {
  assert.equal(cost(0, 0, null).cost.toFixed(6), '0.300000');
  assert.equal(cost(0, 1, null).key, 'best');
});

test('headCost is not known of a head that is off or missing', () => {
  assert.equal(cost(1, 1, 0), null);
  assert.equal(cost(5, 0, 0), null);
});
