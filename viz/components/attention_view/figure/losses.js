// Requests of the losses of each token without each head of one attention kind, for the sentence above the figure.

import {shownPacked} from '../store/selectors.js';

/** @import {Kind, View} from '../types.js' */

const REST = 500; // milliseconds without another head, so that moving through the heads requests nothing

const MOST_TOKENS = 80; // as the server computes it (MAX_LOSS_TOKENS)

/**
 * The losses of the translation and the kind that are shown, [L][H][T] in nats; null while they are not known.
 * @param {View} view
 */
export const knownLosses = view => view.losses.get(`${shownPacked(view).id} ${view.choice.kind}`) ?? null;

/**
 * @param {View} view
 * @param {string} id
 * @param {Kind} kind
 */
const fetchLosses = async (view, id, kind) => {
  const key = `${id} ${kind}`;
  if (view.losses.has(key)) return;
  view.losses.set(key, null);
  let reply = null;
  try {
    reply = await view.server?.token_losses({id, kind});
  } catch {
    reply = null;
  }
  if (Array.isArray(reply?.losses)) view.set({losses: new Map(view.losses).set(key, reply.losses)});
  else view.losses.delete(key);
};

/** @param {View} view */
export const wireLosses = view => {
  let timer = 0;
  view.show(
    ({variant, choice: {kind, side}}) => [variant, kind, side],
    () => {
      clearTimeout(timer);
      if (view.variant?.first) return; // the translation itself follows
      const {id, src_tokens: source, tgt_tokens: target} = shownPacked(view);
      const {kind} = view.choice;
      if (!view.server?.token_losses || Math.max(source.length, target.length) > MOST_TOKENS) return;
      // the server computed them to choose the head
      const isKept = id === view.packed.id && 'layer' in (view.packed.opening ?? {});
      timer = setTimeout(() => fetchLosses(view, id, kind), isKept && kind === 'cross' ? 0 : REST);
    },
  );
};
