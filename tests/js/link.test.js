import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  changeFields,
  isLinkedChange,
  isSameChange,
  linkFields,
  linkedChange,
  linkedChoice,
  parsedLink,
} from '../../viz/components/attention_view/address/fields.js';
import {compareColumns} from '../../viz/components/attention_view/compare/outcome.js';
import {rowsFor, usualRows} from '../../viz/components/attention_view/numbers/choices.js';
import {isNeverTaken, longestBar, scoredTokens} from '../../viz/components/attention_view/numbers/outcome.js';
import {keyTokens, queryTokens} from '../../viz/components/attention_view/numbers/payload.js';
import {compareRequest, labRequest, rescaledRow} from '../../viz/components/attention_view/numbers/second_request.js';
import {treeGeometry, treeNodes, treePath} from '../../viz/components/attention_view/tree/layout.js';
import {CHOICE, near, translation} from './translation.js';

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

test('padding and the start symbol are never taken, the end symbol is', () => {
  assert.deepEqual(['<s>', '<pad>', '</s>', ' s', ''].map(isNeverTaken), [true, true, false, false, false]);
});

const FIRST = {...CHOICE, view: 'lines', pin: null, side: 'base', bench: null, kinds: 'all'};
const packed = translation({source: 'a dog', checkpoint: 'en-de', chosen: 0, decoding: {beam_size: 4, alpha: 0.6}});
const ROW = {kind: 'cross', layer: 0, head: 1, query: 2, weights: [0.25, 0.75]};

test('linkedChoice takes only a lens that the payload declares', () => {
  assert.deepEqual(linkedChoice({lens: 'norms'}, translation()), {lens: 'norms'});
  assert.deepEqual(linkedChoice({lens: 'lime', vs_lens: 'lime'}, translation()), {});
});

test('linkedChoice reads a link within its bounds', () => {
  const asked = {
    kind: 'decoder',
    layer: '2',
    head: 99,
    step: '3',
    view: 'matrix',
    words: '1',
    mass: '0.8',
    pin: 'key.3.2',
  };
  assert.deepEqual(linkedChoice(asked, translation()), {
    kind: 'decoder',
    layer: 1,
    head: 2,
    step: 2,
    view: 'matrix',
    words: true,
    mass: 0.8,
    pin: {side: 'key', index: 2, sheet: 1},
  });
  const heads = 'cross.1.3 cross.9.1 nonsense.1.1 cross.0.1 cross.1.3';
  assert.deepEqual(linkedChoice({heads}, translation()), {heads: ['cross.0.2']});
});

for (const text of [
  '',
  'no',
  '[]',
  'null',
  '"x"',
  '{"kind": "self", "layer": -1, "head": "1e3", "step": null, "mass": "x"}',
  '{"words": [1], "lens": "toString", "bench": "nowhere", "view": {"a": 1}, "rows": 7, "kinds": "two"}',
])
  test(`linkedChoice ignores ${text || 'nothing'}`, () =>
    assert.deepEqual(linkedChoice(parsedLink(text), translation()), {}));

test('linkFields names what differs from a fresh page, and linkedChoice reads it back', () => {
  assert.deepEqual(linkFields(packed, FIRST, 3, null), {
    text: 'a dog',
    checkpoint: 'en-de',
    beam: '4',
    alpha: '0.6',
    kind: 'cross',
    view: 'lines',
    layer: '2',
    head: '3',
    step: '4',
  });
  const choice = {
    ...FIRST,
    view: 'matrix',
    rows: 'read',
    lens: 'norms',
    against: 'rolled',
    combine: 'mean',
    heads: ['cross.0.1'],
    words: true,
    specials: false,
    mass: 0.5,
    grow: true,
    kinds: 'one',
    bench: 'tree',
    pin: {side: 'query', index: 1},
  };
  const names = [
    'kind',
    'layer',
    'head',
    'view',
    'rows',
    'lens',
    'against',
    'combine',
    'heads',
    'words',
    'specials',
    'mass',
    'grow',
    'kinds',
    'bench',
    'pin',
    'step',
  ];
  const read = linkedChoice(linkFields(packed, choice, 4, null), packed);
  assert.deepEqual(read, Object.fromEntries(names.map(name => [name, choice[name]])));
});

test('a link names the systems of an evaluation', () => {
  const change = {checkpoint: 'en-de-2', systems: 'AB'};
  const fields = linkFields(packed, {...FIRST, side: 'both'}, 0, change);
  assert.deepEqual([fields.vs_checkpoint, fields.systems], ['en-de-2', 'AB']);
  assert.equal(linkedChange(fields)?.systems, 'AB');
  assert.equal(linkedChange({...fields, systems: 'XY'})?.systems, undefined);
  assert.equal(linkedChange({systems: 'AB'}), null, 'no second translation');
  assert.equal(isSameChange(linkedChange(fields), {checkpoint: 'en-de-2'}), false, 'it has other names');
});

test('linkedChange reads heads and the side that shows them', () => {
  assert.equal(linkedChange({off: []}), null);
  const read = {off: [['cross', 0, 1]], uniform: [], same: true, side: 'both'};
  assert.deepEqual(linkedChange({off: [['cross', 0, 1]], side: 'both', same: '1'}), read);
  assert.deepEqual(linkedChange({off: 'c.1.2', side: 'both', same: '1'}), read);
});

for (const change of [
  {
    off: [
      ['cross', 3, 1],
      ['encoder', 0, 2],
    ],
    uniform: [['decoder', 1, 0]],
    same: true,
  },
  {edits: [ROW, {...ROW, head: 0, weights: [1e-7, 0, 1, 4e-8, 0.9999999]}]},
  {prefix: [12, 7]},
  {text: 'a cat & a dog', checkpoint: 'own', beam_size: 2, alpha: 0.5},
  {rank: 3},
  {rank: 0},
  {target: 'ein Hund', text: 'a dog'},
])
  test(`a link says all of ${JSON.stringify(change)}`, () => {
    const read = linkedChange({...changeFields(change), side: 'variant'});
    assert.ok(isSameChange(read, change));
    assert.ok(isLinkedChange(change));
    assert.equal(isSameChange(read, {off: [['cross', 0, 0]]}), false);
  });

test('linkedChange leaves out what it cannot read', () => {
  const hostile = {
    edits: 'c.1.1.1*<b>',
    prefix: '1_x',
    vs_text: ' ',
    vs_beam: '99',
    vs_rank: '0',
    vs_alpha: '1e3',
    off: 'x.1.1',
  };
  assert.equal(linkedChange(hostile), null);
  assert.equal(isLinkedChange({edits: [{...ROW, weights: new Array(9999).fill(0.1234567)}]}), false);
});

test('rows of the decoder are named so that a token attends to itself', () => {
  const packed = {predicted_tokens: [' Ihre', '</s>'], tgt_tokens: ['<s>', ' Ihre'], src_tokens: ['x']};
  assert.equal(rowsFor({kind: 'cross', rows: 'predicted'}, 'decoder'), 'read');
  assert.deepEqual(queryTokens(packed, 'decoder', usualRows('decoder')), keyTokens(packed, 'decoder'));
  assert.equal(rowsFor({kind: 'decoder', rows: 'read'}, 'cross'), 'predicted');
  assert.equal(rowsFor({kind: 'cross', rows: 'read'}, 'decoder'), 'read');
  assert.equal(linkedChoice({kind: 'decoder', rows: 'predicted'}, translation()).rows, 'predicted');
  assert.equal('rows' in linkFields(translation(), {...FIRST, kind: 'decoder', rows: 'read'}, 0, null), false);
});
