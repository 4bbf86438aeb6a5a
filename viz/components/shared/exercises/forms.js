// How each form of an answer is given. A form draws itself into a host and reports what is given so far.

import {make, movedIndex, targetOf} from '../elements.js';
import {columnLabel, say} from '../text.js';
import {amountWords, headWords, tokenNode, valueNodes} from './phrases.js';

/** @import {Part, Texts} from '../types.js' */
/** @import {SentExercise} from '../wire.js' */

/**
 * @typedef {object} Form
 * @property {Part} host
 * @property {string} id unique in the page
 * @property {Texts} texts
 * @property {SentExercise} exercise
 * @property {any} given so far
 * @property {(given: any) => void} give
 */

/**
 * Buttons of which one is pressed, or several.
 * @param {string} selector
 * @param {Part} host
 * @param {(place: number) => boolean} isPressed
 */
const press = (selector, host, isPressed) => {
  [...host.querySelectorAll(selector)].forEach((button, i) =>
    button.setAttribute('aria-pressed', String(isPressed(i))),
  );
};

/** @param {Form} form */
const choiceForm = ({host, id, texts, exercise, given, give}) => {
  const {options = []} = exercise.answer;
  host.replaceChildren(
    ...options.map((option, i) => {
      const box = make('input', {type: 'radio', name: id, value: i});
      box.checked = given === i;
      box.addEventListener('change', () => give(i));
      return make(
        'label',
        {class: 'gf-exercise-option'},
        box,
        make('span', {}, ...valueNodes(texts, exercise, option)),
      );
    }),
  );
};

const STEPS = 100; // of a slider

/**
 * A step that gives a slider about a hundred places, one of 1, 2 or 5 times a power of ten.
 * @param {number} low
 * @param {number} high
 * @param {string} unit
 */
export const sliderStep = (low, high, unit) => {
  const least = (high - low) / STEPS;
  const power = 10 ** Math.floor(Math.log10(least || 1));
  const step = power * ([1, 2, 5].find(one => one * power >= least * 0.999) ?? 10);
  return unit === 'count' ? Math.max(1, Math.round(step)) : Number(step.toPrecision(1));
};

/** @param {Form} form */
const amountForm = ({host, id, texts, exercise, given, give}) => {
  const {low = 0, high = 1, unit = '', tolerance = 0} = exercise.answer;
  const step = sliderStep(low, high, unit);
  const middle = Number((Math.round((low + high) / 2 / step) * step).toPrecision(6));
  const name = say(texts, 'amount');
  const slider = make('input', {
    type: 'range',
    min: low,
    max: high,
    step,
    value: given ?? middle,
    'aria-label': name,
    'data-untouched': given === null ? '' : null,
  });
  const number = make('input', {
    type: 'number',
    min: low,
    max: high,
    step: 'any',
    value: given ?? '',
    id,
    'aria-label': name,
  });
  slider.addEventListener('input', () => {
    slider.removeAttribute('data-untouched');
    number.value = slider.value;
    give(Number(slider.value));
  });
  number.addEventListener('input', () => {
    slider.value = number.value;
    slider.toggleAttribute('data-untouched', !number.value);
    give(number.value === '' ? null : Number(number.value));
  });
  host.replaceChildren(
    make('div', {class: 'gf-exercise-amount'}, slider, number),
    make(
      'small',
      {},
      say(texts, tolerance ? 'within' : 'exact', {
        low: amountWords(texts, low, unit),
        high: amountWords(texts, high, unit),
        tolerance: amountWords(texts, tolerance, unit),
      }),
    ),
  );
};

/** @param {Form} form */
const headForm = ({host, texts, exercise, given, give}) => {
  const {kind = '', layers = 0, heads = 0} = exercise.answer;
  const at = (/** @type {number} */ layer, /** @type {number} */ head) => JSON.stringify([kind, layer, head]);
  const rows = Array.from({length: layers}, (_, layer) =>
    make(
      'div',
      {class: 'gf-exercise-row'},
      make('span', {'aria-hidden': 'true'}, `L${layer + 1}`),
      ...Array.from({length: heads}, (_, head) =>
        make(
          'button',
          {
            type: 'button',
            'data-head': at(layer, head),
            'data-hue': kind,
            'aria-pressed': String(JSON.stringify(given) === at(layer, head)),
            'aria-label': headWords(texts, [kind, layer, head]),
          },
          `H${head + 1}`,
        ),
      ),
    ),
  );
  const grid = make(
    'div',
    {class: 'gf-exercise-heads', role: 'group', 'aria-label': say(texts, `kind.${kind}`)},
    ...rows,
  );
  grid.addEventListener('click', event => {
    const head = targetOf(event).closest('[data-head]')?.dataset.head;
    if (head) give(JSON.parse(head));
  });
  host.replaceChildren(make('small', {}, say(texts, 'head.hint')), grid);
};

