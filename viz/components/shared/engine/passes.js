// One pass over a source and a target. Layers below the first change are those of an earlier pass that lacks this
// change.

import {KINDS} from '../kinds.js';
import {changing, inTurn, recorder} from './changes.js';
import {rowOf} from './matrix.js';
import {largest} from './search.js';

/** @import {Attention, Changes, Config, Encoded, Kind, Pass, Probe, Question, Traced} from './types.js' */
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
const passOf = (model, asked, earlier = null, seen = null) => {
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

// Every attention of one translation, from one pass over source and target, and what was predicted at each step.

const TOP = 10;

/**
 * @param {Transformer} model
 * @param {number[]} source ids, the end symbol last
 * @param {number[]} target the ids generated, without the start symbol
 * @param {Partial<Changes>} [changes]
 * @param {Traced | null} [earlier] a pass over the same source, whose layers are taken where they are the same
 * @returns {Traced}
 */
export const trace = (model, source, target, changes = {}, earlier = null) => {
  const read = [model.config.start_id, ...target.slice(0, -1)];
  const asked = {source, read, changes: {off: [], uniform: [], edits: [], ...changes}};
  const {probe, kept} = recorder(model.config, source.length, target.length);
  const pass = passOf(model, asked, earlier, probe);
  if (earlier) takeOver(kept, earlier, pass);
  const logits = model.logits(pass.decoded);
  return {...pass, target, attention: kept, steps: target.map((id, t) => prediction(model, rowOf(logits, t), id))};
};

/**
 * Copy the weights of the layers that an earlier pass has computed.
 * @param {Attention} kept
 * @param {Traced} earlier
 * @param {Pass} pass
 */
const takeOver = (kept, earlier, pass) => {
  for (const kind of KINDS) {
    const side = kind === 'encoder' ? 'encoder' : 'decoder';
    const {
      shape: [, heads, queries, keys],
      weights,
    } = earlier.attention[kind];
    const first = pass[side].findIndex((states, at) => states !== earlier[side][at]);
    const layers = (first < 0 ? pass[side].length : first) - 1;
    if (layers > 0) kept[kind].weights.set(weights.subarray(0, layers * heads * queries * keys));
  }
};

/**
 * What the model predicts at one step, in nats, and the rank of the token there among all tokens.
 * @param {Transformer} model
 * @param {Float32Array} logits
 * @param {number} id
 */
const prediction = (model, logits, id) => {
  const {highest, total, weighted} = model.sums(logits);
  const normaliser = highest + Math.log(total);
  const own = logits[id];
  const top = largest(logits, Math.min(TOP, logits.length));
  let rank = 1;
  for (let at = 0; at < logits.length; at++) if (logits[at] > own) rank += 1;
  return {
    logProb: own - normaliser,
    entropy: Math.log(total) - weighted / total,
    rank,
    top,
    probabilities: top.map(one => Math.exp(logits[one] - normaliser)),
  };
};

// What the target tokens lose when a head is switched off in addition to what is changed:
// core/inspection/importance.py.

/**
 * The nats that each target token loses without each head of a kind, [L][H][T]; null where the head is off already.
 * @param {Transformer} model
 * @param {Traced} traced
 * @param {Kind} kind
 * @param {() => Promise<unknown>} between runs before each head, so that the page stays responsive
 */
export const tokenLosses = async (model, traced, kind, between) => {
  const {num_layers, num_decoder_layers, num_heads} = model.config;
  const {target, steps, changes} = traced;
  const isOff = new Set(changes.off.map(at => at.join('.')));
  /** @type {(number | null)[][][]} */
  const losses = [];
  for (let layer = 0; layer < (kind === 'encoder' ? num_layers : num_decoder_layers); layer++) {
    losses.push([]);
    for (let head = 0; head < num_heads; head++) {
      await between();
      const without = {...changes, off: [...changes.off, /** @type {Changes['off'][0]} */ ([kind, layer, head])]};
      losses[layer].push(
        isOff.has(`${kind}.${layer}.${head}`)
          ? target.map(() => null)
          : logProbsUnder(model, traced, without).map((logProb, t) => steps[t].logProb - logProb),
      );
    }
  }
  return losses;
};

/**
 * Log-probabilities of the target under other changes.
 * @param {Transformer} model
 * @param {Traced} traced
 * @param {Changes} changes
 */
const logProbsUnder = (model, traced, changes) => {
  const logits = model.logits(passOf(model, {...traced, changes}, traced).decoded);
  return traced.target.map((id, t) => {
    const {highest, total} = model.sums(rowOf(logits, t));
    return rowOf(logits, t)[id] - highest - Math.log(total);
  });
};
