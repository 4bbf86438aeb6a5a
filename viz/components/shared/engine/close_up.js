// One query of one head: its vectors, products, scores and weights, as core/inspection/close_up.py has them.

import {changing} from './changes.js';
import {rowOf} from './matrix.js';
import {attentionNames, Transformer} from './transformer.js';

/** @import {Changes, Matrix, Memory, RowPlace, Site, Traced} from './types.js' */

const BINS = 41; // of the histogram of a head's scores

/** A model that keeps the queries and keys of one attention. */
class Observer extends Transformer {
  /**
   * @param {Transformer} model
   * @param {string} wanted name of the attention
   */
  constructor({config, tensors}, wanted) {
    super(config, tensors);
    this.wanted = wanted;
    /** @type {{query: Matrix, keys: Matrix} | null} */
    this.seen = null;
  }

  /**
   * @param {string} name
   * @param {Matrix} states
   * @param {Memory} memory
   * @param {Site} site
   */
  attention(name, states, memory, site) {
    if (name === this.wanted) this.seen = {query: this.linear(`${name}.query`, states), keys: memory.keys};
    return super.attention(name, states, memory, site);
  }
}

/** @param {RowPlace} place */
const attentionName = ({kind, layer}) => {
  if (kind === 'encoder') return `encoder.layers.${layer}.self_attention`;
  return kind === 'decoder' ? attentionNames(layer).own : attentionNames(layer).cross;
};

/**
 * The columns of one head, row by row.
 * @param {Matrix} x
 * @param {number} head
 * @param {number} heads
 */
const headRows = (x, head, heads) =>
  Array.from({length: x.rows}, (_, n) =>
    Array.from(rowOf(x, n).subarray((head * x.width) / heads, ((head + 1) * x.width) / heads)),
  );

/**
 * @param {number[]} one
 * @param {number[]} other
 */
const dot = (one, other) => one.reduce((sum, value, i) => sum + value * other[i], 0);

/** @param {number[]} values */
const softmax = values => {
  const highest = Math.max(...values);
  const powers = values.map(value => Math.exp(value - highest));
  const total = powers.reduce((one, other) => one + other, 0);
  return powers.map(power => power / total);
};

/** @param {number[]} values */
const meanOf = values => values.reduce((one, other) => one + other, 0) / Math.max(1, values.length);

/** @param {number[]} values */
const varianceOf = values => {
  const mean = meanOf(values);
  return meanOf(values.map(value => (value - mean) ** 2));
};

/**
 * Means over the rows that see more than one key.
 * @param {number[][]} rows of scores
 */
const sharpness = rows => {
  const weights = rows.filter(row => row.length > 1).map(softmax);
  return {
    entropy: meanOf(weights.map(row => -row.reduce((sum, weight) => sum + (weight && weight * Math.log(weight)), 0))),
    largest: meanOf(weights.map(row => Math.max(...row))),
  };
};

/**
 * @param {number[]} edges
 * @param {number[]} values
 */
const counted = (edges, values) => {
  const counts = new Array(BINS).fill(0);
  const [low] = edges;
  const width = (edges[BINS] - low) / BINS;
  for (const value of values) counts[Math.min(BINS - 1, Math.floor((value - low) / width))] += 1;
  return counts;
};

/**
 * @param {number[][]} visible dot products of each row with the keys that it may attend to
 * @param {number} scale
 */
const histogram = (visible, scale) => {
  const raw = visible.flat();
  const scaled = raw.map(value => value * scale);
  const all = [...raw, ...scaled];
  let low = Math.min(...all);
  let high = Math.max(...all);
  if (low === high) {
    low -= 0.5;
    high += 0.5;
  }
  const edges = Array.from({length: BINS + 1}, (_, i) => low + ((high - low) * i) / BINS);
  const before = sharpness(visible);
  const after = sharpness(visible.map(row => row.map(value => value * scale)));
  return {
    edges,
    raw: counted(edges, raw),
    scaled: counted(edges, scaled),
    raw_variance: varianceOf(raw),
    scaled_variance: varianceOf(raw) * scale ** 2,
    raw_entropy: before.entropy,
    scaled_entropy: after.entropy,
    raw_largest: before.largest,
    scaled_largest: after.largest,
  };
};

/**
 * What a change does to a row: that which takes precedence.
 * @param {Changes} changes
 * @param {RowPlace} place
 */
const changeOf = ({off, uniform, edits}, {kind, layer, head, query}) => {
  const name = `${kind}.${layer}.${head}`;
  if (off.some(at => at.join('.') === name)) return 'off';
  if (edits.some(edit => `${edit.kind}.${edit.layer}.${edit.head}` === name && edit.query === query)) return 'edited';
  return uniform.some(at => at.join('.') === name) ? 'uniform' : null;
};

/**
 * @param {Transformer} model
 * @param {Traced} traced
 * @param {Changes} changes
 * @param {RowPlace} place
 */
export const closeUp = (model, {source, read, attention}, changes, place) => {
  const {kind, layer, head, query} = place;
  const {num_heads: heads, scale_scores: scales} = model.config;
  const observer = new Observer(model, attentionName(place));
  const probe = changing(changes);
  const memory = observer.encode(source, probe);
  if (kind !== 'encoder') observer.decode(read, memory, probe);
  if (!observer.seen) throw new Error(`the model does not have the attention ${observer.wanted}`);
  const queries = headRows(observer.seen.query, head, heads);
  const keys = headRows(observer.seen.keys, head, heads);
  const scale = 1 / Math.sqrt(queries[0].length);
  const dots = queries.map(one => keys.map(other => dot(one, other)));
  const seen = kind === 'decoder' ? query + 1 : keys.length;
  const own = dots[query].slice(0, seen).map(value => value * (scales ? scale : 1));
  const change = changeOf(changes, place);
  const {
    shape: [, , rows, columns],
    weights,
  } = attention[kind];
  const from = ((layer * heads + head) * rows + query) * columns;
  return {
    query: queries[query],
    keys,
    dot: dots[query],
    scaled: dots[query].map(value => value * scale),
    weights: keys.map((_, k) => softmax(own)[k] ?? 0),
    used: change && Array.from(weights.subarray(from, from + columns)),
    change,
    mask: keys.map((_, k) => k < seen),
    d_k: queries[0].length,
    scale,
    model_scales: scales,
    histogram: histogram(
      dots.map((row, q) => (kind === 'decoder' ? row.slice(0, q + 1) : row)),
      scale,
    ),
  };
};
