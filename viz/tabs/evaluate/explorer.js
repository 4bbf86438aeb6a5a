// From a sentence of an evaluation to the explorer, and back to the same place.

/**
 * Open what a link with these fields shows. Whoever goes back in the history finds the sentence where it was.
 * @param {string} packed
 */
export const openFields = packed => {
  if (!packed) return;
  const place = /** @type {HTMLElement | null} */ (document.querySelector('#evaluate-where'));
  if (place) place.dataset.scrolled = String(window.scrollY);
  document.dispatchEvent(new CustomEvent('go-to', {detail: JSON.parse(packed)}));
  window.scrollTo(0, 0);
  const scrollBack = () => {
    const top = place?.dataset.scrolled;
    if (top && new URLSearchParams(location.search).get('tab') !== 'evaluate') return; // back inside of the explorer
    window.removeEventListener('popstate', scrollBack);
    if (!top) return; // a button has led back
    delete place.dataset.scrolled;
    const timer = setInterval(() => {
      if (!place.checkVisibility()) return; // its tab is not there again
      window.scrollTo(0, Number(top));
      clearInterval(timer);
    }, 50);
    setTimeout(() => clearInterval(timer), 5000);
  };
  window.addEventListener('popstate', scrollBack);
};

/** Scroll to where a sentence was opened, once its tab is there again; the keys move among the sentences again. */
export const returnToPlace = () => {
  const place = /** @type {HTMLElement | null} */ (document.querySelector('#evaluate-where'));
  const grid = /** @type {HTMLElement | null | undefined} */ (place?.querySelector('[data-part=grid]'));
  setTimeout(() => {
    window.scrollTo(0, Number(place?.dataset.scrolled ?? 0));
    delete place?.dataset.scrolled;
    grid?.focus({preventScroll: true});
  }, 100);
};
