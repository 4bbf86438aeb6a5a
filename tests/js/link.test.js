import assert from 'node:assert/strict';
import {test} from 'node:test';

import {rowsFor, usualRows} from '../../viz/components/attention_view/numbers/choices.js';
import {
  changeFields,
  isLinkedChange,
  isSameChange,
  linkFields,
  linkedChange,
  linkedChoice,
  parsedLink,
} from '../../viz/components/attention_view/address/fields.js';
import {keyTokens, queryTokens} from '../../viz/components/attention_view/numbers/payload.js';
import {CHOICE, translation} from './translation.js';

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
  {edits: [ROW, {...ROW, head: 0}]},
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
