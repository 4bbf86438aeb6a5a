// A glossary and a self-test: each term and each answer leads to the lab that shows it.

import {addressFields, goTo, joinAddress, writeAddress} from '../shared/address.js';
import {make, showFromTop, targetOf} from '../shared/elements.js';
import {labelled} from '../shared/locale.js';
import {say} from '../shared/text.js';

/** @import {Gradio, Part, Texts} from '../shared/types.js' */

/** @typedef {{name: string, lab: string, right: string}} Question */

/**
 * @typedef {{texts: string, terms: Record<string, Record<string, string>>, labs: Record<string, string>,
 *   questions: Question[], choices: string[]}} Given
 */

/**
 * The names of a term by the code of their language, the page's own language first.
 * @param {Record<string, string>} names
 */
const ownFirst = names =>
  Object.entries(names).sort(
    ([a], [b]) => Number(b === document.documentElement.lang) - Number(a === document.documentElement.lang),
  );

/**
 * @param {string} lab
 * @param {string} words
 */
const labLink = (lab, words) => make('a', {href: `?lab=${lab}`, 'data-lab': lab}, words);

/**
 * @param {Texts} texts
 * @param {Question} question
 * @param {{choices: string[], number: number, chosen: string | undefined}} given
 */
const questionItem = (texts, {name, lab, right}, {choices, number, chosen}) => {
  /** @param {string} choice */
  const mark = choice => {
    if (!chosen || (choice !== right && choice !== chosen)) return null;
    return choice === right ? 'right' : 'wrong';
  };
  const labels = choices.map(choice => {
    const box = make('input', {type: 'radio', name: `study-${name}`, value: choice, 'data-question': name});
    box.checked = choice === chosen;
    return make('label', {'data-is': mark(choice)}, box, make('span', {}, texts[`q.${name}.${choice}`]));
  });
  const title = texts[`q.${name}`];
  const answer = make('p', {class: 'gf-study-answer', role: 'status'});
  if (chosen) {
    const verdict = say(texts, chosen === right ? 'right' : 'wrong');
    answer.append(make('b', {}, verdict), ' ', texts[`q.${name}.why`], ' ', labLink(lab, say(texts, 'see')));
  }
  return make(
    'li',
    {'data-name': name},
    make('fieldset', {}, make('legend', {}, `${number}. ${title}`), ...labels),
    answer,
  );
};

/**
 * A term with its names, its sentence and its lab.
 * @param {Texts} texts
 * @param {string} name
 * @param {Record<string, string>} names
 * @param {string} lab
 */
const termItem = (texts, name, names, lab) => {
  const link = lab ? labLink(lab, say(texts, 'lab')) : '';
  if (link) link.setAttribute('aria-label', labelled(say(texts, 'lab'), say(texts, `term.${name}`)));
  return make(
    'div',
    {id: `term-${name}`},
    ...ownFirst(names).map(([code, term]) => make('dt', {lang: code}, term)),
    make('dd', {class: 'gf-study-gloss'}, say(texts, `gloss.${name}`)),
    ...(link ? [make('dd', {}, link)] : []),
  );
};

/**
 * Leave the terms whose names or sentence have the words of the search.
 * @param {Part} root
 */
const filterTerms = root => {
  const words = root.querySelector('.gf-study-search').value.toLowerCase().trim();
  let found = 0;
  for (const item of root.querySelectorAll('.gf-study-terms > div')) {
    item.hidden = !item.textContent.toLowerCase().includes(words);
    found += Number(!item.hidden);
  }
  root.querySelector('[data-part=none]').hidden = found > 0;
};

/**
 * Scroll to the term that the address names.
 * @param {Part} root
 */
const showTerm = root => {
  const {term} = addressFields();
  for (const item of root.querySelectorAll('.gf-study-terms > div')) {
    const isWanted = item.id === `term-${term}`;
    item.toggleAttribute('data-wanted', isWanted);
    if (isWanted) showFromTop(item);
  }
};

/**
 * Bring both to life; what was answered stays when the language changes.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, watch, given}) => {
  const {terms, labs, questions, choices, texts: first} = /** @type {Given} */ (given);
  const root = /** @type {Part} */ (element.querySelector('.gf-study'));
  /** @type {Map<string, string>} */
  const answers = new Map();
  const texts = () => JSON.parse(props.texts ?? first);
  /** @param {Question} question */
  const item = question =>
    questionItem(texts(), question, {
      choices,
      number: questions.indexOf(question) + 1,
      chosen: answers.get(question.name),
    });
  const score = () => {
    const right = questions.filter(one => answers.get(one.name) === one.right).length;
    root.querySelector('.gf-study-score').textContent = answers.size
      ? say(texts(), 'score', {right, answered: answers.size})
      : '';
  };
  const draw = () => {
    const words = texts();
    for (const node of root.querySelectorAll('[data-text]')) node.textContent = say(words, node.dataset.text);
    root.querySelector('.gf-study-questions').replaceChildren(...questions.map(item));
    root
      .querySelector('.gf-study-terms')
      .replaceChildren(...Object.entries(terms).map(([name, names]) => termItem(words, name, names, labs[name])));
    const search = root.querySelector('.gf-study-search');
    for (const attribute of ['placeholder', 'aria-label'])
      search.setAttribute(attribute, say(words, 'glossary.search'));
    filterTerms(root);
    showTerm(root);
    score();
  };
  root.addEventListener('change', (/** @type {Event} */ event) => {
    const {question: name} = targetOf(event).dataset;
    const question = questions.find(one => one.name === name);
    if (!question) return;
    answers.set(question.name, targetOf(event).value);
    root.querySelector(`li[data-name=${question.name}]`).replaceWith(item(question));
    root.querySelector(`input[name=study-${question.name}]:checked`).focus({preventScroll: true});
    score();
  });
  root.addEventListener('click', (/** @type {MouseEvent} */ event) => {
    const {lab} = targetOf(event).closest('a[data-lab]')?.dataset ?? {};
    if (!lab || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goTo({tab: '', lab, set: ''});
  });
  root.querySelector('.gf-study-search').addEventListener('input', () => {
    filterTerms(root);
    writeAddress(['term'], {});
  });
  joinAddress(['term'], () => showTerm(root));
  watch('texts', draw);
  draw();
};
