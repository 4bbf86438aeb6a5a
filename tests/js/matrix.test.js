// The items of a matrix: each number in its own cell, the hatch over the cells without one.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {matrix as labMatrix} from '../../viz/components/maths/draw/matrix.js';
import {cellItems, emptyRects, markedItems} from '../../viz/components/attention_view/figure/matrix_items.js';

const KEYS = ['a', 'b', 'c'];
const QUERIES = ['x', 'y'];
const CELL = 40;
const BLACK = [0, 0, 0];
const WHITE = [255, 255, 255];

/** What a drawing of 2 queries and 3 keys reads, scrolled by 5 and 3 pixels. @param {number[]} values */
const matrix = values => ({
  sheet: {
    values: Float32Array.from(values),
    keys: KEYS,
    queries: QUERIES,
    overlays: null,
    exact: true,
    shares: true,
    low: 0,
    high: 1,
    kind: 'cross',
  },
  view: {colours: {ink: BLACK, background: WHITE, hatch: BLACK, rule: BLACK, soft: BLACK}},
  pixels: new Uint32Array(6).fill(0xffffffff),
  image: null,
  family: 'serif',
  g: {left: 105, top: 53, cell: CELL},
  pane: {x: 5, y: 3},
});

/** A page of which only the width of a text is read. */
const withPage = draw => {
  globalThis.document = {
    createElement: () => ({append: () => {}, getContext: () => ({measureText: text => ({width: 6 * text.length})})}),
  };
  try {
    return draw();
  } finally {
    delete globalThis.document;
  }
};

test('each row and column has its token next to its own cells', () => {
  const {view, g, ...rest} = matrix([1, 2, 3, 4, 5, 6]);
  const of = {
    ...rest,
    view: {
      choice: {hover: null, pin: null, step: 0, cell: {query: 1, key: 2}},
      colours: {...view.colours, faint: BLACK, hueTexts: {cross: WHITE}},
    },
    pins: {query: new Set(), key: new Set()},
    g: {...g, width: 300, height: 200, every: 1, size: 12, tall: 50, upright: false},
  };
  of.sheet.rows = [[0], [1]];
  const items = withPage(() => markedItems(of));
  const labels = items.filter(item => item.do === 'text');
  assert.deepEqual(
    labels.map(({text, x, y, weight}) => [text, x, y, weight]),
    [
      ['x', 97, 70, 400],
      ['y', 97, 110, 700],
      ['a', 120, 45, 400],
      ['b', 160, 45, 400],
      ['c', 200, 45, 700],
    ],
  );
  assert.deepEqual(items[0].items.at(-1), {
    do: 'rect',
    x: 180,
    y: 90,
    width: CELL,
    height: CELL,
    stroke: 'rgb(0, 0, 0)',
    line: 2,
  }); // the cell
});

test('each number is written in the middle of its own cell', () => {
  const texts = cellItems(matrix([0.11, 0.12, 0.13, 0.21, 0.22, 0.23])).filter(item => item.do === 'text');
  assert.deepEqual(
    texts.map(({text, x, y}) => [text, x, y]),
    [
      ['0.11', 120, 70],
      ['0.12', 160, 70],
      ['0.13', 200, 70],
      ['0.21', 120, 110],
      ['0.22', 160, 110],
      ['0.23', 200, 110],
    ],
  );
});

test('cells without a number have no text and one hatch for each stretch of a row', () => {
  const items = cellItems(matrix([NaN, NaN, 0.13, 0.21, NaN, 0.23]));
  assert.deepEqual(
    items.filter(item => item.do === 'text').map(item => item.text),
    ['0.13', '0.21', '0.23'],
  );
  assert.deepEqual(items.find(item => item.do === 'hatch')?.rects, [100, 50, 80, CELL, 140, 90, CELL, CELL]);
});

test('a hatch begins at the first masked cell and ends with the row', () => {
  const sheet = {values: Float32Array.from([0.5, NaN, NaN, NaN, NaN, NaN]), keys: KEYS, queries: QUERIES};
  assert.deepEqual(emptyRects(sheet, {left: 1, top: 2, cell: 10}), [11, 2, 20, 10, 1, 12, 30, 10]);
  assert.deepEqual(emptyRects({...sheet, values: new Float32Array(6)}, {left: 1, top: 2, cell: 10}), []);
});

test('a matrix of a lab that is drawn as one picture has its frames too', () => {
  // The frames of the words were missing for sentences of 32 tokens and more.
  const pen = {measureText: text => ({width: 6 * text.length}), putImageData: () => {}};
  globalThis.ImageData = class {};
  globalThis.document = {createElement: () => ({append: () => {}, style: {}, getContext: () => pen})};
  const colours = new Proxy({hues: {encoder: BLACK}, overlays: []}, {get: (own, name) => own[name] ?? WHITE});
  const of = (size, outlined) =>
    labMatrix(
      {
        title: '',
        values: Array.from({length: size}, () => Array(size).fill(0.5)),
        rowTitle: 'q',
        columnTitle: 'k',
        outlined,
      },
      {width: 600, colours, family: 'serif', texts: {}},
    ).scene.items;
  try {
    const items = of(40, [[1, 2]]);
    assert.equal(items.filter(item => item.do === 'image').length, 1);
    const frames = items.filter(item => item.do === 'rect' && item.line === 2);
    assert.equal(frames.length, 1);
    const image = items.find(item => item.do === 'image');
    assert.ok(items.indexOf(frames[0]) > items.indexOf(image));
    assert.ok(Math.abs(frames[0].x - image.x - (2 * image.width) / 40) < 1e-9);
    assert.equal(of(40, undefined).filter(item => item.line === 2).length, 0);
  } finally {
    delete globalThis.document;
    delete globalThis.ImageData;
  }
});
