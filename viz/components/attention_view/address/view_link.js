// A link that brings back what is shown, and what a link asks for: text, checkpoint and decoding are read by the
// server, the view and the second translation here.

import {targetOf} from '../../shared/elements.js';
import {say} from '../../shared/text.js';
import {restoreLab} from '../changes/changes.js';
import {usualRows} from '../numbers/choices.js';
import {isPredicted, restored} from '../numbers/payload.js';
import {isOfLab, wholeChange} from '../numbers/second_request.js';
import {dropVariant, showVariant} from '../second_translation/request.js';
import {ask} from '../server/ask.js';
import {stepOn} from '../store/selectors.js';
import {firstChoice} from '../store/store.js';
import {isLinkedChange, isSameChange, linkFields, linkedChange, linkedChoice} from './fields.js';

/** @import {Asked, Change, Choice, Packed, View} from '../types.js' */

/**
 * The fields of a link to what is shown.
 * @param {View} view
 */
export const viewFields = view =>
  linkFields(view.packed, view.choice, stepOn(view, 'base'), view.variant?.change ?? null);

/**
 * The page's public address: a Space shows it in a frame, whose own address is of no use.
 * @param {View} view
 */
const viewLink = view => {
  const {host} = view.props;
  const own = location.origin + location.pathname;
  const base = /^[a-z0-9][a-z0-9.-]*$/i.test(host ?? '') ? `https://${host}/` : own;
  return `${base}?${new URLSearchParams(viewFields(view))}`;
};

/**
 * The choices that a link asks for: as a page begins, but for what it names.
 * @param {View} view
 * @param {Asked} asked
 * @param {Packed} packed
 * @returns {Choice}
 */
export const choiceOfLink = (view, asked, packed) => {
  const choice = linkedChoice(asked, packed);
  if (!view.server?.lens_values) {
    delete choice.lens;
    delete choice.against;
  }
  if ('kind' in choice && !('layer' in choice)) choice.layer = 0; // the best head is one of cross-attention
  const first = restored(firstChoice(), packed);
  return {...first, rows: usualRows(choice.kind ?? first.kind), ...choice};
};

/**
 * Ask for a second translation that somebody made before; says whether it is there.
 * @param {View} view
 * @param {Change & {side: Choice['side']}} change
 */
const askForChange = async (view, {side, systems, ...change}) => {
  const {packed} = view;
  const reply = await ask(view, 'variant', wholeChange(change));
  if (view.packed !== packed) return;
  if (typeof reply?.payload === 'string') showVariant(view, reply.payload, side, systems);
  else view.set({waiting: {...view.waiting, problem: reply?.problem ?? say(view.texts, 'link.no_answer')}});
};

/**
 * Show the second translation that a link asks for. It returns when the server has answered, or, for changes of heads,
 * once the lab holds them: the lab sends its own request.
 * @param {View} view
 * @param {Asked} asked
 * @returns {Promise<'shown' | 'lab'>}
 */
export const showLinkedChange = async (view, asked) => {
  const change = view.server?.variant ? linkedChange(asked) : null;
  if (change && isSameChange(view.variant?.change, change)) {
    view.change({side: change.side});
    return 'shown';
  }
  dropVariant(view);
  if (!change) return 'shown';
  if (isOfLab(change)) {
    restoreLab(view, change);
    return 'lab';
  }
  await askForChange(view, change);
  return 'shown';
};

/**
 * What a link says of the second translation's step and of the pinned token, which its arrival has changed.
 * @param {View} view
 * @param {Asked} asked
 */
export const settleLinked = (view, asked) => {
  const {
    variant,
    choice: {side},
  } = view;
  const {pin, step} =
    variant && side === 'variant'
      ? linkedChoice({pin: asked.pin, step: asked.vs_step}, variant.packed)
      : linkedChoice({pin: asked.pin}, view.packed);
  view.change({...(pin ? {pin} : {}), ...(step === undefined ? {} : {step})});
};

// The button that copies a link to the view.

/** @param {View} view */
const copyLink = async view => {
  const link = viewLink(view);
  const status = view.part('link-status');
  const field = view.part('link-text');
  try {
    await navigator.clipboard.writeText(link);
    status.textContent = say(
      view.texts,
      view.variant && !isLinkedChange(view.variant.change) ? 'link.copied.base' : 'link.copied',
    );
    field.hidden = true;
  } catch {
    // no permission, or no clipboard without https: show the link, selected, to copy
    status.textContent = say(view.texts, 'link.shown');
    field.hidden = false;
    field.value = link;
    field.select();
  }
  clearTimeout(view.drawn.linkTimer);
  view.drawn.linkTimer = setTimeout(() => {
    status.textContent = '';
  }, 4000);
};

/** @param {View} view */
const drawLink = view => {
  // neither a saved file nor attention from a file has a public address
  view.part('link').hidden = location.protocol === 'file:' || !isPredicted(view.packed);
  view.part('link-text').hidden = true;
};

/** @param {View} view */
export const wireLink = view => {
  view.show(() => [], drawLink);
  view.part('link').addEventListener('click', () => copyLink(view));
  view.part('link-text').addEventListener('blur', event => {
    targetOf(event).hidden = true;
  });
};
