// The runs in a folder, or its evaluations, one per line: the followed one, those in the figures, and their actions.

import {make, targetOf} from '../shared/elements.js';
import {keepUnder} from '../shared/keeping.js';
import {fullMoment, labelled, shortMoment} from '../shared/locale.js';
import {followNarrow} from '../shared/watching.js';

/** @import {Attributes, Gradio, Held, Part, Question, Run, RunList, Runs, Texts} from './types.js' */

// The line of one run: its cells, and what is asked below it.

/**
 * A sentence with the name of a run in it.
 * @param {string} words
 * @param {string} name
 */
const filled = (words, name) => words.replace('{name}', name);

/**
 * @param {string} action
 * @param {string} name
 * @param {string} words
 * @param {Attributes} [attributes]
 */
const actionButton = (action, name, words, attributes = {}) =>
  make(
    'button',
    {type: 'button', class: 'gf-runs-action', 'data-action': action, 'data-name': name, ...attributes},
    words,
  );

/**
 * The name, or the field for another one.
 * @param {Run} run
 * @param {Texts} words
 * @param {Question | null} question
 */
const nameCell = (run, words, question) => {
  if (question?.what === 'rename') {
    const field = make('input', {
      type: 'text',
      class: 'gf-runs-field',
      maxlength: 64,
      spellcheck: 'false',
      autocomplete: 'off',
      'aria-label': filled(words.rename_label, run.name),
    });
    field.value = question.text;
    return field;
  }
  return make(
    'button',
    {
      type: 'button',
      class: 'gf-runs-name',
      'data-action': 'follow',
      'data-name': run.name,
      'aria-pressed': run.followed,
      title: run.name, // a long one is cut off
    },
    run.name,
  );
};

/**
 * The box that puts a run into the figures; whether it is ticked is set in the list, where an old box may stay.
 * @param {Run} run
 * @param {Texts} words
 * @param {boolean} isFull
 */
const compareBox = (run, words, isFull) => {
  const refused = !run.followed && isFull && run.colour === null;
  const label = filled(refused ? words.full : words.compare, run.name);
  const box = make('input', {
    type: 'checkbox',
    'data-action': 'compare',
    'data-name': run.name,
    disabled: run.followed || refused ? '' : null,
    'aria-label': label,
    title: label,
  });
  run.colour?.forEach((colour, i) => box.style.setProperty(i ? '--dark' : '--light', colour));
  return box;
};

/**
 * @param {Run} run
 * @param {Texts} words
 * @param {Question | null} question
 * @param {boolean} isPlain
 */
const actionButtons = (run, words, question, isPlain) => {
  if (!run.changeable || !run.followed) return [];
  if (question?.what === 'rename')
    return [actionButton('rename', run.name, words.save), actionButton('cancel', run.name, words.cancel)];
  return (isPlain ? ['delete'] : ['rename', 'delete']).map(what =>
    actionButton(`ask-${what}`, run.name, words[what], {'aria-label': labelled(words[what], run.name)}),
  );
};

/**
 * The line of a run, and the question below it; nothing is deleted before that is answered.
 * @param {Run} run
 * @param {Texts} words
 * @param {boolean} isFull
 * @param {Question | null} question
 * @param {boolean} isPlain
 */
const runRows = (run, words, isFull, question, isPlain) => {
  const state = make('span', {class: 'gf-runs-state'}, make('i', {'aria-hidden': 'true'}), run.state);
  const line = make(
    'tr',
    {'data-run': run.name, 'data-tone': run.tone, class: run.followed ? 'followed' : null},
    ...(isPlain ? [] : [make('td', {class: 'gf-runs-over'}, compareBox(run, words, isFull))]),
    make(
      'td',
      {class: 'gf-runs-who'},
      make('div', {}, nameCell(run, words, question), ...actionButtons(run, words, question, isPlain)),
    ),
    make('td', {class: 'gf-runs-how'}, state),
    make('td', {class: 'gf-runs-number', 'data-label': words.step}, run.step),
    make(
      'td',
      {class: 'gf-runs-number gf-runs-score', 'data-label': words.score, 'data-none': run.score ? null : ''},
      run.score || '–',
    ),
    make('td', {class: 'gf-runs-when', title: run.when ? fullMoment(run.when) : null}, shortMoment(run.when)),
  );
  if (question?.what !== 'delete') return [line];
  return [
    line,
    make(
      'tr',
      {class: 'gf-runs-question'},
      make(
        'td',
        {colspan: isPlain ? 5 : 6},
        make('span', {role: 'alert'}, filled(words.delete_question, run.name)),
        actionButton('delete', run.name, words.delete_yes),
        actionButton('cancel', run.name, words.cancel),
      ),
    ),
  ];
};

