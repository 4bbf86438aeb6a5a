import assert from 'node:assert/strict';
import {test} from 'node:test';

import {drawTop} from '../../viz/components/machine/draw/figure.js';
import {colourEnd} from '../../viz/components/machine/draw/tensor.js';
import {layoutOf} from '../../viz/components/machine/model/layout.js';
import {
  meanLoss,
  openAt,
  stageAt,
  stagesOf,
  stepFrom,
  tileGrid,
  timeOf,
  tokenShares,
  unpackMachine,
} from '../../viz/components/machine/model/stages.js';
import {boxLines, boxText, tableName, targetKey} from '../../viz/components/machine/model/words.js';
import {StubElement, withDocument} from './page.js';

/** The blocks of a model, as the server names them. */
const blocksOf = (layers, norm) => {
  const blocks = [];
  for (const [side, parts] of [
    ['encoder', ['self', 'feed_forward']],
    ['decoder', ['self', 'cross', 'feed_forward']],
  ]) {
    blocks.push(
      {name: `${side}.embedding`, kind: 'embedding', side, layer: null},
      {name: `${side}.position`, kind: 'position', side, layer: null},
    );
    for (let layer = 0; layer < layers; layer++)
      for (const part of parts) {
        const site = `${side}.${layer}.${part}`;
        const kind = part === 'feed_forward' ? 'feed_forward' : 'attention';
        if (norm === 'pre') blocks.push({name: `${site}.norm`, kind: 'norm', side, layer});
        blocks.push(
          {name: site, kind, side, layer},
          {name: `${site}.add`, kind: norm === 'pre' ? 'add' : 'add_norm', side, layer},
        );
      }
    if (norm === 'pre') blocks.push({name: `${side}.norm`, kind: 'norm', side, layer: null});
  }
  return [
    ...blocks,
    {name: 'linear', kind: 'linear', side: 'decoder', layer: null},
    {name: 'softmax', kind: 'softmax', side: 'decoder', layer: null},
  ];
};
const machineOf = (layers, norm) => ({
  blocks: blocksOf(layers, norm),
  model: {encoder_layers: layers, decoder_layers: layers, d_model: 4},
});

test('the encoder computes once, the decoder once for each step', () => {
  const {blocks} = machineOf(2, 'post');
  const stages = stagesOf(blocks, 3, 'generate');
  const encoder = blocks.filter(block => block.side === 'encoder').length;
  const decoder = blocks.length - encoder;
  assert.equal(stages.length, encoder + 3 * decoder);
  assert.deepEqual(
    stages.slice(0, encoder).map(stage => stage.step),
    Array(encoder).fill(-1),
  );
  assert.deepEqual(
    stages.slice(encoder).map(stage => stage.step),
    [0, 1, 2].flatMap(step => Array(decoder).fill(step)),
  );
  for (const [i, {block}] of stages.entries()) assert.equal(blocks[block].side, i < encoder ? 'encoder' : 'decoder');
});

test('a translation of 12 tokens is played in 40 seconds', () => {
  for (const layers of [1, 4, 6])
    for (const mode of ['generate', 'train']) {
      const stages = stagesOf(blocksOf(layers, 'pre'), 12, mode);
      const times = stages.map((_, at) => timeOf(stages, at));
      assert.ok(times.reduce((sum, time) => sum + time) <= 40000);
      assert.ok(times.every((time, i) => time > 0 && (i === 0 || time <= times[i - 1]))); // slow at first
    }
});

test('in training the decoder computes every position in one pass', () => {
  const {blocks} = machineOf(2, 'pre');
  assert.deepEqual(
    stagesOf(blocks, 7, 'train'),
    blocks.map((_, block) => ({block, step: -1})),
  );
});

test('a chosen block of the decoder keeps the step', () => {
  const {blocks} = machineOf(1, 'post');
  const stages = stagesOf(blocks, 4, 'generate');
  const cross = blocks.findIndex(block => block.name === 'decoder.0.cross');
  const own = blocks.findIndex(block => block.name === 'encoder.0.self');
  assert.deepEqual(stages[stageAt(stages, cross, 2)], {block: cross, step: 2});
  assert.deepEqual(stages[stageAt(stages, own, 2)], {block: own, step: -1});
  assert.deepEqual(stages[stepFrom(stages, stageAt(stages, cross, 2), 1)], {block: cross, step: 3});
  assert.equal(stepFrom(stages, stageAt(stages, cross, 3), 1), stages.length - 1);
});

