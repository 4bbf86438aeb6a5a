// Bars of the labs' figures.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {bars} from '../../viz/components/maths/draw/bars.js';

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
