// The state of the head lab: gates by head, edited rows, the importance of heads, a measurement on a set.

import {commentLine} from '../files/provenance.js';
import {rowName} from '../numbers/heads.js';
import {headsText} from './head_groups.js';

/** @import {Change, Effect, EffectReply, HeadTuple, Lab, Packed, Paired, Variant} from '../types.js' */

// The effect of a change of heads on a set of sentences: what is said and drawn of it, and its files.

export const MEASURES = /** @type {const} */ (['loss', 'bleu']);

/** @type {Record<string, number>} */
export const DIGITS = {loss: 3, bleu: 2};

/** @returns {Effect} */
export const freshEffect = () => ({
  own: false,
  text: '',
  greedy: true,
  starting: false,
  stopping: false,
  work: '',
  done: 0,
  total: 0,
  problem: '',
  stopped: false,
  reply: null,
});

/** @param {Effect} effect */
export const isMeasuring = ({starting, work}) => starting || Boolean(work);

/**
 * Whether a change is for the worse: a higher loss, a lower BLEU. Unclear while the interval contains 0; no verdict on
 * few sentences, whose interval is too narrow.
 * @param {string} measure
 * @param {EffectReply['effect']} effect
 * @returns {'worse' | 'better' | 'unclear' | 'few'}
 */
export const verdict = (measure, effect) => {
  const {difference, low, high} = effect[/** @type {'loss' | 'bleu'} */ (measure)];
  if (effect.sentences < effect.verdict_from) return 'few';
  if (low === null || high === null || (low <= 0 && high >= 0)) return 'unclear';
  return difference > 0 === (measure === 'loss') ? 'worse' : 'better';
};

/**
 * Positions on an axis around 0, in percent, and the number at its end.
 * @param {Paired} paired
 */
export const intervalPlaces = ({difference, low, high}) => {
  const most = 1.1 * Math.max(1e-9, Math.abs(difference), Math.abs(low ?? 0), Math.abs(high ?? 0));
  /** @param {number} value */
  const place = value => 50 + (50 * value) / most;
  return {most, at: place(difference), low: place(low ?? difference), high: place(high ?? difference)};
};

/**
 * Whether two lists name the same heads.
 * @param {HeadTuple[]} a
 * @param {HeadTuple[]} b
 */
export const sameHeads = (a, b) => JSON.stringify(a.map(String).sort()) === JSON.stringify(b.map(String).sort());

const COLUMNS = /** @type {const} */ (['before', 'after', 'difference', 'low', 'high']);

/**
 * Where the numbers come from, with the heads as the page and the command `ablate` write them: c.3.1.
 * @param {EffectReply} reply
 */
const fromInFile = ({provenance}) => ({
  ...provenance,
  off: headsText(provenance.off),
  uniform: headsText(provenance.uniform),
});

/**
 * The table as CSV; its first line says where the numbers come from.
 * @param {EffectReply} reply
 */
export const effectCsv = reply => {
  const {effect} = reply;
  const {loss, bleu} = effect;
  const elsewhere = [...MEASURES, 'per_sentence']; // sentences are in the JSON file
  const about = Object.fromEntries(Object.entries(effect).filter(([name]) => !elsewhere.includes(name)));
  const rows = MEASURES.map(name => [name, ...COLUMNS.map(column => ({loss, bleu})[name][column] ?? '')].join(','));
  return `${commentLine({...fromInFile(reply), ...about})}${['measure', ...COLUMNS].join(',')}\n${rows.join('\n')}\n`;
};

/** @param {EffectReply} reply */
export const effectJson = reply =>
  `${JSON.stringify({effect: reply.effect, provenance: fromInFile(reply)}, null, 2)}\n`;

/**
 * @param {Packed} packed
 * @param {string} mode
 * @returns {Lab}
 */
const freshLab = (packed, mode) => ({
  packed,
  mode,
  gates: new Map(),
  edits: new Map(),
  rankings: new Map(),
  scored: new Map(),
  scoring: false,
  heat: null,
  dirty: false,
  running: false,
  ranking: false,
  problem: '',
  shown: null,
  side: null,
  selected: [],
  selecting: false,
  anchor: null,
});

/**
 * The lab with the gates and rows of a change.
 * @param {Lab} lab
 * @param {Change} change
 * @returns {Lab}
 */
export const labWith = (lab, {off = [], uniform = [], edits = []}) => ({
  ...lab,
  heat: keptHeat(lab),
  edits: new Map(edits.map(edit => [rowName(edit), edit])),
  gates: new Map([
    ...off.map(head => /** @type {[string, string]} */ ([head.join('.'), 'off'])),
    ...uniform.map(head => /** @type {[string, string]} */ ([head.join('.'), 'uniform'])),
  ]),
});

/**
 * The lab of the current view: reset by another translation; its changes follow the second translation, unless the
 * user has made another change meanwhile.
 * @param {Lab} lab
 * @param {Packed | null} packed
 * @param {Variant | null} variant
 */
export const settledLab = (lab, packed, variant) => {
  if (!packed) return lab;
  const own = lab?.packed === packed ? lab : freshLab(packed, lab?.mode ?? 'again');
  if (own.dirty || own.running || own.shown === variant) return own;
  return {...labWith(own, variant?.change ?? {}), shown: variant};
};

/** @param {Lab} lab */
export const heatOf = lab => lab.rankings.get(lab.heat ?? '') ?? null;

/**
 * A change invalidates the ranking of another change, but not that of the unchanged model.
 * @param {Lab} lab
 */
export const keptHeat = lab => (lab.heat && lab.rankings.has(lab.packed.id) ? lab.packed.id : null);
