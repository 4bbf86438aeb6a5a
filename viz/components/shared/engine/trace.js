// Every attention of one translation, from one pass over source and target, and what was predicted at each step.

import {KINDS} from '../kinds.js';
import {recorder} from './changes.js';
import {rowOf} from './matrix.js';
import {passOf} from './passes.js';
import {largest} from './search.js';

/** @import {Attention, Changes, Pass, Traced} from './types.js' */
/** @import {Transformer} from './transformer.js' */

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
