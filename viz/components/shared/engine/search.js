// Search (6.1), as core/decoding does it: greedy with a beam of one, else beam search with the length penalty.

import {attendRow} from './attention.js';
import {matrix, rowOf} from './matrix.js';
import {attentionNames} from './transformer.js';

/** @import {Encoded, Found, Hypothesis, Matrix, Memory, Probe, Request, SearchOptions, TreeNode} from './types.js' */
/** @import {Transformer} from './transformer.js' */
/** @import {Tokenizer} from './tokenizer.js' */

// Decoding one step at a time, with the keys and values of earlier steps kept: R hypotheses of one sentence.

/** What one hypothesis has attended to: for each layer, keys and values of its positions. */
/** @typedef {Memory[]} Past */

class DecoderCache {
  /**
   * @param {Transformer} model
   * @param {Memory[]} sources keys and values of the cross-attention of each layer
   * @param {number} longest target, in tokens
   * @param {Probe | null} [probe]
   */
  constructor(model, sources, longest, probe = null) {
    const {num_decoder_layers: length, num_heads, d_k, d_v} = model.config;
    this.model = model;
    this.probe = probe;
    this.length = 0; // positions read
    this.sources = sources;
    /** @type {() => Past} */
    this.empty = () =>
      Array.from({length}, () => ({keys: matrix(longest, num_heads * d_k), values: matrix(longest, num_heads * d_v)}));
    this.pasts = [this.empty()];
  }

  /**
   * Read one token of each hypothesis; logits of the next: [R, V].
   * @param {number[]} ids
   */
  step(ids) {
    const states = this.model.decoder(
      ids,
      ids.map(() => this.length),
      layer => {
        const {own, cross} = attentionNames(layer);
        const source = this.sources[layer];
        const position = () => this.length;
        const site = this.model.site('cross', layer, this.probe, {position, visible: () => source.keys.rows});
        return [x => this.#attendToPast(own, layer, x), x => this.model.attention(cross, x, source, site)];
      },
    );
    this.length += 1;
    return this.model.logits(states);
  }

  /**
   * Let hypothesis n continue what hypothesis origins[n] was.
   * @param {number[]} origins
   */
  reorder(origins) {
    const free = this.pasts.filter((_, at) => !origins.includes(at));
    const taken = new Set();
    this.pasts = origins.map(origin => {
      const past = this.pasts[origin];
      if (!taken.has(origin)) {
        taken.add(origin);
        return past;
      }
      const copy = free.pop() ?? this.empty();
      past.forEach(({keys, values}, layer) => {
        copy[layer].keys.data.set(keys.data.subarray(0, this.length * keys.width));
        copy[layer].values.data.set(values.data.subarray(0, this.length * values.width));
      });
      return copy;
    });
  }

  /**
   * The decoder's self-attention: each hypothesis attends to its own positions.
   * @param {string} name
   * @param {number} layer
   * @param {Matrix} states [R, D]
   */
  #attendToPast(name, layer, states) {
    const query = this.model.linear(`${name}.query`, states);
    const {keys, values} = this.model.project(name, states);
    const output = matrix(states.rows, values.width);
    const position = () => this.length;
    const visible = () => this.length + 1;
    const site = this.model.site('decoder', layer, this.probe, {position, visible});
    this.pasts.forEach((past, r) => {
      rowOf(past[layer].keys, this.length).set(rowOf(keys, r));
      rowOf(past[layer].values, this.length).set(rowOf(values, r));
      attendRow(query, r, past[layer].keys, past[layer].values, site, output);
    });
    return this.model.linear(`${name}.output`, output);
  }
}

// A search as a tree, column by column: the answer to `search_tree`.

const COLUMNS = /** @type {(keyof TreeNode)[]} */ ([
  'id',
  'parent',
  'token',
  'depth',
  'log_prob',
  'total',
  'penalty',
  'score',
  'status',
]);

/**
 * @param {Hypothesis[]} hypotheses best first
 * @param {TreeNode[]} nodes
 * @param {Request} request
 * @param {Tokenizer} tokenizer
 */
