// From a sentence of an evaluation to the explorer, and back to the same place.

/**
 * Open what a link with these fields shows.
 * @param {string} packed
 */
export const openFields = packed => {
  if (!packed) return;
  const place = /** @type {HTMLElement | null} */ (document.querySelector('#evaluate-where'));
  if (place) place.dataset.scrolled = String(window.scrollY);
  document.dispatchEvent(new CustomEvent('go-to', {detail: JSON.parse(packed)}));
  window.scrollTo(0, 0);
};

/** Scroll to where a sentence was opened, once its tab is there again; the keys move among the sentences again. */
export const returnToPlace = () => {
  const place = /** @type {HTMLElement | null} */ (document.querySelector('#evaluate-where'));
  const grid = /** @type {HTMLElement | null | undefined} */ (place?.querySelector('[data-part=grid]'));
  setTimeout(() => {
    window.scrollTo(0, Number(place?.dataset.scrolled ?? 0));
    grid?.focus({preventScroll: true});
  }, 100);
};
