// Observers of a component: its own width, the theme of the page and its language.

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
 * Call back when the page changes between light and dark, until the element has left the page.
 * @param {HTMLElement} element
 * @param {() => void} changed
 */
export const followTheme = (element, changed) => {
  const watch = new MutationObserver(() => {
    if (element.isConnected) changed();
    else watch.disconnect();
  });
  for (const node of [document.documentElement, document.body])
    watch.observe(node, {attributes: true, attributeFilter: ['class']});
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
