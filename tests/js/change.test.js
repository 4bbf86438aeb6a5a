import assert from 'node:assert/strict';
import {test} from 'node:test';

import {compareRequest, labRequest, rescaledRow} from '../../viz/components/attention_view/numbers/second_request.js';
import {compareColumns} from '../../viz/components/attention_view/compare/outcome.js';
import {
  chosenPlace,
  isNeverTaken,
  longestBar,
  scoredTokens,
} from '../../viz/components/attention_view/numbers/outcome.js';
import {treeGeometry, treeNodes, treePath} from '../../viz/components/attention_view/tree/layout.js';
import {near} from './translation.js';

test('rescaledRow keeps the sum at 1', () => {
  const rescaled = (...call) => rescaledRow(...call);
  near(assert, rescaled([0.5, 0.25, 0.25], 0, 0.2), [0.2, 0.4, 0.4]);
  near(assert, rescaled([0.5, 0.25, 0.25], 1, 1), [0, 1, 0]);
  near(assert, rescaled([0, 1, 0], 1, 0.6, [0.6, 0.1, 0.3]), [0.8 / 3, 0.6, 0.4 / 3]);
  near(assert, rescaled([0, 1, 0], 1, 0.5), [0.25, 0.5, 0.25]);
  near(assert, rescaled([0.3, 0.7], 0, -2), [0, 1]);
  near(assert, rescaled([1], 0, 0.3), [1]);
});

test('labRequest names heads and rows', () => {
  const edit = {kind: 'encoder', layer: 0, head: 1, query: 2, weights: Float64Array.of(0.25, 0.75)};
  const lab = {
    gates: new Map([
      ['cross.1.2', 'off'],
      ['encoder.0.0', 'uniform'],
    ]),
    edits: new Map([['row', edit]]),
    mode: 'same',
  };
  const {off, uniform, edits, same, prefix} = labRequest(lab);
  assert.deepEqual(
    {off, uniform, same, prefix},
    {off: [['cross', 1, 2]], uniform: [['encoder', 0, 0]], same: true, prefix: []},
  );
  assert.deepEqual(edits, [{...edit, weights: [0.25, 0.75]}]);
});

test('compareRequest asks only for what differs', () => {
  const view = {packed: {source: 'a', checkpoint: 'm', chosen: 0, decoding: {beam_size: 4, alpha: 0.6}}};
  const fields = {text: 'a', target: ' ', checkpoint: 'm', rank: 0, beam: 4, alpha: 0.6};
  assert.equal(compareRequest(view, fields), null);
  assert.equal(compareRequest(view, {...fields, rank: 1}).rank, 1);
  const {rank, beam_size: beam} = compareRequest(view, {...fields, rank: 1, beam: 2}); // of a new search, the best
  assert.deepEqual([rank, beam], [0, 2]);
});

test('compareRequest scores a given translation without a search', () => {
  const view = {packed: {source: 'a', checkpoint: 'm', chosen: 0, decoding: {beam_size: 4, alpha: 0.6}}};
  const fields = {text: 'b', target: ' ein Hund', checkpoint: 'o', rank: 2, beam: 9, alpha: 1};
  assert.deepEqual(compareRequest(view, fields), {
    off: [],
    uniform: [],
    edits: [],
    prefix: [],
    same: false,
    rank: 0,
    text: 'b',
    target: ' ein Hund',
    checkpoint: 'o',
  });
  const own = compareRequest(view, {...fields, text: 'a', checkpoint: 'm'});
  assert.deepEqual([own.text, own.checkpoint, own.target], [null, null, ' ein Hund']);
});

test('scoredTokens names the most likely token where it is another', () => {
  const packed = {
    predicted_tokens: ['a', 'b'],
    predicted_ids: [5, 6],
    probabilities: [0.7, 0.01],
    ranks: [1, 14],
    top: [
      [
        ['a', 0.7],
        ['b', 0.1],
      ],
      [['c', 0.9]],
    ],
    top_ids: [[5, 6], [7]],
  };
  assert.deepEqual(scoredTokens(packed), [
    {token: 'a', p: 0.7, rank: 1, other: null, otherP: 0},
    {token: 'b', p: 0.01, rank: 14, other: 'c', otherP: 0.9},
  ]);
  assert.deepEqual(scoredTokens({...packed, ranks: undefined}), []);
});

