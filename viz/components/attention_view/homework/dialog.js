// The dialog that makes homework: its choices, a preview of the first sheet, the files. The server makes the sheets.

import {make} from '../../shared/elements.js';
import {download, printPaper} from '../../shared/saving.js';
import {say, sayCount} from '../../shared/text.js';
import {closeUpPlace} from '../close_up/numbers.js';
import {slug} from '../files/names.js';
import {ask} from '../server/ask.js';
import {field, hint, row, tick} from '../widgets/fields.js';
import {FIRST_HOMEWORK, homeworkRequest} from './choices.js';

/** @import {Texts, View} from '../types.js' */
/** @import {HomeworkForm} from './choices.js' */

const CHAPTER = 'homework.chapter.';

const TYPING = 400; // milliseconds: several keys in a row are one preview

let kept = FIRST_HOMEWORK; // the choices of this visit

/**
 * The content of the dialog.
 * @param {Texts} texts
 */
const homeworkForm = texts => {
  /**
   * @param {string} name
   * @param {HTMLElement} control
   */
  const named = (name, control) => field(say(texts, `homework.${name}`), control);
  /**
   * @param {string} name
   * @param {string[]} values
   */
  const choice = (name, values) => {
    const options = values.map(value => make('option', {value}, say(texts, `homework.${name}.${value}`)));
    return named(name, make('select', {name}, ...options));
  };
  /**
   * @param {string} name
   * @param {number} maxlength
   */
  const line = (name, maxlength) =>
    named(name, make('input', {type: 'text', name, maxlength, autocomplete: 'off', spellcheck: 'false'}));
  /** @param {string} key */
  const chapter = key => {
    const box = tick('chapter', say(texts, key));
    /** @type {HTMLInputElement} */ (box.firstElementChild).value = key.slice(CHAPTER.length);
    return box;
  };
  const chapters = Object.keys(texts).filter(key => key.startsWith(CHAPTER));
  return make(
    'form',
    {method: 'dialog', novalidate: ''},
    make('h3', {class: 'gf-heading'}, say(texts, 'homework.title')),
    hint(texts, 'homework.hint'),
    make(
      'div',
      {class: 'gf-print-body'},
      make(
        'div',
        {class: 'gf-print-controls'},
        make(
          'fieldset',
          {},
          make('legend', {}, say(texts, 'homework.chapters')),
          make('div', {class: 'gf-homework-chapters'}, ...chapters.map(chapter)),
        ),
        row(
          named('tasks', make('input', {type: 'number', name: 'tasks', min: 0, max: 40, step: 1})),
          choice('paper', ['a4', 'letter']),
          choice('solutions', ['apart', 'with']),
        ),
        make('div', {}, line('rows', 200), hint(texts, 'homework.rows.hint')),
        tick('vary', say(texts, 'homework.vary')),
        make('div', {}, line('seeds', 400), hint(texts, 'homework.seeds.hint')),
        named('names', make('textarea', {name: 'names', rows: 3, maxlength: 20000, spellcheck: 'false'})),
        line('heading', 120),
      ),
      make(
        'div',
        {class: 'gf-homework-sheet'},
        make('iframe', {title: say(texts, 'homework.preview'), sandbox: '', hidden: ''}),
      ),
    ),
    make('p', {class: 'gf-print-facts', 'data-homework': 'facts', role: 'status'}),
    make('p', {class: 'gf-problem', 'data-homework': 'problem', role: 'alert'}),
    make(
      'div',
      {class: 'gf-print-buttons'},
      ...['save', 'save_solutions', 'print'].map(name =>
        make(
          'button',
          {type: 'button', class: `gf-print-button${name === 'save' ? ' gf-print-main' : ''}`, 'data-homework': name},
          say(texts, `homework.${name}`),
        ),
      ),
      make('button', {type: 'submit', class: 'gf-print-button'}, say(texts, 'homework.close')),
    ),
  );
};

/**
 * Every control that is a choice.
 * @param {HTMLElement} dialog
 * @returns {HTMLInputElement[]}
 */
