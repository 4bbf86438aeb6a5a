// Passes that take the layers below a change from an earlier pass.

import assert from 'node:assert/strict';
import {test} from 'node:test';
import {matrix} from '../../viz/components/shared/engine/matrix.js';
import {closest, sharedLayers, trace} from '../../viz/components/shared/engine/passes.js';
import {Transformer} from '../../viz/components/shared/engine/transformer.js';

const WIDTH = 8;
const INNER = 12;
const TOKENS = 11;
const LAYERS = 3;
const CONFIG = {
  num_layers: LAYERS,
  num_decoder_layers: LAYERS,
  num_heads: 2,
  d_model: WIDTH,
  norm: 'pre',
  activation: 'relu',
  layer_norm_eps: 1e-6,
  scale_scores: true,
  scale_embedding: true,
  start_id: 1,
  max_positions: 32,
};
const NONE = {off: [], uniform: [], edits: []};

/** The shape of a tensor. @param {string} name @returns {[number, number]} */
const shapeOf = name => {
  if (name.endsWith('.bias')) return [1, name.includes('inner') ? INNER : WIDTH];
  if (name.endsWith('norm.weight')) return [1, WIDTH];
  if (name.endsWith('embedding.weight') || name === 'output_weight') return [TOKENS, WIDTH];
  if (name.includes('feed_forward.')) return name.includes('inner') ? [INNER, WIDTH] : [WIDTH, INNER];
  return [WIDTH, WIDTH];
};

/** A model whose weights follow from the names of its tensors. */
const smallModel = () => {
  const made = new Map();
  const tensorOf = name => {
    if (name.endsWith('positions') || name === 'output_bias') return undefined;
    if (!made.has(name)) {
      const seed = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7);
      const [rows, width] = shapeOf(name);
      made.set(
        name,
        matrix(
          rows,
          width,
          Float32Array.from({length: rows * width}, (_, i) => Math.sin(seed + i * 1.7)),
        ),
      );
    }
    return made.get(name);
  };
  return new Transformer(/** @type {any} */ (CONFIG), /** @type {any} */ ({get: tensorOf}));
};

const SOURCE = [4, 7, 5, 2];
const TARGET = [6, 3, 9, 2];
const CHANGES = [
  {off: [['cross', 2, 1]]},
  {off: [['decoder', 1, 0]], uniform: [['cross', 2, 0]]},
  {off: [['encoder', 1, 0]]},
  {
    off: [
      ['encoder', 1, 0],
      ['cross', 1, 1],
    ],
  },
  {edits: [{kind: 'decoder', layer: 1, head: 1, query: 2, weights: [0.5, 0.25, 0.25]}]},
  {off: [['encoder', 0, 1]]},
].map(change => ({...NONE, ...change}));

test('a pass that continues an earlier one computes the same', () => {
  const model = smallModel();
  const passes = [trace(model, SOURCE, TARGET, NONE)];
  for (const changes of CHANGES) {
    const plain = trace(model, SOURCE, TARGET, changes);
    for (const earlier of passes) assert.deepEqual(trace(model, SOURCE, TARGET, changes, earlier), plain);
    passes.push(plain);
    assert.notDeepEqual(plain.steps, passes[0].steps);
  }
  const [unchanged, cross] = passes;
  const again = trace(model, SOURCE, TARGET, CHANGES[0], unchanged);
  assert.equal(again.memory, unchanged.memory);
  assert.deepEqual(
    again.decoder.map((states, layer) => states === unchanged.decoder[layer]),
    [true, true, true, false],
  );
  assert.notDeepEqual(cross.attention, unchanged.attention);
  // another target
  assert.deepEqual(trace(model, SOURCE, [8, 2], CHANGES[3], passes[4]), trace(model, SOURCE, [8, 2], CHANGES[3]));
  // another source
  assert.deepEqual(trace(model, [4, 2], TARGET, CHANGES[3], passes[4]), trace(model, [4, 2], TARGET, CHANGES[3]));
});

test('layers below the first difference are shared', () => {
  const [cross, decoder, encoder, both, edited] = CHANGES;
  const config = {num_layers: LAYERS, num_decoder_layers: LAYERS};
  assert.deepEqual(sharedLayers(NONE, cross, config), {encoder: 3, decoder: 2});
  assert.deepEqual(sharedLayers(cross, decoder, config), {encoder: 3, decoder: 1});
  assert.deepEqual(sharedLayers(cross, encoder, config), {encoder: 1, decoder: 0});
  assert.deepEqual(sharedLayers(both, encoder, config), {encoder: 3, decoder: 1});
  assert.deepEqual(sharedLayers(edited, {...NONE, edits: [{...edited.edits[0], weights: [0.5, 0.5, 0]}]}, config), {
    encoder: 3,
    decoder: 1,
  });
  assert.deepEqual(sharedLayers(both, both, config), {encoder: 3, decoder: 3});
});

test('the earlier pass is that which spares most layers', () => {
  const model = smallModel();
  const passes = [NONE, ...CHANGES].map(changes => trace(model, SOURCE, TARGET, changes));
  const {read} = passes[0];
  assert.equal(closest(passes, {source: SOURCE, read, changes: CHANGES[3]}, model.config), passes[4]);
  assert.equal(
    closest(passes, {source: SOURCE, read, changes: {...NONE, off: [['cross', 2, 0]]}}, model.config),
    passes[0],
  );
  assert.equal(closest(passes, {source: [4, 2], read, changes: NONE}, model.config), null);
});
