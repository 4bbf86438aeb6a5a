// What is in sight is drawn first.

import {nextFrame} from '../../shared/tasks.js';

/** @import {Part, State} from '../types.js' */

const SECTIONS = ['.gf-strip', '.gf-heads', '.gf-place', '.gf-large', '.gf-tools', '.gf-bench'];

const FIRST = '.gf-bench'; // where the head lab is

/**
 * Change the state and draw what is in sight: first the bench, the others in the next frame. What is out of sight is
 * drawn with the next change, when it comes into sight, or later.
 * @param {Part} root of the view
 * @param {(changes: Partial<State>, canWait?: (part: string[]) => boolean) => void} set
 */
export const drawnInSight = (root, set) => {
  const names = new Map(SECTIONS.map(name => [/** @type {Element} */ (root.querySelector(name)), name]));
  const inSight = new Set(SECTIONS);
  let turn = 0;
  let isWaiting = false;
  const rest = () => {
    isWaiting = false;
    set({});
  };
  const observer = new IntersectionObserver(entries => {
    for (const {target, isIntersecting} of entries) {
      const name = names.get(target) ?? '';
      const isNew = isIntersecting && !inSight.has(name);
      if (isIntersecting) inSight.add(name);
      else inSight.delete(name);
      if (isNew && isWaiting) rest();
    }
  });
  for (const section of names.keys()) observer.observe(section);
  /** @param {string[]} part */
  const isOutOfSight = part => !part.some(name => inSight.has(name));
  /** @param {string[]} part */
  const canWait = part => (inSight.has(FIRST) ? !part.includes(FIRST) : isOutOfSight(part));
  /**
   * @param {Partial<State>} changes
   * @param {number} [wait] milliseconds for what is out of sight; 0: until after the frame
   */
  return async (changes, wait = 0) => {
    const own = (turn += 1);
    isWaiting = true;
    set(changes, canWait);
    await nextFrame();
    if (wait && own === turn && isWaiting) {
      set({}, isOutOfSight);
      await new Promise(resolve => setTimeout(resolve, wait));
    }
    if (own === turn && isWaiting) rest();
  };
};