export const treeOf = (hypotheses, nodes, {rank, alpha, beam}, tokenizer) => ({
  nodes: {
    ...Object.fromEntries(COLUMNS.map(name => [name, nodes.map(node => node[name])])),
    text: nodes.map(({token}) => tokenizer.alone(token)),
  },
  hypotheses: hypotheses.map(({node}) => node),
  chosen: rank,
  alpha,
  beam,
});

/**
 * A hypothesis that has not ended, as a link to its parent.
 * @typedef {object} Path
 * @property {Path | null} parent
 * @property {number} place of the parent in the beam
 * @property {number} token
 * @property {number} logProb of this token, nats
 * @property {number} total of the path, nats
 * @property {number} node in the search tree
 */

/**
 * ((5 + n) / 6)^alpha, the divisor of a log-probability (GNMT, Eq. 14).
 * @param {number} length
 * @param {number} alpha
 */
const lengthPenalty = (length, alpha) => ((5 + length) / 6) ** alpha;

/** A search that is made step by step; its result has the hypotheses, best first, and every candidate in the order of
 * consideration. */
export class Search {
  /**
   * @param {Transformer} model
   * @param {Encoded} given
   * @param {SearchOptions} options
   * @param {Probe | null} [probe]
   */
  constructor(model, {source, sources}, options, probe = null) {
    const {max_positions: longest} = model.config;
    const {prefix = []} = options;
    const limit = Math.min(longest, Math.max(source.length - 1 + options.maxExtraTokens, prefix.length + 1));
    this.cache = new DecoderCache(model, sources, limit, probe);
    this.beam = new Beam(model, options, limit);
  }

  get isDone() {
    return this.beam.isDone;
  }

  /** Extend every hypothesis by one token. */
  step() {
    const {beam, cache} = this;
    const logits = cache.step(beam.paths.map(({token}) => token));
    beam.advance(
      beam.paths.map((_, r) => rowOf(logits, r)),
      cache.length,
    );
    if (!beam.isDone) cache.reorder(beam.paths.map(({place}) => place));
  }

  /** The result, after all steps. */
  finish() {
    while (!this.isDone) this.step();
    return this.result();
  }

  /** @returns {Found} */
  result() {
    const {finished, nodes, size} = this.beam;
    if (!finished.length)
      throw new Error('the model computes no finite probabilities: its weights are too large or damaged');
    return {hypotheses: [...finished].sort((one, other) => other.score - one.score).slice(0, size), nodes};
  }
}

class Beam {
  /**
   * @param {Transformer} model
   * @param {SearchOptions} options
   * @param {number} limit greatest length in tokens, the end symbol counted
   */
  constructor(model, {beam, alpha, prefix = []}, limit) {
    const {start_id: start, end_id: end, pad_id: pad} = model.config;
    this.model = model;
    this.size = beam;
    this.alpha = alpha;
    this.prefix = prefix;
    this.limit = limit;
    this.end = end;
    this.forbidden = [pad, start].filter(id => id !== end);
    /** @type {Path[]} */
    this.paths = [{parent: null, place: 0, token: start, logProb: 0, total: 0, node: 0}];
    /** @type {Hypothesis[]} */
    this.finished = [];
    /** @type {TreeNode[]} */
    this.nodes = [];
    this.isDone = false;
  }

