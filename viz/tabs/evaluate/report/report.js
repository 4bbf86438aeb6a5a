// The report of an evaluation: figures by plotly, which stands in the page, without a server.

import * as sentences from '../../../components/evaluation/index.js';
import * as figure from '../../../components/figure/index.js';

/**
 * What Python packs (report/__init__.py).
 * @typedef {{figures: string[], given: Record<string, any>, sentences: string, texts: string}} Report
 */

/** @type {Report} */
const report = JSON.parse(document.getElementById('report')?.textContent ?? '{}');

/** Follow the device's theme until a person chooses the other one. */
const followTheme = () => {
  const page = document.documentElement;
  page.classList.toggle('dark', matchMedia('(prefers-color-scheme: dark)').matches);
  document.getElementById('theme')?.addEventListener('click', () => page.classList.toggle('dark'));
};

const drawFigures = () => {
  const places = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.gf-report-figure'));
  places.forEach((element, i) =>
    figure.mount(
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

const drawSentences = () =>
  sentences.mount(
    /** @type {any} */ ({
      element: document.getElementById('sentences'),
      props: {value: report.sentences},
      watch: () => {},
      trigger: () => {},
      given: {texts: report.texts},
    }),
  );

followTheme();
drawFigures();
drawSentences();

export const opened = true;
