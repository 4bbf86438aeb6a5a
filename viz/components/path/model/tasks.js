// What is to be done on the page in each chapter, and whether the page's state shows that it was. Pure.

import {KINDS} from '../../shared/kinds.js';

/** @import {Kind} from '../../shared/types.js' */
/** @typedef {Record<string, string>} Fields */
/** @typedef {{kind: string, layer: number, head: number}} HeadAt */

/**
 * Attention as the page gets it, 255 = 1.
 * @typedef {object} Levels
 * @property {number[]} shape [L, H, Q, K]
 * @property {[number, number]} [reduced] rows and columns of the smaller pictures of a long sentence
 * @property {Uint8Array} weights
 */

/**
 * What tasks are judged by.
 * @typedef {object} Situation
 * @property {Fields} fields of the address
 * @property {Record<Kind, Levels>} kinds attention of the sentence
 * @property {number[]} probabilities of the tokens of the translation
 * @property {HeadAt | null} best the head that matters most; null until it was measured
 */

const CLOSE = 0.05; // of mean weight: heads that look alike to a reader

/**
 * How much each head of a kind attends to the token before its own, as a mean over the rows; [L][H]. In a smaller
 * picture the cell before the row's own stands for it: the first token of a cell has its predecessor there.
 * @param {Levels} levels
 */
export const previousWeights = ({shape: [layers, heads, queries, keys], reduced, weights}) => {
  const [rows, columns] = reduced ?? [queries, keys];
  return Array.from({length: layers}, (_, layer) =>
    Array.from({length: heads}, (_, head) => {
      const start = (layer * heads + head) * rows * columns;
      let sum = 0;
      for (let row = 1; row < rows; row++) sum += weights[start + row * columns + row - 1];
      return sum / 255 / Math.max(1, rows - 1);
    }),
  );
};

/**
 * A probability as the page shows it: equal ones are one to a reader.
 * @param {number} probability
 */
const inThousandths = probability => Math.round(1000 * probability);

/** @param {Fields} fields */
const valuesIn = fields => {
  try {
    return JSON.parse(fields.set ?? '{}') ?? {};
  } catch {
    return {};
  }
};

/**
 * How many heads of cross-attention the address switches off: `c.1-4.2,e.1.1` names four.
 * @param {string} off
 */
export const countCrossOff = (off = '') => {
  const span = (/** @type {string} */ text) => {
    const [from, to = from] = text.split('-').map(Number);
    return Math.max(0, to - from + 1);
  };
  return off
    .split(',')
    .map(one => /^c\.([\d-]+)\.([\d-]+)$/.exec(one))
    .reduce((sum, found) => sum + (found ? span(found[1]) * span(found[2]) : 0), 0);
};

/**
 * @param {Fields} fields
 * @param {HeadAt | null} at
 */
const isHead = ({kind, layer, head}, at) =>
  at !== null && kind === at.kind && Number(layer) === at.layer + 1 && Number(head) === at.head + 1;

/** @type {Record<string, (of: Situation) => boolean>} */
const DONE = {
  embedding: ({fields}) => fields.block === 'decoder.embedding',
  position: ({fields}) => fields.lab === 'positional' && valuesIn(fields).pair >= 20,
  attention: ({fields}) => fields.kind === 'encoder' && /^query\./.test(fields.pin ?? ''),
  scale: ({fields}) => fields.lab === 'softmax' && valuesIn(fields).d_k >= 100,
  heads: ({fields, kinds}) => {
    const all = previousWeights(kinds.encoder);
    const own = all[Number(fields.layer) - 1]?.[Number(fields.head) - 1] ?? -1;
    return fields.kind === 'encoder' && own >= Math.max(...all.flat()) - CLOSE;
  },
  residual: ({fields}) => /\.add$/.test(fields.block ?? '') && fields.block !== 'encoder.0.self.add',
  feed_forward: ({fields}) => /^decoder\.\d+\.feed_forward$/.test(fields.block ?? ''),
  masked: ({fields, probabilities, kinds}) =>
    fields.kind === 'decoder' && Number(fields.step) === (probabilities.length || kinds.decoder.shape[2]),
  cross: ({fields, kinds}) => {
    const off = countCrossOff(fields.off);
    return off > 0 && off === kinds.cross.shape[0] * kinds.cross.shape[1];
  },
  output: ({fields, probabilities}) =>
    probabilities.length
      ? inThousandths(probabilities[Number(fields.step) - 1]) === inThousandths(Math.min(...probabilities))
      : fields.step !== '1',
  training: ({fields}) => fields.mode === 'train',
  whole: ({fields, best}) => isHead(fields, best),
};

/**
 * Whether the page's state shows that a chapter's task was done.
 * @param {string} chapter
 * @param {Situation} of
 */
export const isDone = (chapter, of) => DONE[chapter](of);

/**
 * The head whose absence costs most; null if none was measured.
 * @param {Record<string, any>} importance nats by kind, [L][H]
 * @returns {HeadAt & {loss: number} | null}
 */
export const mostImportant = importance => {
  let best = /** @type {HeadAt & {loss: number} | null} */ (null);
  for (const kind of KINDS)
    importance[kind].forEach((/** @type {(number | null)[]} */ row, /** @type {number} */ layer) =>
      row.forEach((loss, head) => {
        if (loss !== null && (!best || loss > best.loss)) best = {kind, layer, head, loss};
      }),
    );
  return best;
};

/**
 * The token that loses most, and its probability before and after a change; null for none.
 * @param {string[]} tokens
 * @param {number[]} before
 * @param {number[]} after
 */
export const mostChanged = (tokens, before, after) => {
  if (!tokens.length || before.length !== after.length) return null;
  const place = before.reduce((most, p, i) => (p - after[i] > before[most] - after[most] ? i : most), 0);
  return {token: tokens[place], before: before[place], after: after[place]};
};
