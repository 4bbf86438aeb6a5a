// The report of an evaluation: figures by plotly, which stands in the page, without a server.

import {mount} from '../../../components/figure/index.js';

/**
 * What Python packs (report/__init__.py).
 * @typedef {{figures: string[], given: Record<string, any>}} Report
 */

/** @type {Report} */
const report = JSON.parse(document.getElementById('report')?.textContent ?? '{}');

/** Follow the device's theme until a person chooses the other one. */
const followTheme = () => {
  document.body.classList.toggle('dark', matchMedia('(prefers-color-scheme: dark)').matches);
  document.getElementById('theme')?.addEventListener('click', () => document.body.classList.toggle('dark'));
};

const drawFigures = () => {
  const places = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.gf-report-figure'));
  places.forEach((element, i) =>
    mount(
      /** @type {any} */ ({
        element,
        props: {value: report.figures[i]},
        watch: () => {},
        trigger: () => {},
        given: report.given,
      }),
    ),
  );
};

followTheme();
drawFigures();

export const opened = true;
