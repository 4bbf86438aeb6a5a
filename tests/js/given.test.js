import assert from 'node:assert/strict';
import {test} from 'node:test';

import {isPredicted, kindsOf, restored} from '../../viz/components/attention_view/numbers/payload.js';
import {walked} from '../../viz/components/attention_view/overview/pictures.js';
import {alarms} from '../../viz/components/attention_view/strip/alarm.js';
import {behindOf} from '../../viz/components/attention_view/strip/given.js';
import {SPECIAL} from '../../viz/components/shared/text.js';
import {CHOICE, translation} from './translation.js';

/** A translation without some kinds and without probabilities, as tensors of another program are. */
const given = (...missing) => {
  const packed = {...translation(), probabilities: [], top: [], entropies: []};
  for (const kind of missing) {
    const [, , queries, keys] = packed.kinds[kind].shape;
    packed.kinds[kind] = {shape: [0, 0, queries, keys], weights: new Uint8Array(0)};
  }
  return packed;
};

test('the view opens with a kind that there is', () => {
  const packed = given('decoder', 'cross');
  assert.deepEqual(kindsOf(packed), ['encoder']);
  const {kind, layer, head} = restored({...CHOICE, kind: 'cross', layer: null}, packed);
  assert.ok(kind === 'encoder' && layer >= 0 && head >= 0);
});

test('an encoder alone has no step', () => {
  const packed = {...given('decoder', 'cross'), predicted_tokens: [], tgt_tokens: []};
  assert.equal(restored({...CHOICE, layer: null}, packed).step, 0);
});

test('arrow keys pass over a missing kind', () => {
  const packed = given('decoder');
  const next = walked(packed, {kind: 'encoder', layer: 0, head: 0}, 'PageDown');
  assert.equal(next?.kind, 'cross');
});

test('nothing is announced of given tensors', () => {
  assert.equal(isPredicted(given()), false);
  assert.deepEqual(alarms(given()), []);
});

test("special tokens of other programs' tokenizers are known", () => {
  for (const token of ['<s>', '</s>', '<pad>', '[CLS]', '[SEP]', '<|endoftext|>']) assert.ok(SPECIAL.test(token));
  for (const token of ['dog', '[sic]', '<b>']) assert.ok(!SPECIAL.test(token));
});

test('the way back leads to the last translation, over several files', () => {
  const first = {...translation(), probabilities: [1]};
  const behind = behindOf({packed: first, variant: null, choice: CHOICE, behind: null}, given());
  assert.equal(behind.packed, first);
  assert.equal(behindOf({packed: given(), variant: null, choice: CHOICE, behind}, given('cross')), behind);
  assert.equal(behindOf({packed: given(), variant: null, choice: CHOICE, behind}, first), null);
});
