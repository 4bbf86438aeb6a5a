// Pictures of a block's tensors: a row of cells for each token, with exact values under the pointer and the keys.

import {packedColour, rampOf, signedColour} from '../../shared/colours.js';
import {make, penOf} from '../../shared/elements.js';
import {shapeText} from '../../shared/listing.js';
import {clamp, minus, probabilityText} from '../../shared/numbers.js';
import {markedToken, say} from '../../shared/text.js';

/** @import {BlockKind, MachineView, Tensor} from '../types.js' */

// Where the colours of a tensor's picture end, so that a few large components do not leave all others blank. Pure.

const SHARE = 0.99; // of the numbers that are within the colours, where the others are far beyond
const FAR_BEYOND = 3; // times the largest of those

/**
 * The magnitude at which the colours end, how many numbers are beyond it, and the largest magnitude.
 * @param {Float32Array} values
 */
export const colourEnd = values => {
  const sizes = values.map(Math.abs).sort();
  const most = sizes[sizes.length - 1] || 1;
  const within = sizes[Math.ceil(SHARE * sizes.length) - 1];
  if (!within || most <= FAR_BEYOND * within) return {end: most, beyond: 0, most};
  return {end: within, beyond: sizes.length - 1 - sizes.lastIndexOf(within), most};
};

const ROW = 14; // pixels of a token's row

/**
 * A tensor as rows of tokens: the heads of one token side by side.
 * @param {Tensor} tensor [L, D] or [H, L, E]
 */
const asRows = ({shape, values}) => {
  if (shape.length === 2)
    return {
      rows: shape[0],
      columns: shape[1],
      heads: 1,
      at: (/** @type {number} */ row, /** @type {number} */ column) => values[row * shape[1] + column],
    };
  const [heads, rows, width] = shape;
  return {
    rows,
    columns: heads * width,
    heads,
    at: (/** @type {number} */ row, /** @type {number} */ column) =>
      values[(Math.floor(column / width) * rows + row) * width + (column % width)],
  };
};

/**
 * Follow the pointer and the arrow keys over cells; `tell` says what the cell holds.
 * @param {HTMLCanvasElement} canvas
 * @param {{rows: number, columns: number}} size
 * @param {(row: number, column: number) => void} tell
 */