  /**
   * Extend the hypotheses by one token.
   * @param {Float32Array[]} logits of each
   * @param {number} length of the hypotheses afterwards
   */
  advance(logits, length) {
    const penalty = lengthPenalty(length, this.alpha);
    /** @type {Path[]} */
    const kept = [];
    this.#candidates(logits, length).forEach((path, rank) => {
      const status = this.#statusOf(path, rank, kept.length);
      this.#record(path, penalty, length, status);
      if (status === 'finished') this.#finish(path, penalty);
      else if (status === 'kept') kept.push(path);
    });
    if (length === this.limit)
      for (const path of kept.slice(0, Math.max(0, this.size - this.finished.length))) this.#finish(path, penalty);
    this.isDone = length === this.limit || !kept.length || this.#isDecided(kept[0].total);
    this.paths = inParentsPlace(kept, this.paths.length);
  }

  /**
   * The 2R best continuations of all hypotheses, best first; of equal ones that of the earlier hypothesis.
   * @param {Float32Array[]} logits
   * @param {number} length
   * @returns {Path[]}
   */
  #candidates(logits, length) {
    const forced = this.prefix[length - 1];
    const found = this.paths.flatMap((parent, place) => {
      const values = logits[place];
      const {highest, total} = this.model.sums(values);
      const normaliser = Math.fround(highest + Math.log(total));
      for (const id of this.forbidden) values[id] = -Infinity;
      const tokens = forced === undefined ? largest(values, 2 * this.size) : [forced];
      return tokens.map(token => {
        const logProb = Math.fround(values[token] - normaliser);
        return {parent, place, token, logProb, total: parent.total + logProb, node: 0};
      });
    });
    return found
      .filter(({logProb}) => logProb > -Infinity)
      .sort((one, other) => other.total - one.total)
      .slice(0, 2 * this.size);
  }

  /**
   * @param {Path} path
   * @param {number} rank
   * @param {number} kept
   * @returns {TreeNode['status']}
   */
  #statusOf({token}, rank, kept) {
    if (token === this.end) return rank < this.size ? 'finished' : 'pruned';
    return kept < this.size ? 'kept' : 'pruned';
  }

  /**
   * @param {Path} path
   * @param {number} penalty
   * @param {number} depth
   * @param {TreeNode['status']} status
   */
  #record(path, penalty, depth, status) {
    const {token, logProb, total} = path;
    path.node = this.nodes.length + 1;
    this.nodes.push({
      id: path.node,
      parent: path.parent?.node ?? 0,
      token,
      depth,
      log_prob: logProb,
      total,
      penalty,
      score: total / penalty,
      status,
    });
  }

  /**
   * @param {Path} path
   * @param {number} penalty
   */
  #finish(path, penalty) {
    /** @type {Hypothesis} */
    const found = {
      ids: [],
      logProbs: [],
      score: path.total / penalty,
      isFinished: path.token === this.end,
      node: path.node,
    };
    for (let at = path; at.parent; at = at.parent) {
      found.ids.unshift(at.token);
      found.logProbs.unshift(at.logProb);
    }
    this.finished.push(found);
  }

  /**
   * Whether no continuing hypothesis can change the R best: log-probabilities only fall and the penalty only grows.
   * @param {number} best total of those that continue
   */
  #isDecided(best) {
    if (this.finished.length < this.size || this.size === 1) return this.finished.length >= this.size;
    const worst = this.finished.map(({score}) => score).sort((one, other) => other - one)[this.size - 1];
    return best / lengthPenalty(this.limit, this.alpha) <= worst;
  }
}

/**
 * Paths in such an order that a parent's first child takes its place, as core/decoding/beam.py orders them.
 * @param {Path[]} kept
 * @param {number} places
 */
const inParentsPlace = (kept, places) => {
  /** @type {(Path | null)[]} */
  const first = Array.from({length: Math.max(places, kept.length)}, () => null);
  /** @type {Path[]} */
  const others = [];
  for (const path of kept)
    if (first[path.place]) others.push(path);
    else first[path.place] = path;
  return first.flatMap(path => path ?? others.shift() ?? []);
};

/**
 * The places of the largest values, largest first; of equal ones the earlier.
 * @param {Float32Array} values
 * @param {number} count
 */
export const largest = (values, count) => {
  /** @type {number[]} */
  const found = [];
  let least = -Infinity; // of those found, once there are enough
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    if (found.length === count && !(value > least)) continue;
    let place = found.length;
    while (place > 0 && value > values[found[place - 1]]) place -= 1;
    found.splice(place, 0, at);
    if (found.length > count) found.pop();
    least = values[found[found.length - 1]];
  }
  return found;
};
