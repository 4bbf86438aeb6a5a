// The result of a preflight: cautions, facts, parameters by part, lengths as bars.

import {make, makeSvg, targetOf} from '../shared/elements.js';
import {grouped, labelled} from '../shared/locale.js';
import {followLanguage} from '../shared/watching.js';

/** @import {Gradio, Part} from '../shared/types.js' */

// The controls that cautions are about: marked as invalid, shown, and the first one focused.

/**
 * What Python packs (preflight/__init__.py).
 * @typedef {{field: string, remedy: string, change: Record<string, any>}} Mark
 */

const MOST_FRAMES = 120; // until a control is given up
const MARKED = 'data-gf-fault';

/**
 * @param {string} field
 * @returns {Part | null}
 */
const inputOf = field =>
  field ? /** @type {Part | null} */ (document.getElementById(field)?.querySelector('input, textarea') ?? null) : null;

/** @param {Element} input */
const clear = input => {
  for (const name of ['aria-invalid', 'aria-describedby', MARKED]) input.removeAttribute(name);
};

const clearMarks = () => {
  document.querySelectorAll(`[${MARKED}]`).forEach(clear);
};

/** The values of the form, as one text. */
const formValues = () => {
  /** @type {NodeListOf<HTMLInputElement>} */
  const inputs = document.querySelectorAll('#train-form :is(input, textarea)');
  return [...inputs].map(input => (input.type === 'radio' ? String(input.checked) : input.value)).join('\n');
};

/** Open the closed sections of the form, since a fault may be in one of them. */
const openSections = () => {
  /** @type {NodeListOf<HTMLElement>} */
  const closed = document.querySelectorAll('#train-form [id$="-section"] > button.label-wrap:not(.open)');
  closed.forEach(button => button.click());
};

/** @param {Mark[]} marks */
const isHidden = marks => marks.some(({field}) => field && !inputOf(field)?.offsetParent);

/**
 * @param {Mark[]} marks
 * @param {string} id of a caution, without its number
 */
const markInputs = (marks, id) => {
  marks.forEach(({field}, i) => {
    const input = inputOf(field);
    if (!input) return;
    input.setAttribute(MARKED, '');
    input.setAttribute('aria-invalid', 'true');
    input.setAttribute('aria-describedby', `${id}-${i}`);
    input.addEventListener('input', () => clear(input), {once: true});
  });
  const first = inputOf(marks.find(({field}) => field)?.field ?? '');
  if (first) first.focus();
};

/**
 * Mark the controls of some cautions, whose elements are `id-0`, `id-1`...
 * @param {Mark[]} marks
 * @param {string} id
 */
const markFields = (marks, id) => {
  clearMarks();
  if (!isHidden(marks)) {
    markInputs(marks, id);
    return;
  }
  openSections();
  let frames = 0; // Gradio makes the controls of a section when it opens
  const markSoon = () => {
    frames += 1;
    if (isHidden(marks) && frames < MOST_FRAMES) requestAnimationFrame(markSoon);
    else markInputs(marks, id);
  };
  markSoon();
};

/**
 * What Python packs (preflight/__init__.py).
 * @typedef {{name: string, count: number, hue: string, pale: boolean}} Share
 * @typedef {{title: string, edges: number[], names: string[], counts: number[][], axis: string, note: string}} Bars
 * @typedef {{title: string, busy: boolean, outdated: string, message: string, cautions: string[], marks: Mark[],
 *   facts: [string, string, string][], parts: Share[], parts_title: string, bars: Bars | null}} Panel
 */

const CAUTION = 'gf-pre-caution'; // id of a caution, before its number
const MIDDLE = 44; // pixels above the axis, and as many below

/**
 * @param {Part} view
 * @param {Panel} panel
 */
const drawParts = (view, {parts_title: title, parts}) => {
  const figure = view.querySelector('.gf-pre-parts');
  figure.hidden = !parts.length;
  figure.querySelector('figcaption').textContent = title;
  /** @param {Share} share */
  const swatch = ({hue, pale}) => make('i', {'data-hue': hue, 'data-pale': pale});
  figure.querySelector('.gf-pre-stack').replaceChildren(
    ...parts.map(share => {
      const node = swatch(share);
      node.style.flexGrow = String(share.count);
      return node;
    }),
  );
  figure
    .querySelector('.gf-pre-legend')
    .replaceChildren(
      ...parts.map(share =>
        make('li', {}, swatch(share), make('span', {}, share.name), make('b', {}, grouped(share.count))),
      ),
    );
};

/**
 * The bars of both sides, those of the first above the axis.
 * @param {Bars} bars
 */
