// From a sentence of an evaluation to the explorer, and back to the same place.

/**
 * Open what a link with these fields shows. The button and the history lead back to the sentence where it was.
 * @param {string} packed
 */
export const openFields = packed => {
  const place = document.querySelector('#evaluate-sentences');
  if (!packed || !place) return;
  const top = window.scrollY;
  document.dispatchEvent(new CustomEvent('go-to', {detail: JSON.parse(packed)}));
  window.scrollTo(0, 0);
  const left = new AbortController();
  const comeBack = (/** @type {boolean} */ isButton) => {
    left.abort();
    const drawn = new ResizeObserver(() => {
      if (!place.checkVisibility()) return; // its tab is not there again
      drawn.disconnect();
      window.scrollTo(0, top);
      const grid = isButton && /** @type {HTMLElement | null} */ (place.querySelector('[data-part=grid]'));
      if (grid) grid.focus({preventScroll: true}); // the keys move among the sentences again
    });
    drawn.observe(place);
  };
  const followHistory = () => {
    if (new URLSearchParams(location.search).get('tab') === 'evaluate') comeBack(false); // else inside of the explorer
  };
  const followButton = (/** @type {Event} */ event) => {
    if (/** @type {Element} */ (event.target).closest('#evaluate-back')) comeBack(true);
  };
  window.addEventListener('popstate', followHistory, {signal: left.signal});
  document.addEventListener('click', followButton, {signal: left.signal});
};
