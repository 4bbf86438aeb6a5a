import assert from 'node:assert/strict';
import {test} from 'node:test';

import {cellText} from '../../viz/components/shared/numbers.js';
import {alignTokens} from '../../viz/components/shared/align.js';
import {offHeads, standingIn} from '../../viz/components/attention_view/numbers/heads.js';
import {cellMiddles, standInLines} from '../../viz/components/attention_view/numbers/reduced.js';
import {
  differenceSheet,
  isBlank,
  makeSheet,
  massed,
  maxOf,
  meanOf,
  merged,
  rowOfStep,
  stepOfRow,
  strongestOf,
} from '../../viz/components/attention_view/numbers/sheet.js';
import {CHOICE, LEVELS, PREDICTED, SIZES, SRC, headWeights, kindsOf, near, translation} from './translation.js';

const COLOURS = [
  [213, 94, 0],
  [230, 159, 0],
  [86, 180, 233],
];
const numbers = values => Float32Array.from(values);
const range = n => Array.from({length: n}, (_, i) => i);
const sheet = (choice = {}, of = translation()) => makeSheet(of, {...CHOICE, ...choice}, 'base', COLOURS);
const gridOf = rows => ({
  values: numbers(rows.flat()),
  rows: rows.map((_, i) => [i]),
  columns: rows[0].map((_, i) => [i]),
});

test('meanOf and maxOf go element by element', () => {
  const arrays = [
    [0.1, 0.9, NaN],
    [0.3, 0.5, 0.2],
    [0.5, 0.1, 0.4],
  ].map(numbers);
  near(assert, meanOf(arrays), [0.3, 0.5, NaN]);
  near(assert, maxOf(arrays), [0.5, 0.9, NaN]);
});

test('merged sums the pieces of a key and averages those of a query', () => {
  const grid = gridOf([
    [0.1, 0.2, 0.3, 0.4],
    [0.5, 0.1, 0.1, 0.3],
    [0.25, 0.25, 0.4, 0.1],
  ]);
  const made = merged(grid, [[0, 1], [2]], [[0], [1, 2], [3]]);
  near(assert, made.values, [0.3, 0.35, 0.35, 0.25, 0.65, 0.1]);
  assert.deepEqual(
    [made.rows, made.columns],
    [
      [[0, 1], [2]],
      [[0], [1, 2], [3]],
    ],
  );
});

test('merged counts a masked weight as 0 and skips a row that is not made yet', () => {
  const grid = gridOf([
    [1, NaN, NaN],
    [0.4, 0.6, NaN],
    [NaN, NaN, NaN],
  ]);
  near(assert, merged(grid, [[0, 1], [2]], [[0], [1, 2]]).values, [0.7, 0.3, NaN, NaN]);
  near(assert, merged(grid, [[0], [1, 2]], [[0], [1], [2]]).values.slice(3), [0.4, 0.6, NaN]);
});

test('merged scores are logarithms of summed exponentials', () => {
  const scores = [
    [2, -1, 0.5],
    [0.3, 0.7, -2],
  ];
  const made = merged(gridOf(scores), [[0, 1]], [[0], [1, 2]], true);
  const tail = scores.map(([, b, c]) => Math.log(Math.exp(b) + Math.exp(c)));
  near(assert, made.values, [1.15, (tail[0] + tail[1]) / 2]);
});

for (const [mass, kept] of [
  [1, 4],
  [0.95, 4],
  [0.9, 3],
  [0.8, 2],
  [0.5, 1],
  [0.1, 1],
])
  test(`massed keeps the smallest set that covers ${mass}`, () => {
    const shown = [...massed(gridOf([[0.1, 0.5, 0.3, 0.1]]), mass).values].filter(value => !Number.isNaN(value));
    assert.equal(shown.length, kept);
    assert.ok(shown.reduce((sum, value) => sum + value, 0) >= mass - 1e-6);
  });

test('massed takes signed numbers by their size', () => {
  near(assert, massed(gridOf([[0.1, -0.6, 0.3, NaN]]), 0.6).values, [NaN, -0.6, NaN, NaN]);
});

