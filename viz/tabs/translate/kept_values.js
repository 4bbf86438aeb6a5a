// What this browser keeps of the page until it is loaded again.

/**
 * Return what this browser kept of the page before it was loaded again, for `read_kept`.
 * @param {string} checkpoint
 * @param {string} source
 */
export const readKept = (checkpoint, source) => {
  let draft = '';
  try {
    draft = sessionStorage.getItem('glassformer-draft') || '';
  } catch {
    /* a browser that keeps nothing */
  }
  /** @type {HTMLElement | null} */
  const box = document.querySelector('#source');
  if (box) box.dataset.served = source; // to tell what is typed while the page opens
  return [checkpoint, source, JSON.stringify({fields: history.state?.glassformer ?? {}, draft})];
};

/**
 * Return the sentence of the box once the page has opened: one that was typed meanwhile, else the one that was opened.
 * @param {string} opened
 * @param {string} typed
 */
export const keepTyped = (opened, typed) => {
  /** @type {HTMLElement | null} */
  const box = document.querySelector('#source');
  return box && box.dataset.served !== typed ? typed : opened || typed;
};