const barRects = ({edges, names, counts, axis}) => {
  const most = Math.max(1, ...counts.flat());
  return counts.flatMap((side, below) =>
    side.map((value, bar) => {
      const height = ((MIDDLE - 2) * value) / most;
      const words = `${labelled(names[below], grouped(value))} · ${edges[bar] + 1}–${edges[bar + 1]} ${axis}`;
      return makeSvg(
        'rect',
        {
          x: bar * 10 + 0.5,
          y: below ? MIDDLE + 1 : MIDDLE - 1 - height,
          width: 9,
          height,
          class: below ? 'below' : null,
        },
        makeSvg('title', {}, words),
      );
    }),
  );
};

/**
 * @param {Part} view
 * @param {Bars | null} bars
 */
const drawBars = (view, bars) => {
  const figure = view.querySelector('.gf-pre-bars');
  figure.hidden = !bars;
  if (!bars) return;
  const {title, edges, axis, note} = bars;
  const count = edges.length - 1;
  const svg = figure.querySelector('svg');
  svg.setAttribute('viewBox', `0 0 ${count * 10} ${2 * MIDDLE}`);
  svg.setAttribute('aria-label', title);
  svg.replaceChildren(...barRects(bars), makeSvg('line', {x1: 0, x2: count * 10, y1: MIDDLE, y2: MIDDLE}));
  figure.querySelector('figcaption').textContent = title;
  figure
    .querySelector('.gf-pre-axis')
    .replaceChildren(
      ...[0, count >> 1, count].map((edge, i) => make('span', {}, i < 2 ? edges[edge] : `${edges[edge]} ${axis}`)),
    );
  figure.querySelector('.gf-pre-note').textContent = note;
};

/**
 * @param {string} words
 * @param {Mark | undefined} mark
 * @param {number} i
 */
const cautionLine = (words, mark, i) =>
  make(
    'li',
    mark?.field ? {id: `${CAUTION}-${i}`} : {},
    words,
    ...(mark?.remedy ? [' ', make('button', {type: 'button', 'data-mend': i}, mark.remedy)] : []),
  );

/**
 * @param {Part} view
 * @param {Panel} panel
 */
const drawPanel = (view, panel) => {
  /** @param {string} name */
  const part = name => view.querySelector(`.gf-pre-${name}`);
  view.dataset.busy = panel.busy;
  part('title').textContent = panel.title;
  part('message').textContent = panel.message;
  part('cautions').replaceChildren(...panel.cautions.map((words, i) => cautionLine(words, panel.marks[i], i)));
  part('facts').replaceChildren(
    ...panel.facts.map(([name, value, meaning]) =>
      make('div', {}, make('dt', {}, name), make('dd', {}, value, ...(meaning ? [make('small', {}, meaning)] : []))),
    ),
  );
  drawParts(view, panel);
  drawBars(view, panel.bars);
};

/**
 * Bring the panel to life in its element. A result belongs to the settings with which it was asked for: the page sends
 * the event "asked" when a button is pressed, and "outdated" when a setting is changed afterwards.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, trigger, watch}) => {
  const view = element.querySelector('.gf-pre');
  const note = view.querySelector('.gf-pre-outdated');
  let outdated = false;
  let marked = false;
  const draw = () => {
    view.hidden = !props.value;
    const block = element.closest('.block');
    if (block) block.style.display = props.value ? '' : 'none'; // an empty panel must not leave a gap
    if (!props.value) return;
    /** @type {Panel & {languages: Record<string, Panel>}} */
    const packed = JSON.parse(props.value);
    const panel = packed.languages[document.documentElement.lang] ?? packed;
    note.textContent = panel.outdated;
    note.hidden = !outdated || !panel.outdated;
    drawPanel(view, panel);
  };
  let asked = ''; // the values of the form; an event of an earlier change may come after the question
  view.addEventListener('asked', () => {
    outdated = false;
    asked = formValues();
  }); // shown with the answer
  view.addEventListener('outdated', () => {
    if (asked && asked === formValues()) return;
    outdated = true;
    draw();
  });
  view.addEventListener('click', (/** @type {Event} */ event) => {
    const button = targetOf(event).closest('[data-mend]');
    if (!button) return;
    trigger('panel_mend', {change: JSON.parse(props.value).marks[button.dataset.mend].change});
    button.closest('li').remove();
    if (!view.querySelector('.gf-pre-cautions li, .gf-pre-facts > div')) view.hidden = true;
  });
  watch('value', () => {
    draw();
    /** @type {Mark[]} */
    const marks = props.value ? JSON.parse(props.value).marks : [];
    const hasFields = marks.some(({field}) => field);
    if (hasFields) markFields(marks, CAUTION);
    else if (marked) clearMarks(); // another panel's marks stay
    marked = hasFields;
  });
  followLanguage(element, draw);
  draw();
};
