import assert from 'node:assert/strict';
import {test} from 'node:test';

import {mapGeometry} from '../../viz/components/attention_view/overview/map.js';

const kinds = (encoders, decoders) => ({
  encoder: {shape: [encoders, 8, 5, 5]},
  decoder: {shape: [decoders, 8, 7, 7]},
  cross: {shape: [decoders, 8, 7, 5]},
});

for (const [encoders, decoders] of [
  [1, 1],
  [4, 4],
  [6, 3],
  [2, 24],
])
  test(`the map of ${encoders} + ${decoders} layers fits`, () => {
    const {slabs, plain, memory, height, names} = mapGeometry(kinds(encoders, decoders), 320, 150);
    assert.equal(slabs.length, encoders + 2 * decoders);
    assert.equal(memory.length, 1 + decoders); // the encoder's output, and an arrow into each layer's cross-attention
    assert.ok(height <= 150);
    for (const {x, y, width, height: tall} of slabs)
      assert.ok(x >= 0 && x + width <= 320 && y > 0 && tall > 0 && y + tall < height);
    const layer = (kind, n) => slabs.find(slab => slab.kind === kind && slab.layer === n);
    assert.ok(encoders === 1 || layer('encoder', 0).y > layer('encoder', 1).y); // the first layer at the bottom
    assert.equal(names.length, encoders + decoders < 20 ? encoders + decoders : 0); // too thin for letters
    for (const {layer: own, y} of names) assert.ok(y > layer('cross', own)?.y || y > layer('encoder', own)?.y);
    // in the order of Figure 1: masked self-attention, cross-attention, feed-forward
    const end = ({x, width}) => x + width;
    assert.ok(
      end(layer('decoder', 0)) < layer('cross', 0).x &&
        end(layer('cross', 0)) < plain[encoders].x &&
        plain.length === encoders + decoders,
    );
    assert.ok(layer('encoder', 0).x + layer('encoder', 0).width < layer('cross', 0).x);
  });
