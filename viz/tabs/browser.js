// Files, the secret of a visitor, and the way to what was started.

/**
 * Save a file.
 * @param {string} packed {name, text}, or {name, base64} of a binary file
 */
export const saveText = packed => {
  if (!packed) return;
  const {name, text, base64} = JSON.parse(packed);
  const content = base64 ? Uint8Array.from(atob(base64), letter => letter.charCodeAt(0)) : text;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], {type: base64 ? 'application/zip' : 'text/csv;charset=utf-8'}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

/**
 * Save a file that the server has written.
 * @param {{url: string, orig_name: string}} file value of a gr.DownloadButton
 */
export const saveFile = ({url, orig_name: name}) => {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
};

/** Return the secret of this browser, made at its first visit; without storage it lasts as long as the page. */
export const visitorSecret = () => {
  const key = 'glassformer-visitor';
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const fresh = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
  try {
    const kept = localStorage.getItem(key);
    if (!kept) localStorage.setItem(key, fresh);
    return kept || fresh;
  } catch {
    return fresh;
  }
};

/** Bring a run or an evaluation into sight that was just started; why it was refused stands beside the button. */
export const toTheWork = () => {
  const isShown = (/** @type {string} */ selector) => document.querySelector(selector)?.checkVisibility() ?? false;
  const tab = isShown('#train-follow') ? 'train' : 'evaluate';
  if (tab === 'evaluate' && isShown('#evaluate-findings .gf-pre')) return;
  const [place, block] = innerWidth < 900 ? [`#${tab}-follow`, 'start'] : [`#${tab}-state`, 'nearest'];
  const folded = document.activeElement?.closest('#evaluate-form')?.querySelector('.label-wrap:not(.open)');
  /** @type {HTMLElement | null | undefined} */ (folded)?.focus({preventScroll: true});
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
  // what was above it may just have been drawn anew
  setTimeout(
    () => document.querySelector(place)?.scrollIntoView(/** @type {ScrollIntoViewOptions} */ ({block, behavior})),
    300,
  );
};
