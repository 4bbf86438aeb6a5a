// Ticks at the axes of the labs' figures.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {heading, ticksOf} from '../../viz/components/maths/draw/frame.js';

const texts = (ends, count, isWhole = false) =>
  ticksOf({label: ''}, {log: false, ...ends}, count, isWhole).map(tick => tick.text);

test('an axis of whole numbers has whole ticks', () => {
  assert.deepEqual(texts({low: 1, high: 10}, 4), ['2.5', '5', '7.5', '10']);
  assert.deepEqual(texts({low: 1, high: 10}, 4, true), ['5', '10']);
  assert.deepEqual(texts({low: 0, high: 2}, 8, true), ['0', '1', '2']);
});

test('ticks of one linear axis have one notation', () => {
  assert.deepEqual(texts({low: 0, high: 0.0015}, 3), ['0', '0.0005', '0.001', '0.0015']);
  assert.deepEqual(texts({low: -0.001, high: 0}, 2), ['−0.001', '−0.0005', '0']);
});

test('a long logarithmic axis has powers of ten, a short one parts of them', () => {
  assert.deepEqual(texts({low: 100, high: 1e10, log: true}, 5), ['10²', '10⁴', '10⁶', '10⁸', '10¹⁰']);
  assert.deepEqual(texts({low: 1e-6, high: 1e-2, log: true}, 3), ['10⁻⁶', '10⁻⁴', '10⁻²']);
  assert.deepEqual(texts({low: 0.6, high: 90, log: true}, 3), ['1', '10']);
  assert.deepEqual(texts({low: 1, high: 9, log: true}, 4), ['1', '2', '5']);
});

test('a logarithmic axis within one power of ten has at least two ticks', () => {
  assert.deepEqual(texts({low: 0.3, high: 0.9, log: true}, 4), ['0.4', '0.6', '0.8']);
  assert.deepEqual(texts({low: 2.1, high: 4.9, log: true}, 4), ['3', '4']);
});

test('a heading begins with a capital, unless it begins with a symbol', () => {
  assert.equal(heading('mask before softmax'), 'Mask before softmax');
  assert.equal(heading('d_k against h'), 'd_k against h');
  assert.equal(heading('log_probs'), 'log_probs');
  assert.equal(heading('√d_k'), '√d_k');
});
