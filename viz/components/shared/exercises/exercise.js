// An exercise in an element: its question, a way to answer it, and the verdict at once with its reason.

import {followAddress, goTo} from '../address.js';
import {make} from '../elements.js';
import {say} from '../text.js';
import {keepAnswer, keepGiven, keptGiven} from './asking.js';
import {FORMS} from './forms.js';
import {firstGiven, isRight, makePicks} from './judge.js';
import {amountWords, exerciseNodes, headWords, tokenNode, valueNodes} from './phrases.js';

/** @import {Part, Texts} from '../types.js' */
/** @import {SentExercise} from '../wire.js' */
/** @import {About} from './asking.js' */

/** What a link takes out of the address unless it sets it: the place on the page. */
export const NOWHERE = {tab: '', lab: '', set: '', test: '', block: '', mode: '', at: ''};

let count = 0;
let pointed = ''; // the exercise whose place on the page was last opened

/**
 * The right answer as nodes; an empty list where `.why` says all.
 * @param {Texts} texts
 * @param {SentExercise} exercise
 * @returns {(Node | string)[]}
 */
const keyNodes = (texts, exercise) => {
  const {answer} = exercise;
  const {form, right, options = [], tokens = [], unit = ''} = answer;
  if (form === 'choice') return valueNodes(texts, exercise, options[right]);
  if (form === 'amount') return [amountWords(texts, right, unit)];
  if (form === 'head') return [headWords(texts, right[0])];
  if (form === 'token') return [tokenNode(tokens[right[0]])];
  if (form === 'order')
    return right.flatMap((/** @type {number} */ place, /** @type {number} */ i) => [
      ...(i ? [' → '] : []),
      ...valueNodes(texts, exercise, options[place]),
    ]);
  return [];
};

/**
 * @param {string} words
 * @param {Record<string, string>} fields of the address
 * @param {() => void} [followed]
 */
const link = (words, fields, followed = () => {}) => {
  const node = make('a', {href: `?${new URLSearchParams(Object.entries(fields).filter(([, value]) => value))}`}, words);
  node.addEventListener('click', event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    followed();
    goTo(fields);
  });
  return node;
};

/**
 * Mark the cells of a drawn matrix that are to be coloured.
 * @param {Part} host
 * @param {boolean[][]} right
 */
const showCells = (host, right) => {
  [...host.querySelectorAll('td button')].forEach((button, i) => {
    const isOn = right.flat()[i];
    if (isOn !== (button.getAttribute('aria-pressed') === 'true')) button.dataset.is = 'wrong';
  });
};

/**
 * Show an exercise in a host, in place of what was there, as it was answered before; the function lets go of the
 * address.
 * @param {Part} host
 * @param {object} given
 * @param {SentExercise} given.exercise
 * @param {About} given.about
 * @param {Texts} given.texts keys without the prefix "exercises."
 * @param {() => void} [given.answered]
 * @param {boolean} [given.isAlone] beside the explorer: a head picked there is meant for it (else for the exercise that
 *   led there), and a wrong answer can be tried again before the right one is shown
 * @returns {() => void}
 */
export const showExercise = (host, {exercise, about, texts, answered = () => {}, isAlone = false}) => {
  const {answer, lab, lab_set: set, place} = exercise;
  const id = `gf-exercise-${(count += 1)}`;
  const form = /** @type {Part} */ (/** @type {unknown} */ (make('div', {class: 'gf-exercise-form'})));
  const send = make('button', {type: 'button', class: 'gf-exercise-send'}, say(texts, 'answer'));
  const verdict = make('p', {class: 'gf-exercise-verdict', role: 'status'});
  const picks = makePicks(answer.kind);
  const point = () => {
    pointed = id;
    picks.anew();
  };
  const shown = Object.keys(place).length ? [link(say(texts, 'place'), {...NOWHERE, ...place}, point), ' '] : [];
  const kept = keptGiven(exercise, about);
  let given = kept ? kept.given : firstGiven(answer);
  let isOpen = true;
  let isJudged = kept !== null; // what counts is the first answer
  const keep = (/** @type {boolean} */ isOver) => keepGiven(exercise, about, {given, isOver});
  const draw = () => FORMS[answer.form]({host: form, id, texts, exercise, given, give});
  /** @param {any} value */
  const give = value => {
    given = value;
    send.disabled = given === null || Number.isNaN(given);
    if (answer.form === 'head' || answer.form === 'token') {
      const focused = [...form.querySelectorAll('button')].indexOf(/** @type {any} */ (document.activeElement));
      draw();
      if (focused >= 0) form.querySelectorAll('button')[focused].focus();
    }
  };
  /**
   * @param {boolean} right
   * @param {(Node | string)[]} nodes after the verdict
   */
  const tell = (right, ...nodes) => {
    verdict.replaceChildren(
      make('b', {}, say(texts, right ? 'right' : 'wrong')),
      ' ',
      ...nodes,
      ...(right || !lab ? [] : [' ', link(say(texts, 'lab'), {...NOWHERE, lab, set})]),
    );
    verdict.scrollIntoView({block: 'nearest'});
  };
  const explain = (/** @type {boolean} */ right) => {
    if (answer.form === 'cells') showCells(form, answer.right);
    const key = right ? [] : keyNodes(texts, exercise);
    tell(
      right,
      ...(key.length ? [make('span', {class: 'gf-exercise-key'}, say(texts, 'key'), ' ', ...key), ' '] : []),
      ...exerciseNodes(texts, exercise, '.why'),
    );
  };
  const reopen = () => {
    isOpen = true;
    host.removeAttribute('data-is');
    verdict.replaceChildren();
    send.hidden = false;
    draw();
    /** @type {Part | null} */ (form.querySelector('input, button'))?.focus();
  };
  /**
   * @param {string} key of its words
   * @param {() => void} press
   */
  const button = (key, press) => {
    const node = make('button', {type: 'button'}, say(texts, key));
    node.addEventListener('click', press);
    return node;
  };
  const reveal = () => {
    keep(true);
    explain(false);
  };
  /** Show whether the answer is right. */
  const judge = () => {
    const right = isRight(answer, given);
    isOpen = false;
    host.dataset.is = right ? 'right' : 'wrong';
    for (const node of form.querySelectorAll('input, button')) /** @type {any} */ (node).disabled = true;
    send.hidden = true;
    if (right || !isAlone) explain(right);
    else tell(false, button('again', reopen), ' ', button('reveal', reveal));
    answered();
    return right;
  };
  send.disabled = given === null;
  send.addEventListener('click', () => {
    const right = judge();
    keep(right || !isAlone);
    if (!isJudged) keepAnswer(exercise, right);
    isJudged = true;
  });
  host.removeAttribute('data-is');
  host.classList.add('gf-exercise');
  host.replaceChildren(
    make('p', {class: 'gf-exercise-question', id: `${id}-question`}, ...exerciseNodes(texts, exercise)),
    form,
    make('div', {class: 'gf-exercise-bar'}, send, ...shown),
    verdict,
  );
  form.setAttribute('role', 'group');
  form.setAttribute('aria-labelledby', `${id}-question`);
  draw();
  if (kept && !judge() && kept.isOver) explain(false);
  if (answer.form !== 'head') return () => {};
  return followAddress((fields, isLed) => {
    const head = picks.changed(fields, isLed);
    // with Test yourself in sight, another head comes from going back
    if (head && isOpen && form.isConnected && (isAlone || (pointed === id && !fields.test))) give(head);
  });
};