/**
 * @param {Texts} words
 * @param {boolean} isPlain
 */
const headings = (words, isPlain) =>
  [words.drawn, words.name, words.state, words.step, words.score, words.when]
    .map((name, i) =>
      make(
        'th',
        {scope: 'col', class: i === 3 || i === 4 ? 'gf-runs-number' : ''},
        i ? name : make('span', {class: 'gf-runs-unseen'}, name),
      ),
    )
    .slice(isPlain ? 1 : 0);

const NARROW = 520; // pixels of the list's own width
const FIRST = 6; // lines shown before "show all"
// what this page shows, for a reload
const STORES = {runs: 'glassformer-runs', evaluations: 'glassformer-evaluations'};

/** @param {RunList} list */
const draw = list => {
  const {root} = list;
  /** @type {Runs} */
  const {runs, words, most} = list.props.value ? JSON.parse(list.props.value) : {runs: []};
  root.hidden = !runs.length;
  if (!runs.length) return;
  const asked = runs.find(run => run.name === list.question?.name);
  if (!asked?.changeable || !asked.followed) list.question = null;
  const held = heldFocus(root);
  drawLines(list, runs, words, most);
  root.querySelector('thead tr').replaceChildren(...headings(words, list.isPlain));
  root.querySelector('table').setAttribute('aria-label', words.label);
  root.querySelector('.gf-runs-hint').textContent = words.hint;
  if (held) restoreFocus(root, held);
  remember(runs, list.isPlain);
};

/**
 * @param {RunList} list
 * @param {Run[]} runs
 * @param {Texts} words
 * @param {number} most
 */
const drawLines = ({root, question, showsAll, isPlain}, runs, words, most) => {
  const isFull = runs.filter(run => run.colour && !run.followed).length >= most;
  const shown = runs.filter((run, i) => showsAll || i < FIRST || run.colour || run.followed);
  const more = root.querySelector('.gf-runs-more');
  replaceRows(
    root.querySelector('tbody'),
    shown.flatMap(run => runRows(run, words, isFull, question?.name === run.name ? question : null, isPlain)),
  );
  for (const box of root.querySelectorAll('input[type=checkbox]'))
    box.checked = shown.some(run => run.name === box.dataset.name && run.colour);
  more.hidden = shown.length === runs.length;
  more.textContent = words.more.replace('{count}', String(runs.length));
};

/**
 * Unchanged parts keep their elements, so that a click is not lost when the list is redrawn.
 * @param {Part} body
 * @param {HTMLTableRowElement[]} rows
 */
const replaceRows = (body, rows) => {
  const before = [...body.children];
  body.replaceChildren(
    ...rows.map((row, i) => {
      const old = before[i];
      if (!old || old.dataset.run !== row.dataset.run || old.children.length !== row.children.length) return row;
      for (const name of ['class', 'data-tone']) old.setAttribute(name, row.getAttribute(name) || '');
      [...row.children].forEach((cell, at) => {
        if (!cell.isEqualNode(old.children[at])) old.children[at].replaceWith(cell);
      });
      return old;
    }),
  );
};

/**
 * The focused node of the list, identified so that it can be found after the list is redrawn each second.
 * @param {Part} root
 * @returns {Held | null}
 */
const heldFocus = root => {
  const active = /** @type {any} */ (document.activeElement);
  if (!root.contains(active)) return null;
  return {...active.dataset, inField: active.matches('.gf-runs-field'), at: active.selectionStart};
};

