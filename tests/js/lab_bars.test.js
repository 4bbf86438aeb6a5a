import assert from 'node:assert/strict';
import {test} from 'node:test';
// Bars of the labs' figures.

import {bars} from '../../viz/components/maths/draw/bars.js';
import {isSame} from '../../viz/components/maths/draw/figures.js';
import {heading, ticksOf} from '../../viz/components/maths/draw/frame.js';
import {firstValues, oneOf, range, readValue, toggle} from '../../viz/components/maths/model/controls.js';

// Values of a lab's controls.

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

// Ticks at the axes of the labs' figures.

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

// Figures that are already drawn.

const figure = (changes = {}) => ({
  kind: 'chart',
  title: 'a',
  y: {label: 'b', low: 0},
  series: [{name: '', x: [1, 2], y: Float64Array.of(NaN, 0)}],
  ...changes,
});

test('a figure made again with the same numbers is the same', () => {
  assert.ok(isSame(figure(), figure()));
  assert.ok(isSame(figure({series: [[1, 2]]}), figure({series: [Float64Array.of(1, 2)]})));
});

test('another number, length, text, field or kind makes another figure', () => {
  const others = [
    {title: 'c'},
    {y: {label: 'b', low: 1}},
    {y: {label: 'b'}},
    {y: {label: 'b', low: 0, high: 1}},
    {y: null},
    {series: []},
    {series: [{name: '', x: [1, 2], y: [NaN, 1]}]},
    {series: [{name: '', x: [1], y: [NaN]}]},
    {series: {0: {}}},
  ];
  for (const other of others) assert.ok(!isSame(figure(), figure(other)), JSON.stringify(other));
});

const pen = {font: '', measureText: text => ({width: 6 * text.length})};
Object.assign(globalThis, {document: {createElement: () => ({append: () => {}, getContext: () => pen})}});

test('a bar of zero has no height, and a small one is on its own side of the axis', () => {
  const rgb = [0, 0, 0];
  const colours = {ink: rgb, soft: rgb, rule: rgb, hues: {encoder: rgb, decoder: rgb, cross: rgb}, overlays: []};
  const figure = {
    kind: 'bars',
    title: '',
    labels: ['a', 'b', 'c', 'd'],
    y: {label: ''},
    series: [{name: '', values: [0, 1e-6, -1e-6, 1], hue: 'cross'}],
  };
  const {items} = bars(figure, {width: 400, family: 'sans', colours, texts: {}}).scene;
  const [zero, above, below] = items.filter(item => item.do === 'rect');
  const {
    points: [, axis],
  } = items.findLast(item => item.do === 'line');
  assert.equal(zero.height, 0);
  assert.ok(above.height >= 1 && Math.abs(above.y + above.height - axis) < 1e-6);
  assert.ok(below.height >= 1 && Math.abs(below.y - axis) < 1e-6);
});

const RGB = [0, 0, 0];
const COLOURS = {ink: RGB, soft: RGB, rule: RGB, hues: {encoder: RGB, decoder: RGB, cross: RGB}, overlays: []};
const labelsOf = (labels, width) => {
  const figure = {
    kind: 'bars',
    title: '',
    labels,
    y: {label: '', low: 0},
    series: [{name: '', values: labels.map(() => 1), hue: 'cross'}],
  };
  return bars(figure, {width, family: 'sans', colours: COLOURS, texts: {}}).scene.items.filter(
    ({do: kind, text}) => kind === 'text' && labels.join(' ').includes(text) && /[a-z]/.test(text),
  );
};

test('labels wrap below their bars where the words have room', () => {
  const found = labelsOf(['one pass (training)', 'step by step, cached', 'step by step, no cache'], 358);
  assert.ok(found.every(({turn}) => !turn));
  assert.equal(
    found.map(({text}) => text).join(' '),
    'one pass (training) step by step, cached step by step, no cache',
  );
});

test('the bars move so that a slanted label is not cut at the edge', () => {
  const found = labelsOf(['encoder embedding', ...Array(6).fill('decoder self-attention')], 358);
  assert.deepEqual([found.length, found[0].text], [7, 'encoder embedding']);
  assert.ok(found.every(({turn}) => turn === -40));
});

test('labels of narrow bars are upright and all of them are written', () => {
  const found = labelsOf(Array(20).fill('token'), 358);
  assert.deepEqual([found.length, found[0].turn], [20, -90]);
});

test('a logarithmic axis without a label says that it is logarithmic', () => {
  const figure = {
    kind: 'bars',
    title: '',
    labels: ['a'],
    y: {label: '', log: true},
    series: [{name: '', values: [10], hue: 'cross'}],
  };
  const {items} = bars(figure, {
    width: 358,
    family: 'sans',
    colours: COLOURS,
    texts: {axis_log: '{label} (log)'},
  }).scene;
  assert.ok(items.some(({text}) => text === '(log)'));
});
