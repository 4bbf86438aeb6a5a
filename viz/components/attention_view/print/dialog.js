// The dialog that makes a figure for a paper: its choices, a preview, the file.

import {readPrintColours} from '../../shared/colours.js';
import {make} from '../../shared/elements.js';
import {keepUnder, keptUnder} from '../../shared/keeping.js';
import {listed} from '../../shared/locale.js';
import {download, pngFile, printOut, svgFile} from '../../shared/saving.js';
import {inARow, say} from '../../shared/text.js';
import {jsonText, provenanceOf} from '../files/provenance.js';
import {ask} from '../server/ask.js';
import {fetchExact} from '../server/detail.js';
import {shownPacked, shownTranslations} from '../store/selectors.js';
import {field, hint, row, tick} from '../widgets/fields.js';
import {
  CAPTIONS,
  DRAWINGS,
  FIRST_PRINT,
  FORMATS,
  GROUNDS,
  HEADS,
  PRINT_LIMITS,
  listedHeads,
  printHeads,
  printName,
  printOptions,
  printPixels,
} from './choices.js';
import {printScene} from './scene.js';

/** @import {PrintOptions} from './types.js' */
/** @import {Texts, View} from '../types.js' */

// The controls of the dialog for printed figures.

/**
 * @param {Texts} texts
 * @param {string} name
 */
const numberField = (texts, name) => {
  const [min, max] = PRINT_LIMITS[/** @type {keyof typeof PRINT_LIMITS} */ (name)];
  const step = name === 'columns' ? 1 : 'any';
  return field(say(texts, `print.${name}`), make('input', {type: 'number', name, min, max, step, required: ''}));
};

/**
 * @param {Texts} texts
 * @param {string} name
 * @param {string[]} values
 * @param {(value: string) => string} [text]
 */
const choiceField = (texts, name, values, text = value => say(texts, `print.${name}.${value}`)) =>
  field(
    say(texts, `print.${name}`),
    make('select', {name}, ...values.map(value => make('option', {value}, text(value)))),
  );

/**
 * The content of the dialog.
 * @param {View} view
 */
const printForm = ({texts}) => {
  const listed = field(
    say(texts, 'print.listed'),
    make('input', {type: 'text', name: 'listed', spellcheck: 'false', autocomplete: 'off'}),
  );
  return make(
    'form',
    {method: 'dialog', novalidate: ''},
    make('h3', {class: 'gf-heading'}, say(texts, 'print.title')),
    make(
      'div',
      {class: 'gf-print-body'},
      make(
        'div',
        {class: 'gf-print-controls'},
        row(numberField(texts, 'width'), numberField(texts, 'size'), choiceField(texts, 'ground', GROUNDS)),
        hint(texts, 'print.width.hint'),
        row(
          choiceField(texts, 'heads', HEADS),
          choiceField(texts, 'drawing', DRAWINGS, value => say(texts, `view.${value}`)),
          make('div', {'data-if': 'several'}, numberField(texts, 'columns')),
        ),
        make('div', {'data-if': 'listed'}, listed, hint(texts, 'print.listed.hint')),
        row(tick('tokens', say(texts, 'print.tokens')), tick('marked', say(texts, 'print.marked'))),
        make(
          'fieldset',
          {},
          make('legend', {}, say(texts, 'print.captions')),
          row(...CAPTIONS.map(name => tick(name, say(texts, `print.caption.${name}`)))),
        ),
        row(
          choiceField(texts, 'format', FORMATS, value => value.toUpperCase()),
          make('div', {'data-if': 'png'}, numberField(texts, 'dpi')),
        ),
      ),
      make(
        'div',
        {class: 'gf-print-sheet', role: 'group', 'aria-label': say(texts, 'print.preview'), tabindex: '0'},
        make('img', {alt: ''}),
      ),
    ),
    make(
      'p',
      {class: 'gf-print-facts'},
      make('span', {'data-print': 'facts'}),
      ' · ',
      make('code', {'data-print': 'file'}),
    ),
    make('p', {class: 'gf-problem', 'data-print': 'problem', role: 'status'}),
    make(
      'div',
      {class: 'gf-print-buttons'},
      make(
        'button',
        {type: 'button', class: 'gf-print-button gf-print-main', 'data-print': 'save'},
        say(texts, 'print.save'),
      ),
      make('button', {type: 'submit', class: 'gf-print-button'}, say(texts, 'print.close')),
    ),
  );
};

