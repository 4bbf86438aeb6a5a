import assert from 'node:assert/strict';
import {test} from 'node:test';

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
