// A translation as the browser holds it, for the tests: two layers of three heads, their weights still 8 bits.

export const SRC = [' a', ' do', 'g', ' runs', '.', '</s>'];
export const PREDICTED = [' Hu', 'nd', ' läuft', '.', '</s>'];
export const SIZES = {encoder: [6, 6], decoder: [5, 5], cross: [5, 6]};

/** Whole numbers from 1 to 255 that look random and are the same every time. */
const levelsOf = (count, seed) => {
  let state = seed;
  return Uint8Array.from({length: count}, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return 1 + (state % 255);
  });
};

export const LEVELS = Object.fromEntries(
  Object.entries(SIZES).map(([kind, [q, k]]) => [kind, levelsOf(6 * q * k, q * k)]),
);

/** Weights of one head, from 0 to 1. */
export const headWeights = (kind, layer, head, levels = LEVELS) => {
  const [queries, keys] = SIZES[kind];
  const size = queries * keys;
  const start = (3 * layer + head) * size;
  return Array.from(levels[kind].subarray(start, start + size), level => level / 255);
};

export const kindsOf = levels =>
  Object.fromEntries(
    Object.entries(SIZES).map(([kind, size]) => [kind, {shape: [2, 3, ...size], weights: levels[kind]}]),
  );

export const LENSES = [
  {name: 'weights', rows: 'shares', signed: false, kinds: ['encoder', 'decoder', 'cross']},
  {name: 'logs', rows: 'logarithms', signed: true, kinds: ['encoder', 'decoder', 'cross']},
  {name: 'norms', rows: 'amounts', signed: false, kinds: ['cross']},
  {name: 'rolled', rows: 'shares', signed: false, kinds: ['encoder', 'decoder', 'cross']},
];

export const translation = changes => ({
  checks: [],
  id: 't',
  src_tokens: SRC,
  tgt_tokens: ['<s>', ...PREDICTED.slice(0, -1)],
  predicted_tokens: PREDICTED,
  kinds: kindsOf(LEVELS),
  exactHeads: new Map(),
  lenses: LENSES,
  lensValues: new Map(),
  asked: new Set(),
  ...changes,
});

export const CHOICE = {
  kind: 'cross',
  layer: 1,
  head: 2,
  rows: 'predicted',
  step: 4,
  lens: 'weights',
  against: '',
  combine: 'one',
  heads: [],
  words: false,
  specials: true,
  mass: 1,
  grow: false,
};

/** Compare numbers one by one; NaN equals NaN. */
export const near = (assert, found, expected, tolerance = 1e-6) => {
  assert.equal(found.length, expected.length);
  Array.from(expected).forEach((value, i) => {
    const same = Number.isNaN(value) ? Number.isNaN(found[i]) : Math.abs(found[i] - value) <= tolerance;
    assert.ok(same, `number ${i} is ${found[i]}, not ${value}`);
  });
};
