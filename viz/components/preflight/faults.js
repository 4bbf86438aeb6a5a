// The controls that cautions are about: marked as invalid, shown, and the first one focused.

/** @import {Part} from '../shared/types.js' */

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

export const clearMarks = () => {
  document.querySelectorAll(`[${MARKED}]`).forEach(clear);
};

/** The values of the form, as one text. */
export const formValues = () => {
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
export const markFields = (marks, id) => {
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
