// Bars of the labs' figures.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {bars} from '../../viz/components/maths/draw/bars.js';

const pen = {font: '', measureText: text => ({width: 6 * text.length})};
Object.assign(globalThis, {document: {createElement: () => ({append: () => {}, getContext: () => pen})}});

test('a bar of zero has no height, and a small one is on its own side of the axis', () => {
  const rgb = [0, 0, 0], colours = {ink: rgb, soft: rgb, rule: rgb, hues: {encoder: rgb, decoder: rgb, cross: rgb}, overlays: []};
  const figure = {kind: 'bars', title: '', labels: ['a', 'b', 'c', 'd'], y: {label: ''}, series: [{name: '', values: [0, 1e-6, -1e-6, 1], hue: 'cross'}]};
  const {items} = bars(figure, {width: 400, family: 'sans', colours, texts: {}}).scene;
  const [zero, above, below] = items.filter(item => item.do === 'rect');
  const {points: [, axis]} = items.findLast(item => item.do === 'line');
  assert.equal(zero.height, 0);
  assert.ok(above.height >= 1 && Math.abs(above.y + above.height - axis) < 1e-6);
  assert.ok(below.height >= 1 && Math.abs(below.y - axis) < 1e-6);
});
