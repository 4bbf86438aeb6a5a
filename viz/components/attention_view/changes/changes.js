// The head lab: heads switched off or made uniform, rows of attention edited by hand, and the result. The changes
// follow the second translation that is shown: removing or replacing it also resets the lab.

import {nextFrame} from '../../shared/watching.js';
import {say} from '../../shared/text.js';
import {labRequest} from '../numbers/second_request.js';
import {groupState, nextGate} from '../store/head_groups.js';
import {keptHeat, labWith} from '../store/lab.js';
import {logProbTotal, oldWordsKey, oldWordsRequest} from '../numbers/outcome.js';
import {unpack} from '../numbers/payload.js';
import {rankedPacked} from '../store/selectors.js';
import {ask} from '../server/ask.js';
import {stopPlaying} from '../store/playing.js';
import {dropVariant, secondOf} from '../second_translation/request.js';

/** @import {Change, Choice, Lab, Variant, View} from '../types.js' */

// milliseconds: what is out of sight is drawn with the translation that follows, if that is there by then
const SOON = 250;
const LAB_WAIT = 120; // milliseconds: several clicks in a row are one request to the server

/** @type {WeakMap<View, number>} */
const timers = new WeakMap();

/**
 * @param {View} view
 * @param {number} wait
 */
const askSoon = (view, wait) => {
  clearTimeout(timers.get(view));
  timers.set(
    view,
    setTimeout(() => askLab(view), wait),
  );
};

/**
 * @param {View} view
 * @param {Partial<Lab>} changes
 */
export const setLab = (view, changes) => view.set({lab: {...view.lab, ...changes}});

/**
 * Change the state of heads, and request the resulting translation.
 * @param {View} view
 * @param {Partial<Lab>} [changes]
 */
export const changeLab = (view, changes = {}) => {
  const lab = {...view.lab, ...changes, dirty: true, problem: '', heat: keptHeat(view.lab)};
  view.local?.interrupt();
  if (view.local?.isQuick(view.packed.id)) {
    view.setWithoutDrawing({lab}); // drawn with the answer
    queueMicrotask(() => askLab(view)); // after several clicks of a script
    return;
  }
  view.set({lab});
  askSoon(view, view.local?.isReady(view.packed.id) ? 0 : LAB_WAIT);
};

/**
 * Begin with an earlier change: that of a link.
 * @param {View} view
 * @param {Change & {side: Choice['side']}} change
 */
export const restoreLab = (view, change) => {
  const {same, side} = change;
  setLab(view, {...labWith(view.lab, change), shown: null, mode: same ? 'same' : 'again', side, dirty: true});
  askSoon(view, 0); // once the first translation is drawn
};

/**
 * @param {View} view
 * @param {string[]} names
 * @param {string} state
 */
export const setGates = (view, names, state) => {
  const gates = new Map(view.lab.gates);
  for (const name of names)
    if (state === 'on') gates.delete(name);
    else gates.set(name, state);
  changeLab(view, {gates});
};

/**
 * Handle a click on several heads: all of them to the next state, or off if their states differ.
 * @param {View} view
 * @param {string[]} names
 */
export const cycleGates = (view, names) => setGates(view, names, nextGate(groupState(view.lab.gates, names)));

/**
 * @param {View} view
 * @param {string[]} names
 * @param {string} state
 */
export const toggleGates = (view, names, state) =>
  setGates(view, names, groupState(view.lab.gates, names).gate === state ? 'on' : state);

/**
 * One request at a time; if heads changed while it ran, its answer is dropped and a new request follows at once.
 * @param {View} view
 */
const askLab = async view => {
  const {lab} = view;
  clearTimeout(timers.get(view));
  if (!lab.dirty) return;
  if (lab.running) {
    // asked again when the answer is there
    view.setInSight({}, SOON);
    return;
  }
  if (!lab.gates.size && !lab.edits.size) {
    dropVariant(view);
    setLab(view, {dirty: false, shown: null});
    return;
  }
  const first = showOldWords(view);
  if (first && !first.first) return; // all that was asked for
  if (first) await nextFrame();
  else setLab(view, {dirty: false, running: true});
  await askFor(view, lab, first);
};

/**
 * @param {View} view
 * @param {Lab} asked
 * @param {Variant | null} first what is shown until the answer is there
 */
const askFor = async (view, asked, first) => {
  const {side} = view.choice;
  const {packed} = asked; // another side is chosen by the visitor meanwhile
  const before = first ?? view.variant;
  const reply = view.packed === packed && !view.lab.dirty ? await ask(view, 'variant', labRequest(asked)) : null;
  if (view.packed !== packed) return;
  if (view.lab.dirty) {
    setLab(view, {running: false});
    askLab(view);
    return;
  }
  if (view.variant !== before) {
    // removed or replaced meanwhile: the lab follows
    setLab(view, {running: false});
    return;
  }
  const problem = showReply(view, reply, side);
  if (problem && view.choice.bench !== 'lab') view.change({bench: 'lab'});
};