test('compareColumns stacks tokens between two pairs', () => {
  const columns = compareColumns({forward: [0, -1, 2], back: [0, -1, 2, -1]});
  assert.deepEqual(
    columns.map(({base, variant, pair}) => [base, variant, pair]),
    [
      [0, 0, true],
      [1, 1, false],
      [2, 2, true],
      [-1, 3, false],
    ],
  );
});

// 1 -> 2 -> 3 is the hypothesis; 4 and 5 are pruned below the root and 1; 6 -> 7 began next to 1.
const REPLY = {
  nodes: {
    id: [1, 2, 3, 4, 5, 6, 7],
    parent: [0, 1, 2, 0, 1, 0, 6],
    depth: [1, 2, 3, 1, 2, 1, 2],
    token: [9, 9, 9, 9, 9, 9, 9],
    text: [...'abcdefg'],
    log_prob: [-1, -1, -1, -1, -1, -1, -1],
    total: [-1, -2, -3, -1.5, -2.5, -1.2, -2.2],
    penalty: [1, 1, 1, 1, 1, 1, 1],
    score: [-1, -1, -1, -1, -1, -1, -1],
    status: ['kept', 'kept', 'finished', 'pruned', 'pruned', 'kept', 'kept'],
  },
  hypotheses: [3],
  chosen: 0,
};

test('treeGeometry hangs subtrees as close as their outlines allow', () => {
  const {list} = treeGeometry(treeNodes(REPLY), true, () => 20, 30);
  // 5 hangs below 2; 7 must stay below 5, so 6 leaves a row free; 4 has the last row, being the least probable.
  assert.deepEqual(Object.fromEntries(list.map(({id, row}) => [id, row])), {
    0: 0,
    1: 0,
    2: 0,
    3: 0,
    5: 1,
    6: 2,
    7: 2,
    4: 3,
  });
  assert.deepEqual(
    list.filter(({depth}) => depth === 1).map(({x}) => x),
    [58, 58, 58],
  ); // 8 + 20 + 30
});

test('treeGeometry reserves no column for the last node of a row', () => {
  const {list, width} = treeGeometry(
    treeNodes({...REPLY, hypotheses: [3, 7]}),
    false,
    node => (node.end >= 0 ? 100 : 20),
    30,
  );
  for (const node of list)
    for (const other of list)
      if (other.row === node.row && other.x > node.x) assert.ok(other.x >= node.x + node.width + 30);
  assert.equal(Math.max(...list.map(node => node.x)), 8 + 50 * Math.max(...list.map(node => node.depth)));
  assert.ok(list.every(node => node.x + node.width <= width));
});

test('treeGeometry folds to the hypotheses', () => {
  const {list} = treeGeometry(treeNodes(REPLY), false, () => 20, 30);
  assert.deepEqual(list.map(({id}) => id).sort(), [0, 1, 2, 3]);
});

test('treePath leads from the first token', () => {
  assert.deepEqual(
    treePath(treeNodes(REPLY).get(3)).map(({text}) => text),
    ['a', 'b', 'c'],
  );
});

test('longestBar is the largest change, rounded up, between 0.01 and 1 nat', () => {
  assert.deepEqual(
    [[], [null, 0], [0.004], [-0.013], [0.02], [0.4, -0.21], [0.6], [-7]].map(longestBar),
    [0.01, 0.01, 0.01, 0.02, 0.02, 0.5, 1, 1],
  );
});

test('the token of a step is found by its id: its text may differ where it stands alone', () => {
  const packed = {
    predicted_ids: [7, 8],
    predicted_tokens: ['', '靴'],
    top_ids: [
      [7, 9],
      [3, 8],
    ],
    top: [
      [
        ['‹E9 9D›', 0.9],
        ['x', 0.1],
      ],
      [
        ['‹B5›', 0.6],
        ['‹B4›', 0.4],
      ],
    ],
  };
  assert.deepEqual(
    [0, 1].map(step => chosenPlace(packed, step)),
    [0, 1],
  );
  const old = {...packed, predicted_ids: [], predicted_tokens: ['x', 'y'], top_ids: []};
  assert.deepEqual(
    [0, 1].map(step => chosenPlace(old, step)),
    [1, -1],
  );
});

test('padding and the start symbol are never taken, the end symbol is', () => {
  assert.deepEqual(['<s>', '<pad>', '</s>', ' s', ''].map(isNeverTaken), [true, true, false, false, false]);
});
