// Half precision numbers, read from two planes of bytes.

import assert from 'node:assert/strict';
import {test} from 'node:test';

import {floatsOfPlanes} from '../../viz/components/shared/engine/archive.js';

const read = bits => [
  ...floatsOfPlanes(
    Uint8Array.from(bits, one => one >> 8),
    Uint8Array.from(bits, one => one & 255),
    new Float32Array(bits.length),
  ),
];

test('normal numbers, zeros and infinities are those of IEEE 754', () => {
  assert.deepEqual(read([0x3c00, 0xc000, 0x3555, 0x7bff, 0x0400, 0x0000, 0x8000, 0x7c00, 0xfc00, 0x7e00]), [
    1,
    -2,
    0.333251953125,
    65504,
    2 ** -14,
    0,
    -0,
    Infinity,
    -Infinity,
    NaN,
  ]);
});

test('subnormal numbers go down to 2 to the power of -24', () => {
  assert.deepEqual(read([0x0001, 0x8001, 0x0200, 0x03ff]), [2 ** -24, -(2 ** -24), 2 ** -15, 1023 * 2 ** -24]);
});