test('hidden columns leave rows that sum to 1', () => {
  const cross = LEVELS.cross.slice();
  const row = (3 * 1 + 2) * 30 + 6;
  cross.set([0, 0, 0, 0, 0, 255], row); // all on the end symbol: nothing is left to share out
  const made = sheet({specials: false}, translation({kinds: kindsOf({...LEVELS, cross})}));
  const raw = headWeights('cross', 1, 2, {...LEVELS, cross});
  const expected = range(4).flatMap(q => {
    const kept = raw.slice(6 * q, 6 * q + 5);
    const sum = kept.reduce((a, b) => a + b, 0);
    return kept.map(value => (sum ? value / sum : NaN));
  });
  near(assert, made.values, expected);
  assert.deepEqual([made.queries, made.keys], [PREDICTED.slice(0, -1), SRC.slice(0, -1)]);
  assert.deepEqual([rowOfStep(made, 4), rowOfStep(made, 3)], [-1, 3]);
});

test('a plain sheet is the head on a scale from 0 to 1', () => {
  const made = sheet();
  near(assert, made.values, headWeights('cross', 1, 2), 1e-7);
  assert.deepEqual([made.low, made.high, made.signed, made.exact, made.empty], [0, 1, false, false, false]);
  assert.deepEqual(made.rows, [[0], [1], [2], [3], [4]]);
});

test('exact weights are used once they have arrived', () => {
  const exact = numbers(range(30).map(i => i / 30));
  const of = translation({exactHeads: new Map([['cross.1.2', exact]])});
  const made = sheet({}, of);
  assert.ok(made.exact);
  near(assert, made.values, exact, 0);
  assert.ok(!sheet({combine: 'mean', heads: ['cross.0.0']}, of).exact); // the other one is still approximate
});

test('the decoder has no weights above its diagonal', () => {
  sheet({kind: 'decoder'}).values.forEach((value, i) => assert.equal(Number.isNaN(value), i % 5 > Math.floor(i / 5)));
});

test('weights on the future are drawn where a check has found them', () => {
  const checks = [{code: 'no_future', passed: false, value: 0.5, limit: 0}];
  assert.ok(!sheet({kind: 'decoder'}, translation({checks})).values.some(Number.isNaN));
});

test('growth leaves later steps empty, but not in the encoder', () => {
  sheet({grow: true, step: 2}).values.forEach((value, i) => assert.equal(Number.isNaN(value), i >= 18));
  assert.ok(!sheet({kind: 'encoder', grow: true, step: 2}).values.some(Number.isNaN));
});

test('several heads of one kind are combined', () => {
  const heads = ['cross.0.1', 'encoder.0.0', 'cross.1.2']; // another kind, and the current one again: neither counts
  const one = headWeights('cross', 1, 2);
  const other = headWeights('cross', 0, 1);
  near(
    assert,
    sheet({combine: 'mean', heads}).values,
    one.map((value, i) => (value + other[i]) / 2),
  );
  near(
    assert,
    sheet({combine: 'max', heads}).values,
    one.map((value, i) => Math.max(value, other[i])),
  );
  const made = sheet({combine: 'overlay', heads});
  near(assert, made.values, one);
  assert.deepEqual(
    made.overlays.map(({layer, head}) => [layer, head]),
    [
      [1, 2],
      [0, 1],
    ],
  );
  assert.deepEqual(
    made.overlays.map(({colour}) => colour),
    COLOURS.slice(0, 2),
  );
  near(assert, made.overlays[1].values, other);
});

test('the maximum of heads is not renormalised', () => {
  const made = sheet({combine: 'max', heads: ['cross.0.1'], specials: false});
  const one = headWeights('cross', 1, 2);
  const other = headWeights('cross', 0, 1);
  near(
    assert,
    made.values,
    range(20)
      .map(i => Math.floor(i / 5) * 6 + (i % 5))
      .map(i => Math.max(one[i], other[i])),
  );
});

test('words keep the full stop apart and rows find their steps', () => {
  const made = sheet({words: true});
  const raw = headWeights('cross', 1, 2);
  assert.deepEqual(made.queries, [' Hund', ' läuft', '.', '</s>']);
  assert.deepEqual(made.keys, [' a', ' dog', ' runs', '.', '</s>']);
  assert.deepEqual(
    range(5).map(step => rowOfStep(made, step)),
    [0, 0, 1, 2, 3],
  );
  assert.equal(stepOfRow(made, 1), 2);
  near(assert, [made.values[1]], [(raw[1] + raw[2] + raw[7] + raw[8]) / 2]);
});

