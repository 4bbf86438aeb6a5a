// Observers of a component: its own width, what is beyond its edges, the theme of the page and its language, the
// translation that is shown; and long work in parts.

// Long work in parts.

/** Let the browser draw and take events; a timer would wait for milliseconds after a few turns. */
export const nextTask = () =>
  new Promise(resolve => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(undefined);
    };
    port2.postMessage(null);
  });

const HIDDEN = 100; // milliseconds after which a page that draws no frames continues

/** Let the browser draw the next frame. */
export const nextFrame = () =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, HIDDEN);
    requestAnimationFrame(async () => {
      await nextTask();
      clearTimeout(timer);
      resolve(undefined);
    });
  });

/** Call back when the browser has nothing else to do; Safari cannot say so. @param {() => void} work */
export const whenIdle = work =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(work, {timeout: 2000}) : work();

// Scrolling elements: the attribute `data-more` names the edges beyond which there is more, and a style fades them.

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

// The translation that the first tab shows, for the other components of the page.

/** @type {any} */
let shown = null;

/** @type {((shown: any) => void)[]} */
const followers = [];

/**
 * Tell what is shown now.
 * @param {any} packed the payload of the attention view; null for nothing
 */
export const publishShown = packed => {
  if (packed === shown) return;
  shown = packed;
  for (const follow of followers) follow(shown);
};

/**
 * Call back with what is shown, now and after each change; null before the first translation.
 * @param {(packed: any) => void} follow
 */
export const followShown = follow => {
  followers.push(follow);
  follow(shown);
};

/**
 * Call back with the width of an element, now and after each change; 0 while it is hidden.
 * @param {HTMLElement} element
 * @param {(width: number) => void} changed
 */
export const followWidth = (element, changed) => {
  let seen = -1;
  new ResizeObserver(() => {
    if (element.clientWidth === seen) return;
    seen = element.clientWidth;
    changed(seen);
  }).observe(element);
};

/**
 * Give an element the class "narrow" while it is narrower than this many pixels.
 * @param {HTMLElement} element
 * @param {number} pixels
 */
export const followNarrow = (element, pixels) =>
  followWidth(element, width => {
    element.classList.toggle('narrow', width < pixels);
  });

/**
 * Call back when the page, or the cell of a notebook, changes between light and dark, until the element has left it.
 * @param {HTMLElement} element
 * @param {() => void} changed
 */
export const followTheme = (element, changed) => {
  const watch = new MutationObserver(() => {
    if (element.isConnected) changed();
    else watch.disconnect();
  });
  for (const node of [document.documentElement, document.body, element.closest('.gf-notebook')])
    if (node) watch.observe(node, {attributes: true, attributeFilter: ['class']});
};

/**
 * Call back when the page has another language, until the element has left the page.
 * @param {HTMLElement} element
 * @param {() => void} changed
 */
export const followLanguage = (element, changed) => {
  const watch = new MutationObserver(() => {
    if (element.isConnected) changed();
    else watch.disconnect();
  });
  watch.observe(document.documentElement, {attributes: true, attributeFilter: ['lang']});
};
