import assert from 'node:assert/strict';
import {test} from 'node:test';

import {
  exactHead,
  forNewSentence,
  restored,
  unpack,
  unpackLens,
} from '../../viz/components/attention_view/numbers/payload.js';
import {largestChange, pictureDifference, walked} from '../../viz/components/attention_view/overview/pictures.js';
import {CHOICE, SIZES, near, translation} from './translation.js';

const base64 = bytes => Buffer.from(bytes).toString('base64');

test('unpack decodes the weights of every kind', () => {
  const kinds = Object.fromEntries(
    Object.entries(SIZES).map(([kind, [q, k]]) => [
      kind,
      {shape: [1, 1, q, k], weights: base64(new Uint8Array(q * k).fill(7))},
    ]),
  );
  assert.deepEqual([...unpack(JSON.stringify({kinds})).kinds.decoder.weights], new Array(25).fill(7));
  kinds.cross.weights = base64([1, 2, 3]);
  assert.throws(() => unpack(JSON.stringify({kinds})), /cross/);
});

test('exactHead refuses weights of another head', () => {
  const levels = Uint8Array.of(0, 255, 128, 51);
  const shape = [1, 1, 2, 2];
  const reply = values => ({values: base64(new Uint8Array(Float32Array.from(values).buffer)), shape: [2, 2]});
  near(assert, exactHead(reply([0, 1, 0.5, 0.2]), shape, levels), [0, 1, 0.5, 0.2]);
  assert.equal(exactHead(reply([0, 1, 0.5, 0.3]), shape, levels), null);
  assert.equal(exactHead({...reply([0, 1, 0.5, 0.2]), shape: [4, 1]}, shape, levels), null);
  assert.equal(exactHead(null, shape, levels), null);
});

test('unpackLens refuses another shape and passes a problem on', () => {
  const cross = {shape: [2, 3, 5, 6], levels: 'AAAA', low: 0, high: 1};
  assert.equal(unpackLens({kinds: {cross}}, translation()), null);
  assert.deepEqual(unpackLens({problem: 'too long'}, translation()), {problem: 'too long'});
});

test('a new sentence opens with the head and the step of the payload', () => {
  const packed = {...translation(), opening: {step: 3, layer: 1, head: 2}};
  const before = {...CHOICE, kind: 'encoder', layer: 0, head: 0, step: 1};
  const {kind, layer, head, step} = forNewSentence(before, packed);
  assert.deepEqual({kind, layer, head, step}, {kind: 'cross', layer: 1, head: 2, step: 3});
  assert.deepEqual(forNewSentence(before, {...packed, opening: {step: 2}}), {...before, step: 2, grow: false});
  assert.equal(restored({...CHOICE, layer: null}, packed).head, 2);
  assert.equal(restored(before, packed).step, 1); // another hypothesis of the same sentence
});

test('restored keeps the choice within another translation', () => {
  const before = {
    ...CHOICE,
    layer: 7,
    head: 7,
    step: 9,
    heads: ['cross.0.1', 'cross.7.1'],
    pin: {side: 'key', index: 1},
  };
  const {layer, head, step, heads, pin} = restored(before, translation());
  assert.deepEqual({layer, head, step, heads, pin}, {layer: 1, head: 2, step: 4, heads: ['cross.0.1'], pin: null});
});

test('a new sentence begins with a word of its own and with all rows', () => {
  const {step, grow, layer} = forNewSentence({...CHOICE, step: 9, grow: true}, translation());
  assert.deepEqual({step, grow, layer}, {step: 2, grow: false, layer: 1});
});

test('pictureDifference is taken where both have the token', () => {
  // One layer, two heads; base 2 x 2, the other 3 x 2 with a row inserted between: values number their cells.
  const of = (queries, keys, scale, heads) => ({
    layers: 1,
    heads,
    queries,
    keys,
    low: 0,
    high: 1,
    value: (at, cell) => scale * (at * queries * keys + cell),
  });
  const made = pictureDifference(of(2, 2, 0.01, 2), of(3, 2, 0.1, 1), [0, 2], [1, -1]);
  near(
    assert,
    [0, 1, 2, 3].map(cell => made.value(0, cell)),
    [0.1, NaN, 0.5 - 0.02, NaN],
  );
  assert.ok(Number.isNaN(made.value(1, 0)));
  assert.deepEqual([made.low, made.high, made.signed], [-1, 1, true]);
  near(assert, [largestChange([made]).full], [0.48]);
  assert.equal(largestChange([made]).areSmall, false);
  const small = pictureDifference(of(2, 2, 0, 1), of(2, 2, 0.001, 1), [0, 1], [0, 1]);
  assert.deepEqual(largestChange([small]), {full: 0.02, areSmall: true});
});

test('walked goes through the kinds from top to bottom', () => {
  const at = {kind: 'encoder', layer: 1, head: 1};
  assert.deepEqual(walked(translation(), at, 'ArrowDown'), {kind: 'decoder', layer: 0, head: 1});
  assert.deepEqual(walked(translation(), at, 'ArrowRight'), {...at, head: 2});
  assert.deepEqual(walked(translation(), at, 'Home'), {...at, head: 0});
  assert.deepEqual(walked(translation(), at, 'PageDown'), {...at, kind: 'decoder'});
  assert.deepEqual(walked(translation(), at, 'PageUp'), at);
  assert.equal(walked(translation(), at, 'x'), null);
});

test('walked goes from kind to kind where they lie side by side', () => {
  const [layers, heads] = translation().kinds.encoder.shape;
  const end = {kind: 'encoder', layer: layers - 1, head: heads - 1};
  assert.deepEqual(walked(translation(), end, 'ArrowRight', true), {...end, kind: 'decoder', head: 0});
  assert.deepEqual(walked(translation(), {...end, kind: 'decoder', head: 0}, 'ArrowLeft', true), end);
  assert.deepEqual(walked(translation(), {...end, kind: 'cross'}, 'ArrowRight', true), {...end, kind: 'cross'});
  assert.deepEqual(walked(translation(), end, 'ArrowDown', true), end);
});