const followCells = (canvas, {rows, columns}, tell) => {
  let row = 0;
  let column = 0;
  canvas.addEventListener('pointermove', event => {
    const {left, top, width, height} = canvas.getBoundingClientRect();
    row = clamp(Math.floor(((event.clientY - top) / height) * rows), 0, rows - 1);
    column = clamp(Math.floor(((event.clientX - left) / width) * columns), 0, columns - 1);
    tell(row, column);
  });
  canvas.addEventListener('keydown', event => {
    /** @type {Record<string, [number, number]>} */
    const moves = {
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
      Home: [0, -columns],
      End: [0, columns],
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    row = clamp(row + move[0], 0, rows - 1);
    column = clamp(column + move[1], 0, columns - 1);
    tell(row, column);
  });
};

/**
 * @param {MachineView} view
 * @param {string} axis
 * @returns {string[]}
 */
const tokensOf = ({machine}, axis) => (axis === 'source' ? machine?.shown.src_tokens : machine?.shown.tgt_tokens) ?? [];

/**
 * The row of the present step among the rows of all positions; -1 where all of them are computed at once.
 * @param {MachineView} view
 * @param {string} axis
 */
const stepRow = ({stage}, axis) => (axis === 'target' ? stage.step : -1);

/**
 * A picture with a frame around one of its rows.
 * @param {HTMLCanvasElement} canvas
 * @param {number} row -1 for none
 */
const framedRow = (canvas, row) =>
  make(
    'div',
    {class: 'gf-machine-cells'},
    canvas,
    ...(row < 0
      ? []
      : [
          make('i', {
            class: 'gf-machine-row',
            'aria-hidden': 'true',
            style: `top:${(100 * row) / canvas.height}%;height:${100 / canvas.height}%`,
          }),
        ]),
  );

/**
 * A tensor with a row for each token.
 * @param {MachineView} view
 * @param {Tensor} tensor
 */
export const drawTensor = (view, tensor) => {
  const {texts, colours} = view;
  const {rows, columns, heads, at} = asRows(tensor);
  const axis = tensor.axes[tensor.axes.length - 2];
  const tokens = tokensOf(view, axis);
  const {end, beyond, most} = colourEnd(tensor.values);
  const name = say(texts, `role.${tensor.role}`);
  const now = stepRow(view, axis);
  const canvas = make('canvas', {
    width: columns,
    height: rows,
    tabindex: 0,
    role: 'img',
    style: `height:${rows * ROW}px`,
  });
  const pen = penOf(canvas);
  const image = pen.createImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      pixels[row * columns + column] = packedColour(
        signedColour(colours, 'cross', clamp(at(row, column) / end, -1, 1)),
      );
  pen.putImageData(image, 0, 0);
  const readout = make(
    'output',
    {class: 'gf-machine-readout'},
    say(texts, beyond ? 'tensor.hint.beyond' : 'tensor.hint', {end: minus(end, 2), beyond, most: minus(most, 2)}),
  );
  canvas.setAttribute('aria-label', say(texts, 'tensor.label', {name, shape: shapeText(tensor.shape)}));
  followCells(canvas, {rows, columns}, (row, column) => {
    const width = columns / heads;
    const place = heads > 1 ? 'tensor.cell.head' : 'tensor.cell';
    readout.textContent = say(texts, place, {
      token: markedToken(tokens[row] ?? ''),
      head: Math.floor(column / width) + 1,
      component: (column % width) + 1,
      value: minus(at(row, column), 5),
    });
  });
  return make(
    'figure',
    {class: 'gf-machine-tensor', 'data-role': tensor.role},
    make('figcaption', {}, name, readout),
    make(
      'div',
      {class: 'gf-machine-map'},
      make(
        'div',
        {class: 'gf-machine-rows', 'aria-hidden': 'true'},
        ...tokens
          .slice(0, rows)
          .map((token, i) => make('code', {class: i === now ? 'gf-now' : null}, markedToken(token).slice(0, 12))),
      ),
      framedRow(canvas, now),
    ),
  );
};

/**
 * The weights of every head as small matrices.
 * @param {MachineView} view
 * @param {Tensor} weights [H, Q, K]
 */
export const drawHeads = (view, weights) => {
  const {texts, colours, chosen} = view;
  const [heads, queries, keys] = weights.shape;
  const side = chosen.startsWith('encoder') ? 'encoder' : 'decoder';
  const kind = chosen.endsWith('cross') ? 'cross' : side;
  const ramp = rampOf(colours.background, colours.hues[/** @type {'encoder'} */ (kind)]);
  const [, rowAxis, columnAxis] = weights.axes;
  const rowTokens = tokensOf(view, rowAxis);
  const columnTokens = tokensOf(view, columnAxis);
  const readout = make('output', {class: 'gf-machine-readout'}, say(texts, 'heads.hint'));
  const pictures = Array.from({length: heads}, (_, head) => {
    const canvas = make('canvas', {
      width: keys,
      height: queries,
      tabindex: 0,
      role: 'img',
      'aria-label': say(texts, 'heads.one', {head: head + 1}),
    });
    const pen = penOf(canvas);
    const image = pen.createImageData(keys, queries);
    const pixels = new Uint32Array(image.data.buffer);
    const own = weights.values.subarray(head * queries * keys, (head + 1) * queries * keys);
    own.forEach((weight, i) => {
      pixels[i] = ramp[Math.round(255 * clamp(weight, 0, 1))];
    });
    pen.putImageData(image, 0, 0);
    followCells(canvas, {rows: queries, columns: keys}, (row, column) => {
      readout.textContent = say(texts, 'heads.cell', {
        head: head + 1,
        query: markedToken(rowTokens[row]),
        key: markedToken(columnTokens[column]),
        weight: probabilityText(own[row * keys + column]),
      });
    });
    return make(
      'div',
      {},
      framedRow(canvas, stepRow(view, rowAxis)),
      make('span', {}, say(texts, 'heads.name', {head: head + 1})),
    );
  });
  return make(
    'figure',
    {class: 'gf-machine-heads', 'data-role': 'attention'},
    make('figcaption', {}, say(texts, 'role.attention'), readout),
    make('div', {}, ...pictures),
  );
};

/**
 * The ten most probable tokens of a step, with their logits or probabilities.
 * @param {MachineView} view
 * @param {Tensor} tensor [T, 10]
 * @param {string[][]} tokens
 * @param {number} step
 * @param {BlockKind} kind
 */
export const drawTop10 = ({texts}, tensor, tokens, step, kind) => {
  const width = tensor.shape[1];
  const own = Array.from(tensor.values.subarray(step * width, (step + 1) * width));
  const isProbability = kind === 'softmax';
  const low = isProbability ? 0 : Math.min(0, ...own);
  const high = isProbability ? 1 : Math.max(...own);
  return make(
    'figure',
    {class: 'gf-machine-top', 'data-role': tensor.role},
    make('figcaption', {}, say(texts, isProbability ? 'top.probabilities' : 'top.logits', {step: step + 1})),
    make(
      'ol',
      {},
      ...own.map((value, i) =>
        make(
          'li',
          {},
          make('code', {}, markedToken(tokens[step]?.[i] ?? '')),
          make('i', {style: `width:${(100 * (value - low)) / (high - low || 1)}%`}),
          make('span', {}, isProbability ? probabilityText(value) : minus(value, 3)),
        ),
      ),
    ),
  );
};
