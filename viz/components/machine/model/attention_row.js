// One row of an attention, step by step: from q·k to weights. Pure functions.

/** @import {Block, Opened, Stage, Tensor} from '../types.js' */

/** @typedef {'dots' | 'scaled' | 'masked' | 'softmax'} Step */

/**
 * What a row is computed from, for each key that is shown.
 * @typedef {{key: number, hidden: boolean, dots: number, scaled: number, masked: number, softmax: number}} Cell
 */

const MOST = 12; // keys that are shown
const LATER = 2; // of them, hidden by the causal mask

/**
 * The strongest weight of a row: head, key and weight.
 * @param {Tensor} weights [H, Q, K]
 * @param {number} row
 */
export const strongest = ({shape: [heads, queries, keys], values}, row) => {
  let best = {head: 0, key: 0, weight: -1};
  for (let head = 0; head < heads; head++) {
    for (let key = 0; key < keys; key++) {
      const weight = values[(head * queries + row) * keys + key];
      if (weight > best.weight) best = {head, key, weight};
    }
  }
  return best;
};

/**
 * The token that is looked at: of the decoder's present step, else the first word.
 * @param {Stage} stage
 * @param {Block} block
 * @param {number} rows
 */
export const rowOf = (stage, block, rows) =>
  block.side === 'decoder' && stage.step >= 0 ? Math.min(stage.step, rows - 1) : Math.min(1, rows - 1);

/**
 * The steps of a row: a mask only where later tokens are hidden.
 * @param {Block} block
 * @param {boolean} isScaled whether the model divides by the root of d_k
 * @returns {Step[]}
 */
export const stepsOf = ({side, name}, isScaled) => [
  'dots',
  ...(isScaled ? [/** @type {const} */ ('scaled')] : []),
  ...(side === 'decoder' && !name.endsWith('cross') ? [/** @type {const} */ ('masked')] : []),
  'softmax',
];

/**
 * The keys of a row in their order: those of the largest weights, and of those that are hidden the next ones.
 * @param {Opened} opened of an attention
 * @param {{head: number, row: number, isScaled: boolean, isCausal: boolean}} place
 * @returns {{cells: Cell[], others: number, rest: number, changed: boolean}} `rest` is the weight of the keys left out;
 *   `changed` is true where the weights in use are not the softmax of the scores
 */
export const rowCells = ({tensors}, {head, row, isScaled, isCausal}) => {
  const [query, key, attention] = ['query', 'key', 'attention'].map(
    role => /** @type {Tensor} */ (tensors.find(one => one.role === role)),
  );
  const [, queries, width] = query.shape;
  const keys = key.shape[1];
  const start = (head * queries + row) * width;
  const root = isScaled ? Math.sqrt(width) : 1;
  const cells = Array.from({length: keys}, (_, place) => {
    const other = (head * keys + place) * width;
    let dots = 0;
    for (let i = 0; i < width; i++) dots += query.values[start + i] * key.values[other + i];
    const hidden = isCausal && place > row;
    const scaled = dots / root;
    const softmax = attention.values[(head * queries + row) * keys + place];
    return {key: place, hidden, dots, scaled, masked: hidden ? -Infinity : scaled, softmax};
  });
  const most = Math.max(...cells.map(({masked}) => masked));
  const total = cells.reduce((sum, {masked}) => sum + Math.exp(masked - most), 0);
  const changed = cells.some(({masked, softmax}) => Math.abs(Math.exp(masked - most) / total - softmax) > 1e-3);
  const later = cells.filter(({hidden}) => hidden).slice(0, LATER);
  const seen = cells.filter(({hidden}) => !hidden).sort((a, b) => b.softmax - a.softmax || a.key - b.key);
  const shown = [...seen.slice(0, MOST - later.length), ...later].sort((a, b) => a.key - b.key);
  const left = seen.slice(MOST - later.length);
  return {cells: shown, others: left.length, rest: left.reduce((sum, {softmax}) => sum + softmax, 0), changed};
};

/**
 * Where a bar begins and how wide it is, both in parts of the track: scores of both steps on one scale, so that the
 * division can be seen; weights from 0 to 1.
 * @param {Cell} cell
 * @param {Step} step
 * @param {Cell[]} cells
 */
export const barOf = (cell, step, cells) => {
  if (step === 'softmax') return {start: 0, width: cell.softmax};
  const value = cell[step];
  if (!Number.isFinite(value)) return {start: 0, width: 0};
  const low = Math.min(0, ...cells.map(({dots}) => dots));
  const high = Math.max(0, ...cells.map(({dots}) => dots));
  const span = high - low || 1;
  return {start: (Math.min(0, value) - low) / span, width: Math.abs(value) / span};
};
