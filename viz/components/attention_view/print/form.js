// The controls of the dialog for printed figures.

import {make} from '../../shared/elements.js';
import {say} from '../../shared/text.js';
import {CAPTIONS, DRAWINGS, FORMATS, GROUNDS, HEADS, PRINT_LIMITS} from './choices.js';

/** @import {Child, Texts, View} from '../types.js' */
/** @import {PrintOptions} from './types.js' */

/**
 * A control below its name.
 * @param {string} text
 * @param {HTMLElement} control
 */
const field = (text, control) => make('label', {class: 'gf-print-field'}, make('span', {}, text), control);

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
 * @param {string} name
 * @param {string} text
 */
const tick = (name, text) =>
  make('label', {class: 'gf-print-tick'}, make('input', {type: 'checkbox', name}), make('span', {}, text));

/**
 * Controls that belong together.
 * @param {...Child} children
 */
const row = (...children) => make('div', {class: 'gf-print-row'}, ...children);

/**
 * @param {Texts} texts
 * @param {string} key
 */
const hint = (texts, key) => make('p', {class: 'gf-hint'}, say(texts, key));

/**
 * The content of the dialog.
 * @param {View} view
 */
export const printForm = ({texts}) => {
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
export const printControls = dialog => [
  ...dialog.querySelectorAll(/** @type {'input'} */ ('input[name], select[name]')),
];

/**
 * Show options in the controls.
 * @param {HTMLElement} dialog
 * @param {PrintOptions} options
 */
export const fillPrintForm = (dialog, options) => {
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
export const readPrintForm = (dialog, texts) => {
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
