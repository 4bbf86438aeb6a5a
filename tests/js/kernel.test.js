import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {newKernel} from '../../viz/components/shared/engine/kernel.js';
import {linear, matrix, sumsOf} from '../../viz/components/shared/engine/matrix.js';

/** Numbers that differ everywhere, of the size of weights. @param {number} count @param {number} step */
const numbers = (count, step) => Float32Array.from({length: count}, (_, i) => Math.sin(1 + i * step) / 8);

test('products in WebAssembly equal those of the plain loops, for any number of rows', () => {
  const bias = numbers(300, 0.7);
  for (const [rows, width] of [
    [2, 4],
    [6, 12],
    [128, 64],
    [130, 32],
    [300, 64],
  ]) {
    const before = 24;
    const kernel = newKernel(before + rows * width, Math.max(rows, width));
    kernel.weights.set(numbers(before + rows * width, 0.37));
    const weight = matrix(rows, width, kernel.weights.subarray(before)); // not at the beginning of the memory
    assert.ok(kernel.fits(weight));
    for (const count of [1, 3, 4, 5, 9]) {
      const x = matrix(count, width, numbers(count * width, 0.11));
      const own = bias.subarray(0, rows);
      const wanted = linear(x, weight, own);
      const found = linear(x, {...weight, kernel}, own);
      const furthest = Math.max(...wanted.data.map((value, i) => Math.abs(value - found.data[i])));
      assert.ok(furthest < 1e-6, `${count} rows, ${rows} x ${width}: ${furthest}`);
    }
  }
});

test('sums over a row of logits equal those of the plain loops', () => {
  for (const count of [4, 7, 300, 8000]) {
    const kernel = newKernel(4, count);
    const logits = numbers(count, 0.37).map((value, i) => (i === 2 ? -Infinity : 90 * value));
    const wanted = sumsOf(logits);
    const found = sumsOf(logits, kernel);
    assert.equal(found.highest, wanted.highest);
    for (const name of ['total', 'weighted'])
      assert.ok(
        Math.abs(found[name] / wanted[name] - 1) < 3e-6,
        `${name} of ${count}: ${found[name]}, ${wanted[name]}`,
      );
  }
});

test('a matrix of other sizes, or in other memory, is left to the plain loops', () => {
  const kernel = newKernel(100, 10);
  assert.ok(!kernel.fits(matrix(3, 8, kernel.weights.subarray(0, 24))));
  assert.ok(!kernel.fits(matrix(4, 6, kernel.weights.subarray(0, 24))));
  assert.ok(!kernel.fits(matrix(4, 4)));
});

test('without WebAssembly there is no kernel', context => {
  context.mock.method(WebAssembly, 'Module', () => {
    throw new WebAssembly.CompileError('not allowed');
  });
  assert.equal(newKernel(16, 4), null);
});

test('the bytes are those of kernel.wat', async context => {
  const {RESULT, kernelBytes} = await import('./wasm.mjs').catch(error => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    return {};
  });
  if (!kernelBytes) return context.skip('wabt is not installed (npm ci)');
  assert.equal(readFileSync(RESULT, 'utf8'), await kernelBytes(), 'kernel.wat has changed: npm run wasm');
});
