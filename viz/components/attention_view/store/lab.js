// The state of the head lab: gates by head, edited rows, and the importance of heads.

import {rowName} from '../numbers/heads.js';

/** @import {Change, Lab, Packed, Variant} from '../types.js' */

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
