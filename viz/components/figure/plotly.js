// plotly.js from this page's own server, requested once for all figures.

import {make} from '../shared/elements.js';

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
export const loadPlotly = path => {
  const page = /** @type {any} */ (window);
  if (page.Plotly) return Promise.resolve(page.Plotly);
  const known = /** @type {any} */ (document.querySelector('script[data-glassformer-plotly]'));
  if (known) return known.loaded;
  const {root = location.origin, api_prefix: prefix = '/gradio_api'} = page.gradio_config || {};
  const src = `${root.replace(/\/$/, '')}${prefix}/${path}`;
  const script = /** @type {any} */ (make('script', {'data-glassformer-plotly': '', src}));
  script.loaded = new Promise((resolve, reject) => {
    script.onload = () => resolve(page.Plotly);
    script.onerror = () => { script.remove(); reject(new Error('plotly.js did not load')); };
  });
  document.head.append(script);
  return script.loaded;
};
