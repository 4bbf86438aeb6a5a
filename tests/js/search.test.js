// The list of the largest values, from which search and the most likely next tokens are taken.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {matrix} from '../../viz/components/shared/engine/matrix.js';
import {Search, largest} from '../../viz/components/shared/engine/search.js';

test('of equal values the earlier comes first, and is kept where there is no room for both', () => {
  assert.deepEqual(largest(Float32Array.from([1, 3, 3, 2, 3]), 5), [1, 2, 4, 3, 0]);
  assert.deepEqual(largest(Float32Array.from([1, 3, 3, 2, 3]), 2), [1, 2]);
  assert.deepEqual(largest(new Float32Array(4), 3), [0, 1, 2]);
});

test('the largest come first, wherever they are', () => {
  assert.deepEqual(largest(Float32Array.from([-Infinity, -2, 7, -1]), 3), [2, 3, 1]);
  assert.deepEqual(largest(Float32Array.from([5]), 3), [0]);
});

const PAD = 0;
const START = 1;
const END = 2;

/**
 * A search over a model of six tokens whose logits follow from the last token alone, the start symbol's first.
 * @param {Record<number, number[]>} logits
 */
const found = (logits, options) => {
  const config = {start_id: START, end_id: END, pad_id: PAD, max_positions: 8};
  const sums = values => {
    const highest = Math.max(...values);
    return {highest, total: values.reduce((sum, value) => sum + Math.exp(value - highest), 0)};
  };
  const search = new Search(
    {config, sums},
    {source: [3, END], sources: [], sourceRows: 1},
    {beam: 1, alpha: 0, maxExtraTokens: 3, ...options},
  );
  search.cache = {
    length: 0,
    reorder: () => {},
    step(tokens) {
      this.length += 1;
      return matrix(tokens.length, 6, Float32Array.from(tokens.flatMap(token => logits[token])));
    },
  };
  return search.finish();
};
const LN = Math.log;
const NONE = -20;
const LOGITS = {
  [START]: [5, 5, NONE, LN(0.6), LN(0.4), NONE], // neither padding nor a second start is taken, however probable
  3: [NONE, NONE, LN(0.2), NONE, LN(0.5), LN(0.3)],
  4: [NONE, NONE, LN(0.9), NONE, NONE, LN(0.1)],
  5: [NONE, NONE, LN(1), NONE, NONE, NONE],
};

test('a greedy search takes the most probable token that may be taken, and ends at the end symbol', () => {
  const {hypotheses, nodes} = found(LOGITS, {});
  assert.deepEqual(
    hypotheses.map(({ids, isFinished}) => [ids, isFinished]),
    [[[3, 4, END], true]],
  );
  assert.deepEqual(
    nodes.filter(({status}) => status === 'finished').map(({token, depth}) => [token, depth]),
    [[END, 3]],
  );
});

test('a beam finds what is more probable as a whole, best first', () => {
  const {hypotheses} = found({...LOGITS, [START]: [NONE, NONE, NONE, LN(0.6), LN(0.4), NONE]}, {beam: 2});
  assert.deepEqual(
    hypotheses.map(({ids}) => ids),
    [
      [4, END],
      [3, 4, END],
    ],
  );
  assert.ok(Math.abs(hypotheses[0].score - LN(0.36)) < 1e-5 && Math.abs(hypotheses[1].score - LN(0.27)) < 1e-5);
});

test('the score is divided by the length penalty, so that a longer translation may win', () => {
  const {hypotheses} = found({...LOGITS, [START]: [NONE, NONE, NONE, LN(0.6), LN(0.4), NONE]}, {beam: 2, alpha: 3});
  assert.deepEqual(
    hypotheses.map(({ids}) => ids),
    [
      [3, 4, END],
      [4, END],
    ],
  );
  assert.ok(Math.abs(hypotheses[0].score - LN(0.27) / (8 / 6) ** 3) < 1e-5);
});

test('a forced beginning is kept and scored', () => {
  const [best] = found({...LOGITS, [START]: [NONE, NONE, NONE, LN(0.6), LN(0.4), NONE]}, {prefix: [3, 5]}).hypotheses;
  assert.deepEqual(
    [best.ids, best.logProbs.map(value => Math.round(100 * Math.exp(value)))],
    [
      [3, 5, END],
      [60, 30, 100],
    ],
  );
});

test('an end symbol that is not among the best of the beam is pruned', () => {
  const {nodes} = found({...LOGITS, [START]: [NONE, NONE, LN(0.2), LN(0.5), LN(0.3), NONE]}, {beam: 2});
  assert.equal(nodes.find(({token, depth}) => token === END && depth === 1).status, 'pruned');
});

test('a beam goes on while a hypothesis that has not ended can still be better than the worst that has', () => {
  const logits = {
    [START]: [NONE, NONE, LN(0.2), LN(0.6), LN(0.1), LN(0.1)],
    3: [NONE, NONE, NONE, NONE, LN(0.9), LN(0.1)],
    4: [NONE, NONE, LN(0.9), NONE, NONE, LN(0.1)],
    5: [NONE, NONE, LN(1), NONE, NONE, NONE],
  };
  const {hypotheses} = found(logits, {beam: 2});
  assert.deepEqual(
    hypotheses.map(({ids}) => ids),
    [[3, 4, END], [END]],
  );
});
