// The effect of the lab's heads on a set of sentences: measured by the server in the background, followed until it
// ends. It continues while the panel is closed and while other translations are shown.

import {say} from '../../shared/text.js';
import {labRequest} from '../numbers/second_request.js';
import {isMeasuring} from '../store/effect.js';

/** @import {Effect, View} from '../types.js' */

const POLL = 400; // milliseconds between two questions about its progress
const MISSES = 10; // of them without an answer before it counts as lost

/**
 * @param {View} view
 * @param {Partial<Effect>} changes
 */
export const setEffect = (view, changes) => view.set({effect: {...view.effect, ...changes}});

/**
 * The answer of a call of the server; null without one.
 * @param {Promise<any> | undefined} call
 */
const answerOf = async call => {
  try {
    return (await call) ?? null;
  } catch (error) {
    console.error(error);
    return null;
  }
};

/** @param {View} view */
export const startEffect = async view => {
  const {effect, lab, packed} = view;
  const {off, uniform} = labRequest(lab);
  if (isMeasuring(effect)) return;
  setEffect(view, {starting: true, stopping: false, stopped: false, problem: '', done: 0, total: 0});
  const search = effect.greedy || !packed.decoding ? {beam_size: 1, alpha: 0} : packed.decoding;
  const reply = await answerOf(
    view.server?.effect({
      id: packed.id,
      off,
      uniform,
      pairs: effect.own ? effect.text : null,
      beam_size: search.beam_size,
      alpha: search.alpha,
    }),
  );
  if (!reply?.work) {
    fail(view, reply);
    return;
  }
  setEffect(view, {starting: false, work: reply.work, done: reply.done, total: reply.total});
  if (view.effect.stopping) stopEffect(view); // asked for while it began
  follow(view, reply.work);
};

/**
 * @param {View} view
 * @param {any} reply
 */
const fail = (view, reply) =>
  setEffect(view, {starting: false, work: '', problem: reply?.problem ?? say(view.texts, 'lab.no_answer')});

/**
 * @param {View} view
 * @param {string} work
 */
const follow = async (view, work) => {
  for (let missed = 0; missed < MISSES;) {
    await new Promise(resolve => setTimeout(resolve, POLL));
    const reply = await answerOf(view.server?.effect_state({id: work}));
    if (view.effect.work !== work) return;
    missed = reply ? 0 : missed + 1;
    if (reply?.problem) {
      fail(view, reply);
      return;
    }
    if (reply?.state === 'running') {
      if (reply.done !== view.effect.done) setEffect(view, {done: reply.done});
    } else if (reply) {
      const found = reply.effect ? {reply: {effect: reply.effect, provenance: reply.provenance}} : {};
      setEffect(view, {work: '', done: reply.done, stopped: reply.state === 'stopped', ...found});
      return;
    }
  }
  fail(view, null);
};

/** @param {View} view */
export const stopEffect = view => {
  const {work} = view.effect;
  setEffect(view, {stopping: true});
  if (work) answerOf(view.server?.effect_state({id: work, stop: true}));
};
