// The head lab while the server makes its translation.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {setImmediate} from 'node:timers/promises';

import {changeLab} from '../../viz/components/attention_view/changes/changes.js';
import {dropVariant, showVariant} from '../../viz/components/attention_view/second_translation/request.js';
import {settledLab} from '../../viz/components/attention_view/store/lab.js';
import {base64Of} from '../../viz/components/shared/bytes.js';
import {CHOICE, kindsOf, LEVELS, translation} from './translation.js';

const payload = id => {
  const kinds = Object.entries(kindsOf(LEVELS)).map(([kind, {shape, weights}]) => [
    kind,
    {shape, weights: base64Of(weights)},
  ]);
  return JSON.stringify(translation({id, kinds: Object.fromEntries(kinds), change: {off: []}}));
};

/** A view whose lab shows the translation `one`, and the next one is being made: `answer` sends it. */
const makingNext = async context => {
  context.mock.timers.enable({apis: ['setTimeout']});
  let answer;
  const variant = () =>
    new Promise(resolve => {
      answer = resolve;
    });
  const view = /** @type {any} */ ({
    packed: translation(),
    variant: null,
    playing: null,
    choice: {...CHOICE, side: 'base', bench: 'lab'},
    texts: {},
    server: {variant},
  });
  view.set = changes => {
    Object.assign(view, changes);
    view.lab = settledLab(view.lab, view.packed, view.variant);
  };
  view.set({});
  const change = async gates => {
    changeLab(view, {gates: new Map(gates.map(name => [name, 'off']))});
    context.mock.timers.tick(1000);
    await setImmediate();
  };
  const send = async id => {
    answer({payload: payload(id)});
    await setImmediate();
  };
  await change(['cross.0.0']);
  await send('one');
  await change(['cross.0.0', 'cross.0.1']);
  return {view, answer: () => send('two')};
};

test('the next translation of the lab replaces the one before', async context => {
  const {view, answer} = await makingNext(context);
  assert.equal(view.variant.packed.id, 'one');
  await answer();
  assert.deepEqual([view.variant.packed.id, view.lab.gates.size], ['two', 2]);
});

test('a second translation that was removed or replaced meanwhile stays so', async context => {
  for (const [id, leave] of [
    [undefined, dropVariant],
    ['compared', view => showVariant(view, payload('compared'), 'both')],
  ]) {
    const {view, answer} = await makingNext(context);
    leave(view);
    await answer();
    assert.equal(view.variant?.packed.id, id);
    assert.deepEqual([view.lab.running, view.lab.gates.size], [false, 0]);
    context.mock.timers.reset();
  }
});
