// Time travel: what a screen reader gets.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {markReading} from '../../viz/components/time_travel/drawing.js';

const TEXTS = {heard: 'step {step}', 'heard.row': '', 'head.title': '', 'kind.cross': '', 'readout.focus': ''};

test('the picture has a name from its first drawing, and keeps it until it rests', context => {
  context.mock.timers.enable({apis: ['setTimeout']});
  const attributes = new Map();
  const figure = {
    hasAttribute: name => attributes.has(name),
    setAttribute: (name, value) => attributes.set(name, value),
  };
  const live = {textContent: ''};
  const parts = {figure, live, readout: {}};
  const choice = {sentence: 0, kind: 'cross', layer: 0, head: 0, at: 0};
  const view = {
    part: name => parts[name],
    texts: TEXTS,
    choice,
    focus: [0.5, 0.5],
    hover: null,
    timer: null,
    history: {
      heads: 1,
      layers: {cross: 1},
      moments: [{step: 3}, {step: 5}],
      sentences: [
        {
          src_tokens: ['a'],
          predicted_tokens: ['b'],
          kinds: {cross: {queries: 1, keys: 1, weights: new Uint8Array([255, 255])}},
        },
      ],
    },
  };
  markReading(view);
  assert.deepEqual([attributes.get('aria-label'), live.textContent], ['step 3', '']);
  choice.at = 1;
  markReading(view);
  assert.equal(attributes.get('aria-label'), 'step 3');
  context.mock.timers.tick(1000);
  assert.deepEqual([attributes.get('aria-label'), live.textContent], ['step 5', 'step 5']);
});
