// Values of a lab's controls.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {firstValues, oneOf, range, readValue, toggle} from '../../viz/components/maths/model/controls.js';

const factor = range('factor', {low: 0.05, high: 10, step: 0.05, first: facts => facts.rate_factor});
const width = range('width', {low: 16, high: 1024, step: 16, first: facts => facts.d_model});
const facts = {rate_factor: 0.14, d_model: 200};

test("a control begins with the model's own value, not with one rounded to the slider's steps", () => {
  assert.deepEqual(firstValues({controls: [factor, width]}, facts), {factor: 0.14, width: 200});
  assert.deepEqual(firstValues({controls: [width]}, facts, {width: 200}), {width: 200}); // of a link
});

test('a fraction that was typed is kept, a whole number goes to the nearest step', () => {
  assert.deepEqual(
    [0.14, '0.1234', 99].map(raw => readValue(factor, raw, facts)),
    [0.14, 0.1234, 10],
  );
  assert.deepEqual(
    [201, 100, 5, 9000].map(raw => readValue(width, raw, facts)),
    [208, 96, 16, 1024],
  );
});

test('what is no value of a control is refused', () => {
  assert.deepEqual(
    ['', null, true, 'x', Infinity].map(raw => readValue(factor, raw, facts)),
    [null, null, null, null, null],
  );
  assert.deepEqual([readValue(oneOf('a', ['b']), 'c', facts), readValue(toggle('a'), 1, facts)], [null, null]);
});
