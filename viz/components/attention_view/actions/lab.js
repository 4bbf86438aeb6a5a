// The head lab: heads switched off or made uniform, rows of attention edited by hand, and what that changes. What is
// changed follows the second translation that is shown: whatever drops or replaces it resets the lab too.

import {say} from '../../shared/text.js';
import {labRequest} from '../model/change.js';
import {rowName} from '../model/heads.js';
import {ask} from './ask.js';
import {dropVariant, showVariant} from './variant.js';

/** @import {Change, Choice, Kind, Lab, Variant, View} from '../types.js' */

/** @type {Record<string, string>} */
const LAB_NEXT = {on: 'off', off: 'uniform', uniform: 'on'};

const LAB_WAIT = 120; // milliseconds: several clicks in a row are one request

/**
 * The lab's state for the translation at hand: gates by head, edited rows, what the heads are worth.
 * @param {View} view
 */
export const labOf = view => {
  const {packed, variant} = view;
  if (view.lab?.packed !== packed) {
    clearTimeout(view.lab?.timer);
    view.lab = {
      packed, gates: new Map(), edits: new Map(), mode: view.lab?.mode ?? 'again',
      rankings: new Map(), heat: null, // what the heads of a translation are worth, by its id; the one that is shown
      dirty: false, running: false, ranking: false, timer: 0, problem: '', shown: /** @type {any} */ (null),
      side: null, // to show the answer on, once
    };
  }
  const {lab} = view;
  if (!lab.dirty && !lab.running && lab.shown !== variant) adoptVariant(lab, variant);
  return lab;
};

/**
 * @param {Lab} lab
 * @param {Pick<Variant, 'change'> | null} variant
 */
const adoptVariant = (lab, variant) => {
  const {off = [], uniform = [], edits = []} = variant?.change ?? {};
  lab.shown = /** @type {Variant} */ (variant);
  lab.gates = new Map();
  for (const [kind, layer, head] of off) lab.gates.set(`${kind}.${layer}.${head}`, 'off');
  for (const [kind, layer, head] of uniform) lab.gates.set(`${kind}.${layer}.${head}`, 'uniform');
  lab.edits = new Map(edits.map(edit => [rowName(edit), edit]));
  keepHeat(lab);
};

/**
 * Whether the second translation that is shown is what the lab made of the first.
 * @param {View} view
 * @param {Lab} lab
 */
export const isLabShown = (view, lab) =>
  Boolean(lab.shown && view.variant === lab.shown && (lab.gates.size || lab.edits.size));

/**
 * The translation that a ranking would be of: the changed one, in which each head is switched off in addition.
 * @param {View} view
 * @param {Lab} lab
 */
export const rankedPacked = (view, lab) => isLabShown(view, lab) ? view.variant.packed : view.packed;

/** @param {Lab} lab */
export const heatOf = lab => lab.rankings.get(lab.heat ?? '') ?? null;

/**
 * After a change the ranking of another change says nothing; that of the unchanged model stays what it is.
 * @param {Lab} lab
 */
const keepHeat = lab => {
  if (lab.heat) lab.heat = lab.rankings.has(lab.packed.id) ? lab.packed.id : null;
};

/**
 * "off", "uniform" or null: what is done to a head.
 * @param {View} view
 * @param {Kind} kind
 * @param {number} layer
 * @param {number} head
 */
export const gateOf = (view, kind, layer, head) =>
  view.packed ? labOf(view).gates.get(`${kind}.${layer}.${head}`) ?? null : null;

/**
 * Begin with a change that somebody made before: that of a link.
 * @param {View} view
 * @param {Change & {side: Choice['side']}} change
 */
export const changeLab = (view, change) => {
  const lab = labOf(view);
  adoptVariant(lab, {change});
  Object.assign(lab, {shown: null, mode: change.same ? 'same' : 'again', side: change.side, dirty: true});
  lab.timer = setTimeout(() => askLab(view, lab)); // once the first translation is drawn
};

/**
 * @param {View} view
 * @param {string[]} names
 * @param {string} state
 */
export const setGates = (view, names, state) => {
  const {gates} = labOf(view);
  for (const name of names) if (state === 'on') gates.delete(name); else gates.set(name, state);
  labChanged(view);
};

/**
 * What a click on several heads does: all of them to the next state, or off where they differ.
 * @param {View} view
 * @param {string[]} names
 */
export const cycled = (view, names) => {
  const {gates} = labOf(view), states = new Set(names.map(name => gates.get(name) ?? 'on'));
  setGates(view, names, states.size === 1 ? LAB_NEXT[[...states][0]] : 'off');
};

/**
 * @param {View} view
 * @param {string[]} names
 * @param {string} state
 */
export const toggled = (view, names, state) => {
  const {gates} = labOf(view);
  setGates(view, names, names.every(name => gates.get(name) === state) ? 'on' : state);
};

/** @param {View} view */
export const labChanged = view => {
  const lab = labOf(view);
  lab.dirty = true;
  lab.problem = '';
  keepHeat(lab);
  clearTimeout(lab.timer);
  lab.timer = setTimeout(() => askLab(view, lab), LAB_WAIT);
  view.markLab();
};

/**
 * One request at a time; what was changed while it ran is asked for at once, and its answer is not shown.
 * @param {View} view
 * @param {Lab} lab
 */
const askLab = async (view, lab) => {
  clearTimeout(lab.timer);
  if (lab.running || view.lab !== lab || view.packed !== lab.packed) return;
  if (!lab.gates.size && !lab.edits.size) {
    Object.assign(lab, {dirty: false, shown: null});
    dropVariant(view);
    view.markLab();
    return;
  }
  Object.assign(lab, {dirty: false, running: true});
  view.markLab();
  const reply = await ask(view, 'variant', labRequest(lab));
  if (view.lab !== lab || view.packed !== lab.packed) return;
  if (lab.dirty) { lab.running = false; askLab(view, lab); return; }
  try {
    if (typeof reply?.payload !== 'string') throw new Error(reply?.problem ?? say(view.texts, 'lab.no_answer'));
    const side = lab.side ?? (view.variant && view.choice.side !== 'base' ? view.choice.side : 'variant');
    lab.side = null;
    showVariant(view, reply.payload, side);
    lab.shown = view.variant;
  } catch (error) {
    lab.problem = /** @type {Error} */ (error).message;
    lab.shown = view.variant; // what was asked for stays set, beside the sentence that says why it is not shown
  }
  lab.running = false;
  if (lab.problem && view.choice.bench !== 'lab') view.change({bench: 'lab'});
  view.markLab();
};

/** @param {View} view */
export const rankHeads = async view => {
  const lab = labOf(view), {id} = rankedPacked(view, lab);
  if (lab.rankings.has(id)) { lab.heat = lab.heat === id ? null : id; view.markLab(); return; }
  if (lab.ranking) return;
  Object.assign(lab, {ranking: true, problem: ''});
  view.markLab();
  const reply = await ask(view, 'head_importance', {id});
  if (view.lab !== lab) return;
  lab.ranking = false;
  if (reply?.cross) {
    lab.rankings.set(id, reply);
    if (rankedPacked(view, lab).id === id) lab.heat = id; // not if something else was changed meanwhile
  } else lab.problem = reply?.problem ?? say(view.texts, 'lab.no_answer');
  view.markLab();
};