/**
 * Every control of the dialog that is an option.
 * @param {HTMLElement} dialog
 * @returns {(HTMLInputElement | HTMLSelectElement)[]}
 */
const printControls = dialog => [...dialog.querySelectorAll(/** @type {'input'} */ ('input[name], select[name]'))];

/**
 * Show options in the controls.
 * @param {HTMLElement} dialog
 * @param {PrintOptions} options
 */
const fillPrintForm = (dialog, options) => {
  for (const control of printControls(dialog)) {
    const value = options[/** @type {keyof PrintOptions} */ (control.name)];
    if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = Boolean(value);
    else control.value = String(value);
  }
};

/**
 * The values of the controls, and the sentences about those out of bounds.
 * @param {HTMLElement} dialog
 * @param {Texts} texts
 */
const readPrintForm = (dialog, texts) => {
  /** @type {Record<string, any>} */
  const given = {};
  const problems = [];
  for (const control of printControls(dialog)) {
    const {name, value} = control;
    const bounds = PRINT_LIMITS[/** @type {keyof typeof PRINT_LIMITS} */ (name)];
    const isTick = control instanceof HTMLInputElement && control.type === 'checkbox';
    const isWrong = !control.disabled && !control.checkValidity();
    given[name] = isTick ? control.checked : value;
    control.setAttribute('aria-invalid', String(isWrong));
    if (isWrong && bounds)
      problems.push(say(texts, 'print.bounds', {name: say(texts, `print.${name}`), low: bounds[0], high: bounds[1]}));
  }
  return {given, problems};
};

const KEPT = 'gf-print'; // the choices of this visit

const PAGE = 240; // mm of text on an A4 page

const TYPING = 80; // milliseconds: several keys in a row are one preview

const MOST_EXACT = 64; // heads whose float32 values are asked for; the others are drawn from 8 bits

/** @param {View} view */
const keptOptions = ({choice}) => {
  const drawing = choice.view === 'lines' ? 'lines' : 'matrix';
  return printOptions({...FIRST_PRINT, ...keptUnder(KEPT, 'sessionStorage'), drawing});
};

/** @param {PrintOptions} options */
const keep = options => keepUnder(KEPT, options, 'sessionStorage');

/**
 * @param {View} view
 * @param {HTMLElement} dialog
 * @param {PrintOptions} options
 */
const drawnScene = (view, dialog, options) => {
  const light = /** @type {HTMLElement} */ (dialog.querySelector('.gf-print-colours'));
  return printScene(view, options, options.ground === 'page' ? view.colours : readPrintColours(light));
};

/**
 * The sentences that say why the figure cannot be saved; empty if it can.
 * @param {View} view
 * @param {PrintOptions} options
 * @param {ReturnType<typeof printScene>} drawn
 */
const problemsOf = (view, options, {scene, problem}) => {
  const {
    texts,
    choice: {kind},
  } = view;
  const isList = options.heads === 'listed';
  const {wrong} = isList ? listedHeads(options.listed, kind, shownPacked(view)) : {wrong: []};
  const {wide, high, possible} = printPixels(scene.mm ?? [0, 0], options.dpi);
  return [
    ...(wrong.length ? [say(texts, 'print.wrong', {names: listed(wrong.slice(0, 5))})] : []),
    ...(problem ? [say(texts, problem)] : []),
    ...(options.format === 'png' && !possible ? [say(texts, 'print.pixels', {wide, high})] : []),
  ];
};

/**
 * Draw the preview, the facts and the problems of the options.
 * @param {View} view
 * @param {HTMLDialogElement} dialog
 */