const controls = dialog => [...dialog.querySelectorAll(/** @type {'input'} */ ('[name]'))];

/**
 * @param {HTMLElement} dialog
 * @param {HomeworkForm} form
 */
const fill = (dialog, form) => {
  for (const control of controls(dialog)) {
    if (control.name === 'chapter') control.checked = form.chapters.includes(control.value);
    else if (control.name === 'vary') control.checked = form.vary;
    else control.value = String(form[/** @type {'rows'} */ (control.name)]);
  }
};

/**
 * @param {HTMLElement} dialog
 * @returns {HomeworkForm}
 */
const read = dialog => {
  /** @type {Record<string, any>} */
  const form = {chapters: []};
  for (const control of controls(dialog)) {
    if (control.name === 'vary') form.vary = control.checked;
    else if (control.name !== 'chapter') form[control.name] = control.value;
    else if (control.checked) form.chapters.push(control.value);
  }
  return /** @type {HomeworkForm} */ (form);
};

/**
 * What the dialog does for one view.
 * @param {View} view
 * @param {HTMLDialogElement} dialog
 */
const driven = (view, dialog) => {
  const {texts} = view;
  /** @param {string} name */
  const part = name => /** @type {HTMLButtonElement} */ (dialog.querySelector(`[data-homework="${name}"]`));
  const frame = /** @type {HTMLIFrameElement} */ (dialog.querySelector('iframe'));
  let latest = 0;
  /** @param {boolean} preview */
  const made = async preview => {
    kept = read(dialog);
    const turn = ++latest;
    if (!preview) part('facts').textContent = say(texts, 'homework.making');
    const reply = (await ask(view, 'homework', homeworkRequest(kept, preview))) ?? {
      problem: say(texts, 'lab.no_answer'),
    };
    if (turn !== latest) return null; // a later choice is being answered
    const {problem, students, points} = reply;
    part('problem').textContent = problem ?? '';
    part('facts').textContent = problem
      ? ''
      : say(texts, 'homework.facts', {
          sheets: sayCount(texts, 'homework.sheets', students),
          points: sayCount(texts, 'homework.points', points),
        });
    for (const name of ['save', 'save_solutions', 'print']) part(name).disabled = Boolean(problem);
    part('save_solutions').hidden = kept.solutions !== 'apart';
    frame.hidden = Boolean(problem);
    return problem ? null : reply;
  };
  const preview = async () => {
    const reply = await made(true);
    if (reply) frame.srcdoc = reply.sheets;
  };
  /** @param {'sheets' | 'solutions'} which */
  const save = async which => {
    const reply = await made(false);
    const end = which === 'sheets' ? '' : '_solutions';
    const name = `${slug(view.packed.checkpoint, 24) || 'attention'}_homework${end}.html`;
    if (reply) download(new Blob([reply[which]], {type: 'text/html;charset=utf-8'}), name);
  };
  const print = async () => {
    const reply = await made(false);
    if (reply) printPaper(reply.sheets);
  };
  part('save').addEventListener('click', () => save('sheets'));
  part('save_solutions').addEventListener('click', () => save('solutions'));
  part('print').addEventListener('click', print);
  return preview;
};

/**
 * Open the dialog; the focus returns to where it was.
 * @param {View} view
 */
export const openHomework = view => {
  const dialog = /** @type {HTMLDialogElement} */ (/** @type {unknown} */ (view.part('homework')));
  const {kind, layer, head, query} = closeUpPlace(view);
  const form = homeworkForm(view.texts);
  dialog.replaceChildren(form);
  fill(dialog, {...kept, rows: `${kind[0]}.${layer + 1}.${head + 1}.${query + 1}`});
  const preview = driven(view, dialog);
  let timer = 0;
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(preview, TYPING);
  });
  form.addEventListener('keydown', event => {
    // would close the dialog
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
    event.stopPropagation(); // the keys of the view
  });
  dialog.showModal();
  preview();
};