const lensValues = (low, high, heads) => {
  const levels = Uint8Array.from({length: 2 * heads * 30}, (_, i) => (i * 37) % 256);
  return {kinds: {cross: {shape: [2, heads, 5, 6], levels, low, high}}, agreement: {}};
};

test('a lens brings its own range and may take heads together', () => {
  const values = lensValues(-3, 5, 1);
  const made = sheet({lens: 'logs'}, translation({lensValues: new Map([['logs', values]])}));
  near(
    assert,
    made.values,
    [...values.kinds.cross.levels.subarray(30)].map(level => -3 + (level / 255) * 8),
    1e-5,
  );
  assert.deepEqual([made.low, made.high, made.signed, made.exact], [-5, 5, true, false]);
});

test('a lens without numbers leaves the sheet empty', () => {
  for (const values of [new Map(), new Map([['logs', lensValues(0, 1, 3)]])]) {
    const made = sheet({lens: 'logs', kind: 'encoder'}, translation({lensValues: values}));
    assert.ok(made.empty);
    assert.ok(made.values.length === 36 && made.values.every(Number.isNaN));
  }
});

test('what the rows of a lens are decides its scale', () => {
  const scale = (lens, low, high) => {
    const made = sheet({lens}, translation({lensValues: new Map([[lens, lensValues(low, high, 3)]])}));
    return [made.low, made.high, made.signed];
  };
  assert.deepEqual(scale('rolled', 0.25, 0.5), [0, 1, false]);
  assert.deepEqual(scale('norms', 0.25, 7), [0, 7, false]);
});

test('what the rows of a lens are decides how words are merged', () => {
  const merged = (lens, low, high) => {
    const values = lensValues(low, high, 3);
    const {levels} = values.kinds.cross;
    const cells = [1, 2, 7, 8].map(i => levels[150 + i]);
    const made = sheet({lens, words: true}, translation({lensValues: new Map([[lens, values]])}));
    return {found: made.values[1], cells: cells.map(level => low + (level / 255) * (high - low))};
  };
  const amounts = merged('norms', 0, 7);
  const [a, b, c, d] = amounts.cells;
  near(assert, [amounts.found], [(a + b + c + d) / 2], 1e-5);
  const logs = merged('logs', -3, 5);
  const [e, f, g, h] = logs.cells.map(Math.exp);
  near(assert, [logs.found], [(Math.log(e + f) + Math.log(g + h)) / 2], 1e-5);
});

test('only shares are renormalised where tokens are hidden', () => {
  const sums = (lens, low, high) => {
    const made = sheet({lens, specials: false}, translation({lensValues: new Map([[lens, lensValues(low, high, 3)]])}));
    return range(4).map(row => made.values.slice(5 * row, 5 * row + 5).reduce((a, b) => a + b, 0));
  };
  near(assert, sums('rolled', 0, 1), [1, 1, 1, 1], 1e-5);
  assert.ok(sums('norms', 0, 1).every(sum => Math.abs(sum - 1) > 0.01));
});

test('a difference is taken where both have a counterpart', () => {
  const inverted = Object.fromEntries(Object.entries(LEVELS).map(([kind, levels]) => [kind, levels.map(x => 255 - x)]));
  const changed = translation({
    id: 'v',
    predicted_tokens: [' Hu', 'nd', ' rennt', '.', '</s>'],
    src_tokens: [' a', ' ca', 'g', ' runs', '.', '</s>'],
    kinds: kindsOf(inverted),
  });
  const base = sheet();
  const variant = sheet({}, changed);
  const made = differenceSheet(
    base,
    variant,
    alignTokens(base.queries, variant.queries),
    alignTokens(base.keys, variant.keys),
    1,
  );
  near(
    assert,
    made.values,
    headWeights('cross', 1, 2).map((value, i) => (Math.floor(i / 6) === 2 || i % 6 === 1 ? NaN : 1 - 2 * value)),
  );
  assert.deepEqual([made.low, made.high, made.signed, made.side], [-0.9, 0.9, true, 'difference']);
});

