// The tokens of both sides, each with its vector as a tile of cells: what the last block of its side made of it.

import {packedColour, signedColour} from '../../shared/colours.js';
import {make, penOf} from '../../shared/elements.js';
import {inARow, markedToken, say} from '../../shared/text.js';
import {blockTitle, targetKey} from '../model/words.js';
import {tileGrid, tokenShares} from '../model/stages.js';

/** @import {Block, MachineView, Side} from '../types.js' */

const CELL = 2; // pixels, of a model up to about 300 numbers wide

/**
 * @param {MachineView} view
 * @param {Side} side
 * @param {string[]} tokens
 * @param {string} language
 */
const tokenRow = (view, side, tokens, language) => {
  const grid = tileGrid(/** @type {NonNullable<MachineView['machine']>} */ (view.machine).model.d_model);
  const cell = grid.columns > 18 ? 1 : CELL;
  return tokens.map((token, i) =>
    make(
      'span',
      {class: 'gf-machine-token', 'data-token': `${side} ${i}`},
      make('canvas', {
        width: grid.columns,
        height: grid.rows,
        style: `width:${grid.columns * cell}px;height:${grid.rows * cell}px`,
      }),
      make('code', {lang: language || null, title: token.length > 12 ? token : null}, markedToken(token).slice(0, 14)),
    ),
  );
};

/** @param {MachineView} view */
export const drawTokens = view => {
  const {machine, texts} = view;
  if (!machine) return;
  const {src_tokens: source, tgt_tokens: target, languages} = machine.shown;
  view
    .part('source')
    .replaceChildren(
      make('div', {}, ...tokenRow(view, 'encoder', source, languages[0])),
      make('p', {}, say(texts, 'tokens.source')),
    );
  view
    .part('target')
    .replaceChildren(
      make('div', {}, ...tokenRow(view, 'decoder', target, languages[1])),
      make('p', {'data-part': 'target-says'}),
    );
  markTokens(view);
};

/**
 * The last block of a side that has computed at the present stage; null before the first.
 * @param {MachineView} view
 * @param {Side} side
 * @returns {Block | null}
 */
const lastBlock = ({machine, stages, at}, side) => {
  if (!machine) return null;
  for (let i = at; i >= 0; i--) {
    const block = machine.blocks[stages[i].block];
    if (block.side === side && machine.outputs.has(block.name)) return block;
  }
  return null;
};

/**
 * Mark which target tokens are read now, were read at earlier steps, or come later: those are known in training only.
 * @param {MachineView} view
 * @param {number} reading tokens read so far
 */
const markTarget = ({mode, part}, reading) => {
  const generating = mode === 'generate';
  for (const [i, node] of part('target').querySelectorAll('.gf-machine-token').entries()) {
    node.classList.toggle('gf-later', i >= reading);
    node.classList.toggle('gf-unknown', generating && i >= reading);
    node.classList.toggle('gf-now', generating && i === reading - 1);
    node.classList.toggle('gf-past', generating && i < reading - 1);
  }
};

/** @param {MachineView} view */
export const markTokens = view => {
  const {machine, stage, mode, texts, order} = view;
  if (!machine) return;
  const inDecoder = machine.blocks[stage.block].side === 'decoder';
  const all = machine.shown.tgt_tokens.length;
  const read = mode === 'generate' ? stage.step + 1 : all;
  const reading = inDecoder ? read : 0;
  markTarget(view, reading);
  for (const side of /** @type {Side[]} */ (['encoder', 'decoder'])) {
    const block = lastBlock(view, side);
    const host = view.part(side === 'encoder' ? 'source' : 'target');
    for (const [i, canvas] of host.querySelectorAll('canvas').entries()) paintTile(view, canvas, block, i);
  }
  const line = view.root.querySelector('[data-part="target-says"]');
  if (line) line.textContent = say(texts, targetKey(mode, reading, all));
  const now = lastBlock(view, inDecoder ? 'decoder' : 'encoder');
  const legend = say(texts, 'legend', {
    width: machine.model.d_model,
    block: now ? blockTitle(texts, now) : '',
    dropout: machine.model.dropout,
  });
  const norm = order === 'paper' ? 'order.note' : 'legend.pre_norm';
  view.part('legend').textContent = inARow([legend, machine.model.norm === 'pre' ? say(texts, norm) : '']);
};

/**
 * @param {MachineView} view
 * @param {HTMLCanvasElement} canvas
 * @param {Block | null} block
 * @param {number} token
 */
const paintTile = ({machine, colours}, canvas, block, token) => {
  const output = block && machine?.outputs.get(block.name);
  const pen = penOf(canvas);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  if (!output || !machine) return;
  const image = pen.createImageData(canvas.width, canvas.height);
  const pixels = new Uint32Array(image.data.buffer);
  for (const [i, share] of tokenShares(output, token, machine.model.d_model).entries())
    pixels[i] = packedColour(signedColour(colours, 'cross', share));
  pen.putImageData(image, 0, 0);
};
