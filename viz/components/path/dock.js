// Where the card is: at the side of a wide page, a sheet at its bottom, or, where the window is very small, at the top
// of the page. The page makes room, so that the card never covers what a chapter speaks of.

/** @import {Part} from '../shared/types.js' */

const SIDE = 1180; // pixels: from this width on there is room beside the content
const SMALL = {width: 360, height: 420}; // a window zoomed to 400 %
const MARGIN = 16;

/** @typedef {'side' | 'sheet' | 'flow'} Dock */

/**
 * @param {{width: number, height: number}} window
 * @returns {Dock}
 */
export const dockOf = ({width, height}) => {
  if (width <= SMALL.width || height <= SMALL.height) return 'flow';
  return width >= SIDE ? 'side' : 'sheet';
};

/**
 * How far to scroll so that a rectangle is inside the free part of the window.
 * @param {{top: number, height: number}} rect
 * @param {number} end of the free part
 * @param {number} [begin] of the free part
 */
export const scrollBy = ({top, height}, end, begin = 0) => {
  if (begin + height + 2 * MARGIN > end) return top - begin - MARGIN;
  if (top >= begin + MARGIN && top + height <= end - MARGIN) return 0;
  return top - (begin + end - height) / 2;
};

/**
 * Place the card and keep the page clear of it.
 * @param {Part} card
 */
export const dock = card => {
  const {style} = document.body;
  const isOpen = !card.hidden;
  const how = dockOf({width: innerWidth, height: innerHeight});
  card.dataset.dock = how;
  style.boxSizing = 'border-box';
  style.paddingRight = isOpen && how === 'side' ? `${card.offsetWidth}px` : '';
  style.paddingBottom = isOpen && how === 'sheet' ? `${card.offsetHeight}px` : '';
  document.documentElement.style.scrollPaddingBottom = style.paddingBottom;
};

/** The height of the window above the card. @param {Part} card */
const freeHeight = card => (card.dataset.dock === 'sheet' ? card.getBoundingClientRect().top : innerHeight);

/**
 * How far to scroll so that a card in the flow of the page begins the window, or ends it with its task.
 * @param {Part} card
 */
const scrollToTask = card => {
  const {top} = card.getBoundingClientRect();
  const {bottom} = card.querySelector('[data-part=do]').getBoundingClientRect();
  return top + Math.max(0, bottom - top - innerHeight);
};

const MARK = 'data-path-mark';

/**
 * Mark one element of the page, which may come late and be drawn again, and keep it in sight until the reader scrolls
 * or does something else. A card in the flow of the page is itself kept in sight, until the reader asks for the mark.
 * @param {Part} card
 */
export const makeMarker = card => {
  let selector = '';
  let isFollowing = false;
  let isAsked = false;
  let isWaiting = false;
  const look = () => {
    isWaiting = false;
    const node = selector ? document.querySelector(selector) : null;
    for (const old of document.querySelectorAll(`[${MARK}]`)) if (old !== node) old.removeAttribute(MARK);
    if (!node) return;
    if (!node.hasAttribute(MARK)) node.setAttribute(MARK, '');
    const rect = node.getBoundingClientRect();
    if (!isFollowing || !rect.height) return;
    const isCard = card.dataset.dock === 'flow' && !isAsked;
    const covered = parseFloat(getComputedStyle(node).scrollMarginTop); // by what sticks to the top of the window
    const by = isCard ? scrollToTask(card) : scrollBy(rect, freeHeight(card), covered);
    if (Math.abs(by) > 1) window.scrollBy({top: by, behavior: 'instant'});
  };
  const lookSoon = () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(look);
  };
  const changes = new MutationObserver(lookSoon);
  const sizes = new ResizeObserver(lookSoon);
  /** Watch the page only while there is something to mark. */
  const watch = () => {
    changes.disconnect();
    sizes.disconnect();
    if (!selector) return;
    changes.observe(document.body, {childList: true, subtree: true});
    sizes.observe(document.body);
  };
  for (const input of ['pointerdown', 'wheel', 'keydown', 'touchmove'])
    document.addEventListener(
      input,
      () => {
        isFollowing = false;
      },
      {passive: true, capture: true},
    );
  return {
    /**
     * @param {string} wanted selector; '' for none
     * @param {boolean} [asked] whether the reader wants to see it
     */
    mark: (wanted, asked = false) => {
      selector = wanted;
      isFollowing = true;
      isAsked = asked;
      watch();
      lookSoon();
    },
    lookSoon,
  };
};