test('the layer that computes is the one that is open', () => {
  const machine = machineOf(3, 'post');
  const open = {encoder: 0, decoder: 2};
  const at = name => ({block: machine.blocks.findIndex(block => block.name === name), step: 0});
  assert.deepEqual(openAt(machine, at('encoder.1.self'), open), {encoder: 1, decoder: 2});
  assert.deepEqual(openAt(machine, at('decoder.1.cross.add'), open), {encoder: 0, decoder: 1});
  assert.deepEqual(openAt(machine, at('decoder.embedding'), open), {encoder: 0, decoder: 0}); // another step begins
  assert.equal(openAt(machine, at('softmax'), open), open);
});

test('the loss is the mean of the negative logarithms', () => {
  assert.ok(Math.abs(meanLoss([0.5, 0.25]) - 1.5 * Math.log(2)) < 1e-12);
});

const apart = (a, b) =>
  a.y + a.height <= b.y + 0.01 || b.y + b.height <= a.y + 0.01 || a.x + a.width <= b.x || b.x + b.width <= a.x;

for (const width of [358, 720])
  for (const norm of ['pre', 'post'])
    for (const layers of [1, 4, 6])
      test(`boxes of ${layers} ${norm}-norm layers do not overlap in ${width} px`, () => {
        const machine = machineOf(layers, norm);
        const open = {encoder: layers - 1, decoder: Math.floor(layers / 2)};
        const layout = layoutOf(machine, open, width);
        const placed = [...layout.boxes, ...layout.slabs];
        assert.equal(layout.slabs.length, 2 * (layers - 1));
        for (const [i, a] of placed.entries()) {
          assert.ok(a.x >= 0 && a.x + a.width <= width && a.y >= 0 && a.y + a.height <= layout.height);
          for (const b of placed.slice(i + 1)) assert.ok(apart(a, b));
        }
        const shown = layout.boxes.map(box => machine.blocks[box.index]);
        assert.deepEqual(
          [...new Set(shown.filter(block => block.layer !== null).map(block => `${block.side} ${block.layer}`))],
          [`encoder ${open.encoder}`, `decoder ${open.decoder}`],
        );
        const lowest = side =>
          layout.boxes
            .filter(box => machine.blocks[box.index].side === side)
            .sort((a, b) => a.index - b.index)
            .map(box => box.y);
        for (const side of ['encoder', 'decoder'])
          assert.deepEqual(
            lowest(side),
            [...lowest(side)].sort((a, b) => b - a),
          ); // upwards is onwards
        const sums =
          machine.blocks.filter(block => block.layer !== null && block.kind.startsWith('add')).length / layers;
        assert.equal(layout.wires.filter(wire => wire.className.includes('residual')).length, sums);
        assert.equal(layout.wires.filter(wire => wire.className.includes('memory')).length, layers);
        assert.equal(layout.wires.filter(wire => wire.arrow).length, 1);
      });

test('numbers of a token are shares of the largest magnitude', () => {
  const output = {levels: Uint8Array.from([0, 255, 51, 102]), low: -1, high: 4, norms: []};
  assert.deepEqual(tokenShares(output, 0, 2), [-0.25, 1]);
  assert.deepEqual(
    tokenShares(output, 1, 2).map(share => Math.round(share * 100) / 100),
    [0, 0.25],
  );
});

test('a tile has room for every number', () => {
  for (const width of [1, 12, 128, 192, 512, 1024]) {
    const {columns, rows} = tileGrid(width);
    assert.ok(columns * rows >= width && columns * (rows - 1) < width);
  }
});

test('an answer whose sizes do not agree is refused', () => {
  const shown = {src_tokens: ['a', '</s>'], tgt_tokens: ['<s>']};
  const blocks = [{name: 'encoder.embedding', kind: 'embedding', side: 'encoder', layer: null}];
  const base64 = (/** @type {number} */ bytes) => Buffer.alloc(bytes).toString('base64');
  const reply = levels => ({
    model: {d_model: 2},
    blocks,
    outputs: {'encoder.embedding': {levels, low: 0, high: 1, norms: [1, 1]}},
  });
  assert.equal(unpackMachine(reply(base64(4)), shown).outputs.get('encoder.embedding').levels.length, 4);
  assert.throws(() => unpackMachine(reply(base64(2)), shown), /encoder\.embedding/);
});

