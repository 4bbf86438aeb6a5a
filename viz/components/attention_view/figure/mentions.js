// The tokens of the sentence above the figure: pointing at one lights its row or column in the figure, a click pins it.
// What the sentence says does not follow a token that is pointed at in the sentence itself.

import {make, targetOf} from '../../shared/elements.js';
import {pinned} from '../numbers/focus.js';

/** @import {Facing, Part, TokenAt, View} from '../types.js' */

/**
 * @param {string} text
 * @param {TokenAt} at
 */
export const mentionNode = (text, {side, index, sheet = 0}) =>
  make(
    'button',
    {type: 'button', class: 'gf-mention', 'data-mention': `${side} ${index} ${sheet}`},
    make('code', {}, text),
  );

/**
 * The token that a node of the sentence stands for.
 * @param {Part | null} node
 * @returns {Required<Pick<TokenAt, 'side' | 'index' | 'sheet'>> | null}
 */
export const mentionOf = node => {
  const [side, index, sheet] = node?.closest?.('[data-mention]')?.dataset.mention.split(' ') ?? [];
  return side ? {side, index: +index, sheet: +sheet} : null;
};

/**
 * The choice of a figure without what is pointed at in the sentence.
 * @param {Facing} facing
 */
export const choiceOf = ({choice}) => (choice.hover?.isMention ? {...choice, hover: null} : choice);

/**
 * After the sentence was written anew: the focus goes to the same token, else to the first.
 * @param {View} view
 * @param {TokenAt} at
 */
export const keepMentionFocus = (view, {side, index, sheet}) => {
  const host = view.find('.gf-why');
  const same = host.querySelector(`[data-mention="${side} ${index} ${sheet}"]`);
  (same ?? host.querySelector('[data-mention]'))?.focus({preventScroll: true});
};

/** @param {View} view */
export const wireMentions = view => {
  const host = view.find('.gf-why');
  /** @param {Event} event */
  const light = event => {
    const at = mentionOf(targetOf(event));
    if (at) view.facings[at.sheet]?.change({hover: {side: at.side, index: at.index, isMention: true}});
  };
  const leave = () => {
    if (view.choice.hover?.isMention) view.change({hover: null});
  };
  for (const name of ['pointerover', 'focusin']) host.addEventListener(name, light);
  for (const name of ['pointerout', 'focusout']) host.addEventListener(name, leave);
  host.addEventListener('click', event => {
    const at = mentionOf(targetOf(event));
    const facing = at && view.facings[at.sheet];
    if (!facing) return;
    const {side, index} = at;
    facing.change({...pinned(facing.choice, {side, index}, view.sheets[at.sheet]), hover: null, cell: null});
  });
};