/**
 * Show the words of the first translation under the change at once, where this page has the model; the new translation
 * follows if it is wanted. Returns what is shown, null for nothing.
 * @param {View} view
 */
const showOldWords = view => {
  const {
    lab,
    packed,
    local,
    choice: {side},
  } = view;
  const found = local?.oldWords({id: packed.id, ...oldWordsRequest(lab)});
  const first = lab.mode !== 'same';
  if (!found) return null;
  const second = secondOf(view, found, lab.side ?? (view.variant && side !== 'base' ? side : 'variant'), first);
  const {variant} = second;
  const scored = new Map(lab.scored).set(oldWordsKey(lab), logProbTotal(packed) - logProbTotal(variant.packed));
  stopPlaying(view);
  const settled = first ? {} : {side: null};
  view.setInSight(
    {...second, lab: {...lab, dirty: false, running: first, shown: variant, scored, ...settled}},
    first ? SOON : 0,
  );
  return variant;
};

/**
 * Show the result of a change; returns why it cannot be shown. The requested change stays set.
 * @param {View} view
 * @param {any} reply
 * @param {Choice['side']} before the side that was shown when it was asked for
 */
const showReply = (view, reply, before) => {
  const {
    lab,
    variant: shown,
    choice: {side: now},
  } = view;
  const side = shown && (now !== 'base' || now !== before) ? now : 'variant';
  try {
    if (!reply?.payload) throw new Error(reply?.problem ?? say(view.texts, 'lab.no_answer'));
    const second = secondOf(view, reply.payload, lab.side ?? side);
    stopPlaying(view);
    // the browser's own translation is there sooner
    const set = typeof reply.payload === 'string' ? view.set : view.setInSight;
    set({...second, lab: {...lab, running: false, problem: '', shown: second.variant, side: null}});
    return '';
  } catch (error) {
    const {message} = /** @type {Error} */ (error);
    const variant = shown?.first ? {...shown, first: false} : shown; // no translation follows
    view.set({variant, lab: {...lab, running: false, problem: message, shown: variant}});
    return message;
  }
};

/**
 * Ask for the single cost of each head, for words that are changed by several heads together.
 * @param {View} view
 */
export const askSingles = async view => {
  const {packed} = view;
  if (view.lab.ranking) return;
  setLab(view, {ranking: true, problem: ''});
  const reply = await ask(view, 'head_importance', {id: packed.id});
  if (view.packed !== packed) return;
  const problem = reply?.cross ? '' : (reply?.problem ?? say(view.texts, 'lab.no_answer'));
  setLab(view, {
    ranking: false,
    problem,
    ...(problem ? {} : {rankings: new Map(view.lab.rankings).set(packed.id, reply)}),
  });
};

/**
 * Ask what the change costs for the words of the first translation.
 * @param {View} view
 */
export const askOldWords = async view => {
  const {packed, lab} = view;
  const key = oldWordsKey(lab);
  if (lab.scoring) return;
  setLab(view, {scoring: true, problem: ''});
  const reply = await ask(view, 'variant', oldWordsRequest(lab));
  if (view.packed !== packed) return;
  if (!reply?.payload) {
    setLab(view, {scoring: false, problem: reply?.problem ?? say(view.texts, 'lab.no_answer')});
    return;
  }
  const cost = logProbTotal(packed) - logProbTotal(unpack(reply.payload));
  setLab(view, {scoring: false, scored: new Map(view.lab.scored).set(key, cost)});
};

/** @param {View} view */
export const rankHeads = async view => {
  const {lab, packed} = view;
  const {id} = rankedPacked(view);
  if (lab.rankings.has(id)) {
    setLab(view, {heat: lab.heat === id ? null : id});
    return;
  }
  if (lab.ranking) return;
  setLab(view, {ranking: true, problem: ''});
  const reply = await ask(view, 'head_importance', {id});
  if (view.packed !== packed) return;
  if (!reply?.cross) {
    setLab(view, {ranking: false, problem: reply?.problem ?? say(view.texts, 'lab.no_answer')});
    return;
  }
  const isSame = rankedPacked(view).id === id; // another change may have been made meanwhile
  setLab(view, {
    ranking: false,
    rankings: new Map(view.lab.rankings).set(id, reply),
    heat: isSame ? id : view.lab.heat,
  });
};