/** @param {Form} form */
const tokenForm = ({host, texts, exercise, given, give}) => {
  const {tokens = []} = exercise.answer;
  const chips = make(
    'div',
    {class: 'gf-exercise-chips', role: 'group', 'aria-label': say(texts, 'token')},
    ...tokens.map(token => make('button', {type: 'button'}, tokenNode(token))),
  );
  press('button', /** @type {Part} */ (/** @type {unknown} */ (chips)), i => i === given);
  chips.addEventListener('click', event => {
    const button = targetOf(event).closest('button');
    if (button) give([...chips.children].indexOf(button));
  });
  host.replaceChildren(chips);
};

/**
 * How a token stands above its column: letters lie on their side, Chinese characters stand below each other.
 * @param {string} name
 */
const turnOf = name => {
  const {turn} = columnLabel(name, {turn: 90});
  return turn && /\p{Script=Han}/u.test(name) ? 'upright' : turn;
};

/** @param {Form} form */
const cellsForm = ({host, texts, exercise, given, give}) => {
  const {rows = [], columns = []} = exercise.answer;
  const cell = (/** @type {number} */ row, /** @type {number} */ column) => {
    const button = make('button', {
      type: 'button',
      tabindex: row || column ? -1 : 0,
      'aria-pressed': String(given[row][column]),
      'aria-label': say(texts, 'cell', {row: rows[row], column: columns[column]}),
    });
    button.addEventListener('click', () => {
      given[row][column] = !given[row][column];
      button.setAttribute('aria-pressed', String(given[row][column]));
      give(given);
    });
    return make('td', {}, button);
  };
  const table = make(
    'table',
    {class: 'gf-exercise-cells'},
    make(
      'thead',
      {},
      make(
        'tr',
        {},
        make('td', {}),
        ...columns.map(name =>
          make('th', {scope: 'col'}, make('span', {'data-turned': turnOf(name)}, tokenNode(name))),
        ),
      ),
    ),
    make(
      'tbody',
      {},
      ...rows.map((name, row) =>
        make('tr', {}, make('th', {scope: 'row'}, tokenNode(name)), ...columns.map((_, column) => cell(row, column))),
      ),
    ),
  );
  table.addEventListener('keydown', event => walkCells(table, event, columns.length));
  host.replaceChildren(make('div', {class: 'gf-exercise-scroll'}, table));
};

/**
 * Arrow keys walk through the cells.
 * @param {HTMLElement} table
 * @param {KeyboardEvent} event
 * @param {number} columns
 */
const walkCells = (table, event, columns) => {
  const all = /** @type {HTMLElement[]} */ ([...table.querySelectorAll('button')]);
  const now = all.indexOf(targetOf(event));
  /** @type {Record<string, number>} */
  const by = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns};
  const next = all[now + (by[event.key] ?? 0)];
  if (!(event.key in by) || !next) return;
  event.preventDefault();
  for (const one of all) one.tabIndex = one === next ? 0 : -1;
  next.focus();
};

/** @param {Form} form */
const orderForm = ({host, texts, exercise, given, give}) => {
  const {options = []} = exercise.answer;
  const draw = () => {
    host.replaceChildren(
      make(
        'ol',
        {class: 'gf-exercise-order'},
        ...given.map((/** @type {number} */ option, /** @type {number} */ place) =>
          make(
            'li',
            {'data-place': place},
            make('span', {}, ...valueNodes(texts, exercise, options[option])),
            ...['up', 'down'].map(way =>
              make(
                'button',
                {
                  type: 'button',
                  'data-way': way,
                  'aria-label': say(texts, way, {place: place + 1}),
                  disabled: place === (way === 'up' ? 0 : given.length - 1) ? '' : null,
                },
                way === 'up' ? '↑' : '↓',
              ),
            ),
          ),
        ),
      ),
    );
  };
  /**
   * @param {number} from
   * @param {string} way
   */
  const move = (from, way) => {
    const to = movedIndex(way === 'up' ? 'ArrowUp' : 'ArrowDown', from, given.length) ?? from;
    given.splice(to, 0, ...given.splice(from, 1));
    give(given);
    draw();
    const moved = host.querySelector(`[data-place="${to}"]`);
    (moved.querySelector(`[data-way=${way}]:enabled`) ?? moved.querySelector('button:enabled'))?.focus();
  };
  host.onclick = event => {
    const button = targetOf(event).closest('[data-way]');
    if (button) move(Number(button.parentElement.dataset.place), button.dataset.way);
  };
  draw();
};

/** @type {Record<string, (form: Form) => void>} */
export const FORMS = {
  choice: choiceForm,
  amount: amountForm,
  head: headForm,
  token: tokenForm,
  cells: cellsForm,
  order: orderForm,
};
