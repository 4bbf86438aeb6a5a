// Numbers as colours, and cells as they are written to a file.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {
  contrastOf,
  cssColour,
  packedColour,
  rampOf,
  readableOn,
  shade,
  shareOf,
  sheetColour,
  signedColour,
} from '../../viz/components/shared/colours.js';
import {sceneSvg} from '../../viz/components/shared/scene_svg.js';

const MORE = [200, 100, 0];
const LESS = [0, 100, 200];
const BACKGROUND = [250, 250, 250];
const COLOURS = {background: BACKGROUND, more: MORE, less: LESS, hues: {cross: [1, 2, 3]}};

test('a signed number has the hue of its sign, full at both ends, and none at 0', () => {
  assert.deepEqual(
    [1, -1, 0].map(share => signedColour(COLOURS, 'cross', share)),
    [MORE, LESS, BACKGROUND],
  );
  assert.deepEqual(
    [0.3, -0.3].map(share => signedColour(COLOURS, 'cross', share)),
    [shade(BACKGROUND, MORE, 0.3), shade(BACKGROUND, LESS, 0.3)],
  );
  assert.deepEqual(
    [2, -2].map(share => signedColour(COLOURS, 'cross', share)),
    [MORE, LESS],
  );
});

test('a line of a difference has the hue of its sign, one of weights that of its kind', () => {
  assert.deepEqual(
    [0.1, -0.1].map(share => sheetColour({signed: true, kind: 'cross'}, COLOURS, share)),
    [MORE, LESS],
  );
  assert.deepEqual(sheetColour({signed: false, kind: 'cross'}, COLOURS, 0.1), [1, 2, 3]);
});

test('shares of a signed scale are symmetric around 0', () => {
  const share = shareOf({signed: true, low: -0.2, high: 0.4});
  assert.deepEqual([-0.4, -0.2, 0, 0.2, 0.4, 3, NaN].map(share), [-1, -0.5, 0, 0.5, 1, 1, NaN]);
  assert.deepEqual([1, 2, 3, 9].map(shareOf({signed: false, low: 1, high: 3})), [0, 0.5, 1, 1]);
});

test('the cells of a saved picture have their places and their colours', () => {
  const pixels = Uint32Array.from(
    [
      [1, 2, 3],
      [40, 50, 60],
      [70, 80, 90],
      [4, 5, 6],
      [7, 8, 9],
      [10, 11, 12],
    ],
    packedColour,
  );
  const text = sceneSvg({
    width: 40,
    height: 30,
    title: '',
    items: [{do: 'cells', x: 5, y: 2, cell: 10, rows: 2, columns: 3, pixels}],
  });
  const cells = [...text.matchAll(/<rect x="(\d+)" y="(\d+)" width="10" height="10" fill="(rgb[^"]*)"/g)].map(
    ([, x, y, fill]) => [+x, +y, fill],
  );
  assert.deepEqual(
    cells,
    [
      [5, 2, [1, 2, 3]],
      [15, 2, [40, 50, 60]],
      [25, 2, [70, 80, 90]],
      [5, 12, [4, 5, 6]],
      [15, 12, [7, 8, 9]],
      [25, 12, [10, 11, 12]],
    ].map(([x, y, colour]) => [x, y, cssColour(colour)]),
  );
});

test('the largest weight has the full hue and none the background', () => {
  const ramp = rampOf(BACKGROUND, MORE);
  assert.deepEqual([ramp[0], ramp[255], ramp.length], [packedColour(BACKGROUND), packedColour(MORE), 256]);
});

test('letters have the colour that contrasts most with their ground', () => {
  assert.deepEqual(
    [
      [250, 250, 250],
      [10, 10, 80],
    ].map(ground =>
      readableOn(ground, [
        [0, 0, 0],
        [255, 255, 255],
      ]),
    ),
    [
      [0, 0, 0],
      [255, 255, 255],
    ],
  );
});

test('letters have contrast enough on every shade, also where neither ink nor background has', () => {
  const ink = [233, 233, 230];
  const background = [18, 19, 21];
  const hue = [60, 190, 150]; // the dark theme
  for (let share = 0; share <= 1; share += 0.01) {
    const ground = shade(background, hue, share);
    assert.ok(contrastOf(ground, readableOn(ground, [ink, background])) >= 4.5, String(share));
  }
});
