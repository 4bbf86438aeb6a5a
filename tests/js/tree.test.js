import assert from 'node:assert/strict';
import {test} from 'node:test';

import {firstFork, pathPieces, treeNodes} from '../../viz/components/attention_view/tree/layout.js';
import {siblingLabels, treeReason} from '../../viz/components/attention_view/tree/drawing.js';

/** Each row: id, parent, text, depth, log-probability, score, status. */
const reasonOf = (rows, hypotheses, chosen = 0) => {
  const column = place => rows.map(row => row[place]);
  const nodes = treeNodes({
    hypotheses,
    chosen,
    nodes: {
      id: column(0),
      parent: column(1),
      token: column(0),
      text: column(2),
      depth: column(3),
      log_prob: column(4),
      total: column(4),
      penalty: rows.map(() => 1),
      score: column(5),
      status: column(6),
    },
  });
  return treeReason(nodes.get(hypotheses[chosen]));
};

const START = [
  [1, 0, 'a', 1, -1, -1, 'kept'],
  [2, 0, 'b', 1, -0.5, -0.5, 'kept'],
  [3, 1, '</s>', 2, -0.1, -2.75, 'finished'],
];

test('treeReason compares the finished hypotheses through both tokens', () => {
  const rows = [...START, [4, 2, '</s>', 2, -0.2, -3, 'finished'], [5, 2, 'c', 2, -0.9, -4, 'pruned']];
  const {kind, step, own, other, end, by} = reasonOf(rows, [3]);
  assert.deepEqual([kind, step, own.text, other.text, end.id, by], ['wins', 1, 'a', 'b', 4, 0.25]);
  assert.equal(reasonOf(rows, [4, 3], 1).kind, 'wins');
  assert.equal(reasonOf(rows, [4]), null);
  rows[3] = [4, 2, '</s>', 2, -0.2, -2.5, 'finished'];
  assert.deepEqual([reasonOf(rows, [4, 3], 1).kind, reasonOf(rows, [4, 3], 1).by], ['loses', -0.25]);
});

test('treeReason reports a branch that never finished', () => {
  const pruned = reasonOf([...START, [4, 2, 'c', 2, -2, -3, 'pruned']], [3]);
  assert.deepEqual([pruned.kind, pruned.until], ['pruned', 2]);
  assert.equal(reasonOf([...START, [4, 2, 'c', 2, -2, -3, 'kept']], [3]).kind, 'open');
});

test('siblingLabels differ where the beginnings are the same', () => {
  const cut = text => (text.length <= 5 ? text : `${text.slice(0, 4)}…`);
  assert.deepEqual(siblingLabels(['abcdefg', 'abcdexyz', 'b'], cut), ['…efg', '…exyz', 'b']);
  assert.deepEqual(siblingLabels(['same-long', 'same-long'], cut), ['same…', 'same…']);
});

test('firstFork is the first shown candidate with several that follow', () => {
  const leaf = depth => ({depth, children: []});
  const [a, b, c, d] = [leaf(4), leaf(4), leaf(3), leaf(3)];
  const late = {depth: 3, children: [a, b]};
  const hidden = {depth: 2, children: [late, c]};
  const root = {depth: 1, children: [hidden, d]};
  assert.equal(firstFork([a, b, late, hidden, root]), late); // c and d are not shown
  assert.equal(firstFork([late, a, b, c, hidden, root]), hidden);
  assert.equal(firstFork([a, root]), undefined);
});

test('a path begins without a blank, and its end symbol is set off', () => {
  const path = [' Ich', ' hätte', '.', '</s>'].map(text => ({text}));
  assert.deepEqual(pathPieces(path), ['Ich', ' hätte', '.', ' </s>']);
  assert.deepEqual(pathPieces([{text: '</s>'}]), ['</s>']);
});

test('the tokens of one character are joined on a path', () => {
  const pieces = texts => pathPieces(texts.map(text => ({text})));
  assert.deepEqual(pieces(['或', '‹E9›', '‹9D B4›', '子']), ['或', '', '靴', '子']);
  assert.deepEqual(pieces(['‹E9 9D›', '</s>']), ['‹E9 9D›', ' </s>']); // nothing completes it
  assert.deepEqual(pieces([' x', ' ‹F0 9F›', '‹90›', '‹B6›!']), ['x', ' ', '', '🐶!']);
});