const refresh = (view, dialog) => {
  const {texts} = view;
  const {given, problems} = readPrintForm(dialog, texts);
  const options = printOptions(given);
  /** @param {string} name */
  const part = name => /** @type {HTMLElement} */ (dialog.querySelector(`[data-print="${name}"]`));
  const drawn = drawnScene(view, dialog, options);
  const {scene} = drawn;
  const choices = [options.heads, options.format, drawn.panels.length > 1 ? 'several' : ''];
  for (const host of dialog.querySelectorAll(/** @type {'div'} */ ('[data-if]'))) {
    host.hidden = !choices.includes(/** @type {any} */ (host.dataset.if));
    for (const control of printControls(host)) control.disabled = host.hidden;
  }
  const all = [...problems, ...problemsOf(view, options, drawn)];
  const picture = /** @type {HTMLImageElement} */ (dialog.querySelector('img'));
  const before = picture.src;
  const sheet = /** @type {HTMLElement} */ (picture.parentElement);
  const [width, height] = scene.mm ?? [options.width, 0];
  sheet.dataset.ground = options.ground;
  picture.hidden = Boolean(drawn.problem);
  picture.alt = scene.title ?? '';
  if (!drawn.problem) picture.src = URL.createObjectURL(svgFile(scene));
  if (before.startsWith('blob:')) URL.revokeObjectURL(before);
  const facts = say(texts, options.format === 'svg' ? 'print.facts' : `print.facts.${options.format}`, {
    width,
    height,
    ...printPixels([width, height], options.dpi),
  });
  part('facts').textContent = [
    facts,
    ...(height > PAGE ? [say(texts, 'print.tall')] : []),
    ...(drawn.every > 1 ? [say(texts, 'print.every', {count: drawn.every})] : []),
  ].join(' · ');
  part('file').textContent = printName(view, options);
  part('problem').textContent = inARow(all);
  /** @type {HTMLButtonElement} */ (part('save')).disabled = all.length > 0;
  keep(options);
};

/**
 * Ask for the float32 values of the heads of a figure.
 * @param {View} view
 * @param {PrintOptions} options
 */
const exactHeads = async (view, options) => {
  const heads = printHeads(shownPacked(view), view.choice, options) ?? [];
  await Promise.all(
    shownTranslations(view).flatMap(packed => heads.slice(0, MOST_EXACT).map(head => fetchExact(view, packed, head))),
  );
};

/**
 * @param {View} view
 * @param {HTMLDialogElement} dialog
 */
const savePrint = async (view, dialog) => {
  const options = printOptions(readPrintForm(dialog, view.texts).given);
  const {
    choice: {lens},
  } = view;
  const packed = shownPacked(view);
  const problem = /** @type {HTMLElement} */ (dialog.querySelector('[data-print="problem"]'));
  await exactHeads(view, options);
  const name = printName(view, options);
  const {scene} = drawnScene(view, dialog, options);
  const note = jsonText(provenanceOf(packed, lens, await ask(view, 'provenance', {id: packed.id})));
  const whole = {...scene, note};
  if (options.format === 'pdf') return printOut(whole, name);
  const file = options.format === 'svg' ? svgFile(whole) : pngFile(whole, options.dpi);
  problem.textContent = file ? '' : say(view.texts, 'print.failed');
  if (file) download(file, name);
};

/**
 * @param {View} view
 * @param {HTMLDialogElement} dialog
 */
const build = (view, dialog) => {
  dialog.replaceChildren(make('span', {class: 'gf-print-colours', hidden: ''}), printForm(view));
  let timer = 0;
  const form = /** @type {HTMLFormElement} */ (dialog.querySelector('form'));
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => refresh(view, dialog), TYPING);
  });
  form.addEventListener('keydown', event => {
    // would close the dialog
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
    event.stopPropagation(); // the keys of the view
  });
  dialog.querySelector('[data-print="save"]')?.addEventListener('click', () => savePrint(view, dialog));
};

/**
 * Open the dialog; the focus returns to where it was.
 * @param {View} view
 */
export const openPrint = view => {
  const dialog = /** @type {HTMLDialogElement} */ (/** @type {unknown} */ (view.part('print')));
  build(view, dialog);
  fillPrintForm(dialog, keptOptions(view));
  const chosen = /** @type {HTMLOptionElement} */ (dialog.querySelector('option[value="chosen"]'));
  chosen.disabled = !view.choice.heads.length;
  dialog.showModal();
  refresh(view, dialog);
};
