// plotly.js from this page's own server, requested once for all figures.

import {make} from '../shared/elements.js';

/**
 * Let plotly name clip paths without the page's address. Under a `<base>` with an address it writes the full one, and
 * lines and legends disappear when the address changes. It reads the first `<base>`; one without an address is no base.
 */
const nameClipsAlone = () => {
  if (document.querySelector('base')?.hasAttribute('href')) document.head.prepend(make('base'));
};

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export const loadPlotly = path => {
  nameClipsAlone();
  const page = /** @type {any} */ (window);
  if (page.Plotly) return Promise.resolve(page.Plotly);
  const known = /** @type {any} */ (document.querySelector('script[data-glassformer-plotly]'));
  if (known) return known.loaded;
  const {root = location.origin, api_prefix: prefix = '/gradio_api'} = page.gradio_config || {};
  const src = `${root.replace(/\/$/, '')}${prefix}/${path}`;
  const script = /** @type {any} */ (make('script', {'data-glassformer-plotly': '', src}));
  script.loaded = new Promise((resolve, reject) => {
    script.onload = () => resolve(page.Plotly);
    script.onerror = () => {
      script.remove();
      reject(new Error('plotly.js did not load'));
    };
  });
  document.head.append(script);
  return script.loaded;
};