/**
 * Restore the focus to the node that had it, or else to the followed run.
 * @param {Part} root
 * @param {Held} held
 */
const restoreFocus = (root, {action, name, inField, at}) => {
  const same = [...root.querySelectorAll('[data-action]')].find(
    ({dataset}) => dataset.action === action && dataset.name === name,
  );
  const found = inField ? root.querySelector('.gf-runs-field') : same;
  const next = found || root.querySelector('.followed .gf-runs-name');
  if (!next) return;
  next.focus({preventScroll: true});
  if (found && inField) found.setSelectionRange(at, at);
};

/**
 * @param {Run[]} runs
 * @param {boolean} isPlain
 */
const remember = (runs, isPlain) => {
  const name = runs.find(run => run.followed)?.name ?? '';
  const compared = runs.filter(run => run.colour && !run.followed).map(run => run.name);
  const running = runs.filter(run => run.tone === 'busy').map(run => run.name);
  keepUnder(isPlain ? STORES.evaluations : STORES.runs, {name, compared, running}, 'sessionStorage');
  if (!isPlain) document.dispatchEvent(new CustomEvent('run-shown', {detail: name})); // for the address
};

/**
 * Move the focus to a question, or back after its answer.
 * @param {Question | null} question
 * @param {Question | null} answered
 */
const placeOf = (question, answered) => {
  if (!question) return `.followed [data-action=ask-${answered?.what}]`;
  return question.what === 'rename' ? '.gf-runs-field' : '.gf-runs-question [data-action=cancel]';
};

/**
 * Show a question in the line of a run; null removes it.
 * @param {RunList} list
 * @param {Question | null} question
 */
const ask = (list, question) => {
  const answered = list.question;
  list.question = question;
  draw(list);
  const place = list.root.querySelector(placeOf(question, answered));
  if (!place) return;
  place.focus({preventScroll: true});
  if (place.select) place.select();
};

/**
 * @param {RunList} list
 * @param {string} name
 */
const rename = (list, name) => {
  const to = list.root.querySelector('.gf-runs-field').value.trim();
  if (to && to !== name)
    list.trigger('run_rename', {name, to}); // the field stays until the run has its new name
  else ask(list, null);
};

/** @type {Record<string, (list: RunList, name: string) => void>} */
const ACTIONS = {
  follow: (list, name) => list.trigger('run_follow', {name}),
  'ask-rename': (list, name) => ask(list, {name, what: 'rename', text: name}),
  'ask-delete': (list, name) => ask(list, {name, what: 'delete', text: ''}),
  rename,
  delete: (list, name) => {
    ask(list, null);
    list.trigger('run_delete', {name});
  },
  cancel: list => ask(list, null),
};

/** @param {RunList} list */
const wire = list => {
  const {root} = list;
  root.addEventListener('click', event => {
    const button = targetOf(event).closest('button[data-action]');
    if (button) ACTIONS[button.dataset.action](list, button.dataset.name);
  });
  root.addEventListener('change', event => {
    const {action, name} = targetOf(event).dataset;
    if (action === 'compare') list.trigger('run_compare', {name});
  });
  root.addEventListener('input', event => {
    if (list.question && targetOf(event).matches('.gf-runs-field')) list.question.text = targetOf(event).value;
  });
  root.addEventListener('keydown', event => {
    if (!list.question) return;
    if (event.key === 'Escape') ask(list, null);
    else if (event.key === 'Enter' && targetOf(event).matches('.gf-runs-field')) rename(list, list.question.name);
  });
  root.querySelector('.gf-runs-more').addEventListener('click', () => {
    list.showsAll = true;
    draw(list);
  });
};

/**
 * Bring the list to life in its element.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, trigger, watch, given = {}}) => {
  const root = element.querySelector('.gf-runs');
  root.classList.toggle('plain', Boolean(given.plain));
  /** @type {RunList} */
  const list = {root, props, trigger, question: null, showsAll: false, isPlain: Boolean(given.plain)};
  wire(list);
  followNarrow(root, NARROW);
  watch('value', () => draw(list));
  draw(list);
};
