// Requests of the losses of each token without each head of one attention kind.

import {targetOf} from '../../shared/elements.js';
import {say} from '../../shared/text.js';
import {headOfName} from '../numbers/heads.js';
import {isPredicted} from '../numbers/payload.js';
import {shownPacked} from '../store/selectors.js';

/** @import {Kind, Packed, View} from '../types.js' */

const REST = 60; // milliseconds without another kind, so that walking through the kinds requests nothing

const MOST_TOKENS = 80; // as the server computes it (MAX_LOSS_TOKENS)

/**
 * @param {string} id
 * @param {Kind} kind
 */
const nameOf = (id, kind) => `${id} ${kind}`;

/**
 * The losses of the translation and the kind that are shown, [L][H][T] in nats; null while they are not known.
 * @param {View} view
 */
export const knownLosses = view => view.losses.get(nameOf(shownPacked(view).id, view.choice.kind)) ?? null;

/** @param {Packed} packed */
const isLong = ({src_tokens: source, tgt_tokens: target}) => Math.max(source.length, target.length) > MOST_TOKENS;

/**
 * Why these losses are not known; '' where they are, or may still come.
 * @param {View} view
 */
export const lossesProblem = view => {
  const {texts} = view;
  const packed = shownPacked(view);
  if (!isPredicted(packed) || !view.server?.token_losses) return say(texts, 'losses.none');
  if (isLong(packed)) return say(texts, 'losses.long', {limit: MOST_TOKENS});
  return view.lossProblems.get(nameOf(packed.id, view.choice.kind)) ?? '';
};

/**
 * @param {View} view
 * @param {string} id
 * @param {Kind} kind
 */
const fetchLosses = async (view, id, kind) => {
  const name = nameOf(id, kind);
  if (view.losses.has(name)) return;
  view.losses.set(name, null);
  let reply = null;
  try {
    reply = await view.server?.token_losses({id, kind});
  } catch {
    reply = null;
  }
  const problem = reply?.problem ?? say(view.texts, 'losses.no_answer');
  if (Array.isArray(reply?.losses)) view.set({losses: new Map(view.losses).set(name, reply.losses)});
  else {
    view.losses.delete(name); // asked for again with the next change
    view.set({lossProblems: new Map(view.lossProblems).set(name, problem)});
  }
};

/**
 * Request the losses of the kind that is shown, and those of another one when its pictures are pointed at.
 * @param {View} view
 */
export const wireLosses = view => {
  let timer = 0;
  /** @param {Kind} kind */
  const want = kind => {
    clearTimeout(timer);
    if (!view.packed || view.variant?.first) return; // the translation itself follows
    const packed = shownPacked(view);
    if (!view.server?.token_losses || isLong(packed)) return;
    // the server computed them to choose the head
    const isKept = packed === view.packed && 'layer' in (packed.opening ?? {});
    timer = setTimeout(() => fetchLosses(view, packed.id, kind), isKept && kind === 'cross' ? 0 : REST);
  };
  view.show(
    ({variant, choice: {kind, side}}) => [variant, kind, side],
    () => want(view.choice.kind),
  );
  view.part('kinds').addEventListener('pointerover', event => {
    const tile = targetOf(event).closest('[data-tile]');
    if (tile) want(headOfName(tile.dataset.tile).kind);
  });
};
