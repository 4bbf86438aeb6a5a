// What the figure says of a block and a moment. Pure functions.

import {grouped, phrases} from '../../shared/locale.js';
import {markedToken, say, sayCount} from '../../shared/text.js';

/** @import {Block, Machine, Mode, Model, Stage, Texts} from '../types.js' */

/**
 * The name of a block's words: the three attentions, and the two embeddings, differ.
 * @param {Block} block
 */
export const wordsKey = ({kind, side, name, layer}) => {
  if (kind === 'attention') return name.endsWith('cross') ? 'cross' : `self.${side}`;
  if (kind === 'embedding') return `embedding.${side}`;
  if (kind === 'norm' && layer === null) return 'norm.final';
  return kind;
};

/** Names of the tables of source, target and output; the same letter stands for the same table. */
const TABLES = {'three-way': ['E', 'E', 'Eᵀ'], 'two-way': ['E₁', 'E₂', 'E₂ᵀ'], none: ['E₁', 'E₂', 'W']};

/**
 * About how wide a letter is in a box of a narrow figure, in pixels.
 * @param {string} letter
 */
const letterWidth = letter => {
  if (letter === ' ') return 4;
  if (/[a-z-]/.test(letter)) return 6;
  return /[\u3000-\u9fff]/.test(letter) ? 12 : 8.5;
};

const TWO_LINES = 30; // pixels of a box that holds two lines

/**
 * The table of an embedding or of the linear layer.
 * @param {Block} block
 * @param {Model} model
 */
export const tableName = ({kind, side}, {tying}) => {
  const [source, target, output] = TABLES[tying];
  if (kind === 'linear') return output;
  return side === 'encoder' ? source : target;
};

/**
 * How many heads a layer has.
 * @param {Texts} texts
 * @param {Pick<Model, 'num_heads'>} model
 */
export const headsText = (texts, {num_heads: count}) => sayCount(texts, 'box.heads', count);

/**
 * What stands in the box.
 * @param {Texts} texts
 * @param {Block} block
 * @param {Model} model
 * @param {boolean} narrow
 */
export const boxText = (texts, block, model, narrow) => {
  const key = `box.${wordsKey(block)}`;
  const short = `${key}.short`;
  const numbers = Object.fromEntries(
    Object.entries(model).map(([name, value]) => [name, typeof value === 'number' ? grouped(value) : value]),
  );
  return say(texts, narrow && short in texts ? short : key, {
    ...numbers,
    heads: headsText(texts, model),
    scale: `√${grouped(model.d_model)}`,
    table: tableName(block, model),
  });
};

/**
 * The title of a block, with its layer.
 * @param {Texts} texts
 * @param {Block} block
 */
export const blockTitle = (texts, block) => {
  const title = say(texts, `block.${wordsKey(block)}`);
  if (block.layer === null) return title;
  return say(texts, `title.${block.side}`, {title, layer: block.layer + 1});
};

/**
 * Where the player stands, in a few words.
 * @param {Texts} texts
 * @param {Machine} machine
 * @param {Stage} stage
 * @param {Mode} mode
 */
export const momentText = (texts, {blocks, shown}, stage, mode) => {
  const block = blocks[stage.block];
  const title = blockTitle(texts, block);
  if (block.side === 'encoder') return say(texts, 'moment.encoder', {title});
  if (mode === 'train') return say(texts, 'moment.train', {title});
  return say(texts, 'moment.step', {title, step: stage.step + 1, steps: shown.tgt_tokens.length});
};

/**
 * The key of what is said below the target: how much of it there is.
 * @param {Mode} mode
 * @param {number} reading tokens read so far
 * @param {number} all
 */
export const targetKey = (mode, reading, all) => {
  if (mode === 'train') return reading ? 'tokens.target.train' : 'tokens.target.train.none';
  if (reading < 2 && reading < all) return reading ? 'tokens.target.first' : 'tokens.target.none';
  return reading < all ? 'tokens.target' : 'tokens.target.last';
};

/**
 * The words of a box in lines, at most two: a second one where the first would be too wide and there is room for it.
 * @param {string} text
 * @param {{width: number, height: number}} box
 */
export const boxLines = (text, {width, height}) => {
  const words = text.split(' ');
  const wide = [...text].reduce((sum, letter) => sum + letterWidth(letter), 0);
  if (wide <= width - 4 || height < TWO_LINES || words.length < 2) return [text];
  const cuts = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')]);
  const longest = (/** @type {string[]} */ lines) => Math.max(...lines.map(line => line.length));
  return cuts.reduce((best, cut) => (longest(cut) < longest(best) ? cut : best));
};

/**
 * What happens at a moment, in one sentence, with the tokens of this translation.
 * @param {Texts} texts
 * @param {Machine} machine
 * @param {Stage} stage
 * @param {Mode} mode
 */
export const momentSentence = (texts, {blocks, shown, model}, stage, mode) => {
  const block = blocks[stage.block];
  const {src_tokens: source, tgt_tokens: target, predicted_tokens: next, probabilities} = shown;
  if (block.side === 'encoder') return say(texts, 'say.encoder', {tokens: source.length});
  if (mode === 'train') return say(texts, 'say.train', {tokens: target.length});
  const values = {
    token: markedToken(target[stage.step]),
    next: markedToken(next[stage.step]),
    p: probabilities[stage.step].toFixed(2),
    kept: stage.step + 1,
    layers: model.decoder_layers,
    without: ((stage.step + 1) * (stage.step + 2)) / 2,
    source: source.length,
  };
  if (block.kind === 'softmax') return say(texts, 'say.softmax', values);
  return say(texts, stage.step === 0 ? 'say.first_step' : 'say.step', values);
};

/**
 * What the axes of a tensor are: "6 source tokens, d_model 192".
 * @param {Texts} texts
 * @param {{axes: string[], shape: number[]}} tensor
 * @param {Model} model
 */
export const axesText = (texts, {axes, shape}, {vocabulary}) =>
  phrases(
    axes.map((axis, i) =>
      say(texts, `axis.${axis}`, {
        size: shape[i],
        vocabulary,
        heads: axis === 'heads' ? headsText(texts, {num_heads: shape[i]}) : '',
      }),
    ),
  );