test('tableName has one letter for tables that are tied', () => {
  const blocks = [
    {kind: 'embedding', side: 'encoder'},
    {kind: 'embedding', side: 'decoder'},
    {kind: 'linear', side: 'decoder'},
  ];
  const names = tying => blocks.map(block => tableName(block, {tying}));
  assert.deepEqual(names('three-way'), ['E', 'E', 'Eᵀ']);
  assert.deepEqual(names('two-way'), ['E₁', 'E₂', 'E₂ᵀ']);
  assert.equal(new Set(names('none')).size, 3);
});

test('colourEnd is the largest magnitude, unless that is far beyond nearly all others', () => {
  const even = Float32Array.from({length: 200}, (_, i) => (i - 100) / 10);
  assert.deepEqual(colourEnd(even), {end: 10, beyond: 0, most: 10});
  const uneven = even.map((value, i) => (i === 7 ? -500 : value));
  const {end, beyond, most} = colourEnd(uneven);
  assert.equal(most, 500);
  assert.ok(end <= 10 && end > 9);
  assert.equal(beyond, uneven.filter(value => Math.abs(value) > end).length);
  assert.deepEqual(colourEnd(new Float32Array(9)), {end: 1, beyond: 0, most: 1});
});

test('what is said of the target is true at every step', () => {
  const said = [0, 1, 2, 6, 7].map(reading => targetKey('generate', reading, 7));
  assert.deepEqual(
    said,
    ['none', 'first', '', '', 'last'].map(end => ['tokens.target', end].filter(Boolean).join('.')),
  );
  assert.deepEqual(
    [0, 7].map(reading => targetKey('train', reading, 7)),
    ['tokens.target.train.none', 'tokens.target.train'],
  );
});

test('a narrow box has its words in two lines where there is room', () => {
  assert.deepEqual(boxLines('Masked self-attention', {width: 114, height: 36}), ['Masked', 'self-attention']);
  assert.deepEqual(boxLines('Embedding E × √192', {width: 110, height: 32}), ['Embedding', 'E × √192']);
  assert.deepEqual(boxLines('Masked self-attention', {width: 150, height: 36}), ['Masked self-attention']);
  assert.deepEqual(boxLines('Masked self-attention', {width: 114, height: 22}), ['Masked self-attention']);
});

test('large numbers in a box are grouped', () => {
  const texts = {'box.linear': '{table} {d_model} → {vocabulary}', 'box.heads.many': '{count}'};
  const model = {tying: 'three-way', num_heads: 4, d_model: 192, vocabulary: 8000};
  assert.equal(
    boxText(texts, {kind: 'linear', side: 'decoder', name: 'linear', layer: null}, model, false),
    'Eᵀ 192 → 8,000',
  );
});

/** The tokens above the figure, with whether they are marked as taken; `shown` is what the first tab shows. */
const topTokens = shown => {
  const host = new StubElement();
  const view = {
    machine: {blocks: [{kind: 'softmax'}], shown},
    stage: {block: 0, step: 0},
    mode: 'generate',
    layout: {top: {x: 0, y: 0, width: 100, height: 100}, narrow: false, width: 100},
    texts: {},
    root: {querySelector: () => host},
  };
  drawTop(/** @type {any} */ (view));
  return host.children
    .filter(({attributes}) => attributes.class?.startsWith('gf-top-token'))
    .map(({children, attributes}) => [children[0], attributes.class.endsWith(' gf-taken')]);
};

test('the token that was taken is marked by its id', context => {
  withDocument(context);
  const top = [
    [
      ['‹E4 BD›', 0.6],
      ['a', 0.2],
      ['a', 0.1],
    ],
  ];
  const shown = {predicted_tokens: [''], predicted_ids: [7], top, top_ids: [[7, 8, 9]]};
  const tokens = shown.top[0].map(([token]) => token);
  assert.deepEqual(
    topTokens(shown),
    tokens.map((token, i) => [token, i === 0]),
  );
  assert.deepEqual(
    topTokens({...shown, predicted_tokens: ['a'], predicted_ids: [9]}),
    tokens.map((token, i) => [token, i === 2]),
  );
});
