// What the figure says of a block and a moment. Pure functions.

import {phrases} from '../../shared/locale.js';
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
  const key = `box.${wordsKey(block)}`, short = `${key}.short`;
  return say(texts, narrow && short in texts ? short : key, {...model, heads: headsText(texts, model), scale: `√${model.d_model}`, table: tableName(block, model)});
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
  const block = blocks[stage.block], title = blockTitle(texts, block);
  if (block.side === 'encoder') return say(texts, 'moment.encoder', {title});
  if (mode === 'train') return say(texts, 'moment.train', {title});
  return say(texts, 'moment.step', {title, step: stage.step + 1, steps: shown.tgt_tokens.length});
};

/**
 * What happens at a moment, in one sentence, with the tokens of this translation.
 * @param {Texts} texts
 * @param {Machine} machine
 * @param {Stage} stage
 * @param {Mode} mode
 */
export const momentSentence = (texts, {blocks, shown, model}, stage, mode) => {
  const block = blocks[stage.block], {src_tokens: source, tgt_tokens: target, predicted_tokens: next, probabilities} = shown;
  if (block.side === 'encoder') return say(texts, 'say.encoder', {tokens: source.length});
  if (mode === 'train') return say(texts, 'say.train', {tokens: target.length});
  const values = {
    token: markedToken(target[stage.step]), next: markedToken(next[stage.step]), p: probabilities[stage.step].toFixed(2),
    kept: stage.step + 1, layers: model.decoder_layers, without: (stage.step + 1) * (stage.step + 2) / 2, source: source.length,
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
  phrases(axes.map((axis, i) => say(texts, `axis.${axis}`, {size: shape[i], vocabulary, heads: axis === 'heads' ? headsText(texts, {num_heads: shape[i]}) : ''})));
