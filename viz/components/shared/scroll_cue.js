// A cue that an element scrolls: it names the edges beyond which there is more, and its style fades them.

const LEAST = 2; // pixels: less is rounding

/** @typedef {'scrollLeft' | 'scrollTop' | 'scrollWidth' | 'scrollHeight' | 'clientWidth' | 'clientHeight'} Measure */
/** @typedef {Pick<Element, Measure>} Scrolled */

/**
 * The edges beyond which there is more to see.
 * @param {Scrolled} box
 */
export const edgesWithMore = ({scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight}) => [
  ...(scrollLeft > LEAST ? ['left'] : []),
  ...(scrollWidth - clientWidth - scrollLeft > LEAST ? ['right'] : []),
  ...(scrollTop > LEAST ? ['top'] : []),
  ...(scrollHeight - clientHeight - scrollTop > LEAST ? ['bottom'] : []),
];

/**
 * Keep `data-more` true while an element scrolls or changes its size; the function marks it after its content has
 * changed.
 * @param {HTMLElement} node
 * @param {() => void} [marked] called after each mark
 */
export const cueScroll = (node, marked = () => {}) => {
  const mark = () => {
    const more = edgesWithMore(node).join(' ');
    if (node.dataset.more !== more) node.dataset.more = more;
    marked();
  };
  node.addEventListener('scroll', mark, {passive: true});
  new ResizeObserver(mark).observe(node);
  return mark;
};
