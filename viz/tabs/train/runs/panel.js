// What the list of runs needs of the browser.

/** Return what this page showed before it was reloaded; a run that the address names is followed instead. */
export const storedViewing = () => {
  const run = new URLSearchParams(location.search).get('run');
  let stored = '';
  try {
    stored = sessionStorage.getItem('glassformer-runs') || '';
  } catch {
    /* a browser that keeps nothing */
  }
  if (!run) return stored;
  try {
    return JSON.stringify({...JSON.parse(stored), name: run});
  } catch {
    return JSON.stringify({name: run, compared: []});
  }
};

/** Remove the tooltips of the charts' boxes, where Gradio writes internal names, once the boxes are drawn. */
export const untitled = () => {
  /** @param {number} tries */
  const clean = tries => {
    const labels = [...document.querySelectorAll('#train-charts [title]')];
    labels.forEach(label => label.removeAttribute('title'));
    if (!document.querySelector('#train-charts input[type=checkbox]') && tries) setTimeout(() => clean(tries - 1), 50);
  };
  clean(100);
};
