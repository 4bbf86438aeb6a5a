import assert from 'node:assert/strict';
import {test} from 'node:test';

import {headCost} from '../../viz/components/attention_view/numbers/losses.js';

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