test('strongestOf tells which overlaid head a cell shows', () => {
  const first = numbers([0.2, NaN, NaN, 0.5]);
  const second = numbers([0.7, 0.1, NaN, 0.4]);
  const found = range(4).map(cell => strongestOf({values: first, overlays: [{values: first}, {values: second}]}, cell));
  assert.deepEqual(
    found.map(({layer}) => layer),
    [1, 1, 0, 0],
  );
  near(
    assert,
    found.map(({value}) => value),
    [0.7, 0.1, NaN, 0.5],
    1e-7,
  );
  assert.deepEqual(strongestOf({values: first, overlays: null}, 3), {value: 0.5, layer: 0});
});

test('offHeads lists the heads of a sheet that are off', () => {
  const heads = [0, 2].map(head => ({kind: 'cross', layer: 1, head}));
  assert.deepEqual(
    offHeads(
      {
        off: [
          ['cross', 1, 2],
          ['decoder', 1, 0],
        ],
      },
      heads,
    ),
    heads.slice(1),
  );
  assert.deepEqual(offHeads({}, heads), []);
});

test('isBlank needs every number to be 0', () => {
  assert.equal(isBlank({values: numbers([0, NaN]), overlays: null}), true);
  assert.equal(isBlank({values: numbers([0, -0.1]), overlays: null}), false);
});

test('standingIn is the last head of a smaller model', () => {
  const at = {kind: 'cross', layer: 1, head: 2};
  assert.equal(standingIn(translation(), at), null);
  assert.deepEqual(standingIn(translation(), {...at, layer: 3, head: 1}), {...at, head: 1});
});

test('cellMiddles and standInLines give a line to the three strongest cells of a row', () => {
  // position i of 7 goes to cell i * 3 // 7: three, two and two of them
  assert.deepEqual(
    [
      ...cellMiddles(
        range(7).map(i => [i]),
        7,
        3,
      ),
    ],
    [1, 1, 1, 4, 4, 6, 6],
  );
  assert.deepEqual([...cellMiddles([[0, 1], [2], [5], [6]], 7, 3)], [1, 1, 3, 3]); // words; 3 and 4 are hidden
  const values = new Float32Array(25).fill(NaN);
  values.set([0.1, 0.5, 0, 0.3, 0.2], 5);
  values.set([0, 0, 0.4, NaN, 0], 15);
  const middles = {query: [1, 1, 3, 3, 3], key: [0, 1, 2, 3, 4]};
  assert.deepEqual(standInLines(values, middles), [[1, 3, 4], [1, 3, 4], [2], [2], [2]]);
});

test('only a stand-in has middles', () => {
  const kinds = Object.fromEntries(
    Object.entries(SIZES).map(([kind, size]) => [
      kind,
      {shape: [2, 3, ...size], reduced: [2, 2], weights: new Uint8Array(24).fill(255)},
    ]),
  );
  const {middles} = sheet({}, translation({kinds}));
  assert.deepEqual(
    [[...middles.query], [...middles.key]],
    [
      [1, 1, 1, 4, 4],
      [1, 1, 1, 4, 4, 4],
    ],
  );
  const layers = new Map([['cross.1', new Uint8Array(90).fill(1)]]);
  assert.equal(sheet({}, translation({kinds, layers})).middles, null);
  assert.equal(sheet().middles, null);
});

test('a lens is exact once its float32 numbers have arrived', () => {
  const values = lensValues(-3, 5, 1);
  const exact = numbers(range(30).map(i => i / 30));
  const of = translation({lensValues: new Map([['logs', values]]), exactHeads: new Map([['logs cross.1.0', exact]])});
  const made = sheet({lens: 'logs'}, of);
  assert.ok(made.exact);
  near(assert, made.values, exact, 0);
  assert.ok(!sheet({lens: 'logs', layer: 0}, of).exact);
});

test('cellText prints every number but a share near 0', () => {
  const scores = {shares: false, exact: true, low: -14, high: 14};
  const rough = {...scores, exact: false};
  assert.deepEqual(
    [0, -0.059, -0.001, -12.3456].map(value => cellText(scores, value)),
    ['0.00', '−0.06', '0.00', '−12.3'],
  );
  assert.deepEqual(
    [0, -0.059, -12.3].map(value => cellText(rough, value)),
    ['≈0.0', '≈−0.1', '≈−12'],
  );
  assert.equal(cellText(scores, NaN), '');
  assert.deepEqual(
    [0.0049, 0.0051, 1].map(value => cellText({shares: true, exact: true, low: 0, high: 1}, value)),
    ['', '0.01', '1.00'],
  );
});
