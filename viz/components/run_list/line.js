// The line of one run: its cells, and what is asked below it.

import {make} from '../shared/elements.js';
import {fullMoment, labelled, shortMoment} from '../shared/locale.js';

/** @import {Attributes, Question, Run, Texts} from './types.js' */

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
 */
const actionButtons = (run, words, question) => {
  if (!run.changeable || !run.followed) return [];
  if (question?.what === 'rename')
    return [actionButton('rename', run.name, words.save), actionButton('cancel', run.name, words.cancel)];
  return ['rename', 'delete'].map(what =>
    actionButton(`ask-${what}`, run.name, words[what], {'aria-label': labelled(words[what], run.name)}),
  );
};

/**
 * The line of a run, and the question below it; nothing is deleted before that is answered.
 * @param {Run} run
 * @param {Texts} words
 * @param {boolean} isFull
 * @param {Question | null} question
 */
export const runRows = (run, words, isFull, question) => {
  const state = make('span', {class: 'gf-runs-state'}, make('i', {'aria-hidden': 'true'}), run.state);
  const line = make(
    'tr',
    {'data-run': run.name, 'data-tone': run.tone, class: run.followed ? 'followed' : null},
    make('td', {class: 'gf-runs-over'}, compareBox(run, words, isFull)),
    make(
      'td',
      {class: 'gf-runs-who'},
      make('div', {}, nameCell(run, words, question), ...actionButtons(run, words, question)),
    ),
    make('td', {class: 'gf-runs-how'}, state),
    make('td', {class: 'gf-runs-number', 'data-label': words.step}, run.step),
    make('td', {class: 'gf-runs-number gf-runs-score', 'data-none': run.score ? null : ''}, run.score || '–'),
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
        {colspan: 6},
        make('span', {role: 'alert'}, filled(words.delete_question, run.name)),
        actionButton('delete', run.name, words.delete_yes),
        actionButton('cancel', run.name, words.cancel),
      ),
    ),
  ];
};

/** @param {Texts} words */
export const headings = words =>
  [words.drawn, words.name, words.state, words.step, words.score, words.when].map((name, i) =>
    make(
      'th',
      {scope: 'col', class: i === 3 || i === 4 ? 'gf-runs-number' : ''},
      i ? name : make('span', {class: 'gf-runs-unseen'}, name),
    ),
  );
