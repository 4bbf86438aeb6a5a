// One pass over a source and a target. Layers below the first change are those of an earlier pass that lacks this
// change.

import {changing, inTurn} from './changes.js';

/** @import {Kind} from '../types.js' */
/** @import {Changes, Config, Encoded, Pass, Probe, Question} from './types.js' */
/** @import {Transformer} from './transformer.js' */

/**
 * Run the encoder.
 * @param {Transformer} model
 * @param {Pick<Question, 'source' | 'changes'>} asked
 * @param {Encoded | null} [earlier]
 * @param {Probe | null} [probe] that makes the changes
 * @returns {Encoded}
 */
export const encoded = (model, {source, changes}, earlier = null, probe = changing(changes)) => {
  const same = earlier && isSame(earlier.source, source) ? earlier : null;
  const {num_layers: layers} = model.config;
  const from = same ? sharedLayers(same.changes, changes, model.config).encoder : 0;
  if (same && from === layers) return {...same, changes};
  const encoder = same?.encoder.slice(0, from + 1) ?? [];
  const memory = model.encode(source, probe, encoder);
  return {source, changes, encoder, memory, sources: model.sources(memory)};
};

/**
 * Run the encoder and the decoder.
 * @param {Transformer} model
 * @param {Question} asked
 * @param {Pass | null} [earlier]
 * @param {Probe | null} [seen] what looks at the attention of the layers that are computed
 * @returns {Pass}
 */
export const passOf = (model, asked, earlier = null, seen = null) => {
  const {read, changes} = asked;
  const made = changing(changes);
  const probe = seen ? inTurn([made, seen]) : made;
  const found = encoded(model, asked, earlier, probe);
  const same = earlier && isSame(earlier.source, asked.source) && isSame(earlier.read, read) ? earlier : null;
  const decoder = same?.decoder.slice(0, sharedLayers(same.changes, changes, model.config).decoder + 1) ?? [];
  return {
    ...found,
    read,
    decoder,
    decoded: model.decode(read, found.memory, probe, {states: decoder, sources: found.sources}),
  };
};

/**
 * The earlier pass that spares most layers; null without one.
 * @template {Pass} Earlier
 * @param {Iterable<Earlier>} passes
 * @param {Partial<Question> & Pick<Question, 'source' | 'changes'>} asked
 * @param {Config} config
 */
export const closest = (passes, {source, read, changes}, config) => {
  /** @type {Earlier | null} */
  let best = null;
  let most = -1;
  for (const pass of passes) {
    if (!isSame(pass.source, source)) continue;
    const {encoder, decoder} = sharedLayers(pass.changes, changes, config);
    const spared = encoder + (read && isSame(pass.read, read) ? decoder : 0);
    if (spared > most) [best, most] = [pass, spared];
  }
  return best;
};

/**
 * How many layers of encoder and decoder two passes with the same tokens have in common.
 * @param {Changes} one
 * @param {Changes} other
 * @param {Pick<Config, 'num_layers' | 'num_decoder_layers'>} config
 */
export const sharedLayers = (one, other, {num_layers: deep, num_decoder_layers: deepest}) => {
  const here = placed(one);
  const there = placed(other);
  const lowest = {encoder: deep, decoder: deepest, cross: deepest};
  for (const [name, {kind, layer}] of [...here, ...there])
    if (!here.has(name) || !there.has(name)) lowest[kind] = Math.min(lowest[kind], layer);
  return {encoder: lowest.encoder, decoder: lowest.encoder < deep ? 0 : Math.min(lowest.decoder, lowest.cross)};
};

/** @typedef {[name: string, place: {kind: Kind, layer: number}]} Placed */

/**
 * Every change by a name of its own, with its place.
 * @param {Changes} changes
 */
const placed = ({off, uniform, edits}) =>
  new Map([
    ...off.map(([kind, layer, head]) => named({kind, layer}, 'off', head)),
    ...uniform.map(([kind, layer, head]) => named({kind, layer}, 'uniform', head)),
    ...edits.map(({kind, layer, head, query, weights}) =>
      named({kind, layer}, 'edit', head, query, ...Array.from(weights)),
    ),
  ]);

/**
 * @param {{kind: Kind, layer: number}} place
 * @param {...(string | number)} parts
 * @returns {Placed}
 */
const named = (place, ...parts) => [[place.kind, place.layer, ...parts].join(' '), place];

/**
 * @param {number[]} one
 * @param {number[]} other
 */
const isSame = (one, other) => one.length === other.length && one.every((id, at) => id === other[at]);
