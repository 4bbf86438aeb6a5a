// An answer that comes when another translation is shown says nothing about that one.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {setImmediate} from 'node:timers/promises';

import {build} from '../../viz/components/attention_view/compare/compare.js';
import {fetchDetail} from '../../viz/components/attention_view/server/detail.js';
import {continueFrom} from '../../viz/components/attention_view/steps/step.js';
import {drawTemperature} from '../../viz/components/attention_view/steps/temperature.js';
import {StubElement, withDocument} from './page.js';
import {CHOICE, translation} from './translation.js';

const shown = id => translation({id, probabilities: [0.5], source: 'a', chosen: 0, hypotheses: [{}], change: null});

/** A view whose server answers one question when it is told to. */
const waitingView = name => {
  let answer;
  const parts = new Map();
  const view = {
    packed: shown('first'),
    variant: null,
    choice: {...CHOICE, side: 'base'},
    texts: {},
    props: {},
    panels: {},
    root: {},
    arrivals: 0,
    temperature: 1,
    lensFailed: null,
    server: {
      [name]: () =>
        new Promise(resolve => {
          answer = resolve;
        }),
    },
    part: one => parts.get(one) ?? parts.set(one, new StubElement()).get(one),
    set: changes => Object.assign(view, changes),
    show: () => {},
  };
  /** Answer nothing, with another translation shown or not. */
  const fail = async isOther => {
    if (isOther) view.packed = shown('other');
    answer(null);
    await setImmediate();
  };
  return {view: /** @type {any} */ (view), fail};
};

test('a lens has failed for the translation that asked for it', async () => {
  for (const isOther of [false, true]) {
    const {view, fail} = waitingView('lens_values');
    view.choice.lens = 'norms';
    fetchDetail(view);
    await fail(isOther);
    assert.equal(view.lensFailed, isOther ? null : 'norms');
  }
});

test('a comparison has no answer for the translation that asked for it', async context => {
  withDocument(context);
  for (const isOther of [false, true]) {
    const {view, fail} = waitingView('variant');
    const host = new StubElement();
    build(view, /** @type {any} */ (host));
    const part = name => host.querySelector(`[data-compare="${name}"]`);
    part('text').value = 'b';
    part('form').listeners.submit({preventDefault: () => {}});
    assert.equal(part('run').disabled, true);
    await fail(isOther);
    assert.deepEqual([part('note').hidden, part('run').disabled], [isOther, false]);
  }
});

test('a forced token has no answer for the translation that asked for it', async () => {
  for (const isOther of [false, true]) {
    const {view, fail} = waitingView('variant');
    view.part('problem').hidden = true;
    const success = continueFrom(view, [1]);
    await fail(isOther);
    assert.deepEqual([await success, view.part('problem').hidden], [false, isOther]);
  }
});

test('a temperature is undone for the translation that asked for it', async () => {
  for (const isOther of [false, true]) {
    const {view, fail} = waitingView('temperatures');
    view.temperature = 0.5;
    drawTemperature(view, true);
    await fail(isOther);
    assert.equal(view.temperature, isOther ? 0.5 : 1);
  }
});
