// How the card of the path is drawn: its words, the row of chapters, the task and what was found.

import {make, withFormulas} from '../shared/elements.js';
import {say} from '../shared/text.js';
import {foundNodes, nextNodes} from './found.js';
import {LAST, LENGTHS, neighbourOf} from './model/chapters.js';

/** @import {Part, Texts} from '../shared/types.js' */
/** @import {Found} from './found.js' */

/** @typedef {{path: string, chapter: string}} Place */
/** @typedef {{card: Part, part: (name: string) => Part, words: Texts, place: Place}} Drawn */

/**
 * The words of a chapter and of the card around them.
 * @param {Drawn} of
 */
export const drawWords = ({card, part, words, place: {path, chapter}}) => {
  const chapters = LENGTHS[path];
  Object.assign(card.dataset, {length: path, chapter});
  part('length').replaceChildren(
    ...Object.keys(LENGTHS).map(name => make('option', {value: name}, say(words, `length.${name}`))),
  );
  part('length').value = path;
  part('count').textContent = say(words, 'count', {n: chapters.indexOf(chapter) + 1, chapters: chapters.length});
  part('title').textContent = say(words, `${chapter}.title`);
  part('text').replaceChildren(
    ...say(words, `${chapter}.text`)
      .split('\n')
      .map(paragraph => make('p', {}, ...withFormulas(paragraph))),
  );
  part('back').disabled = !neighbourOf(path, chapter, -1);
  part('next').textContent = say(words, neighbourOf(path, chapter, 1) ? 'next' : 'test');
};

/**
 * The button that folds the card.
 * @param {Drawn} of
 */
export const drawFold = ({card, part, words}) => {
  const isFolded = card.dataset.folded === 'true';
  const label = say(words, isFolded ? 'unfold' : 'fold');
  part('fold').setAttribute('aria-expanded', String(!isFolded));
  part('fold').setAttribute('aria-label', label);
  part('fold').title = label;
};

/**
 * The button that shows the whole text: where the card is small, only its beginning is shown, so that the task is in
 * sight at once.
 * @param {Drawn} of
 * @param {boolean} isWhole
 */
export const drawMore = ({card, part, words}, isWhole) => {
  card.dataset.whole = String(isWhole);
  part('more').textContent = say(words, isWhole ? 'less' : 'more');
  part('more').setAttribute('aria-expanded', String(isWhole));
};

/**
 * The chapters, those whose task is done filled.
 * @param {Drawn} of
 * @param {string[]} done
 */
export const drawDots = ({part, words, place: {path, chapter}}, done) => {
  const host = part('dots');
  const names = LENGTHS[path];
  if (host.children.length !== names.length)
    host.replaceChildren(...names.map(() => make('li', {}, make('button', {type: 'button'}))));
  names.forEach((name, i) => {
    const isDone = done.includes(name);
    const title = say(words, isDone ? 'dot.done' : 'dot', {n: i + 1, title: say(words, `${name}.title`)});
    const button = host.children[i].firstElementChild;
    Object.assign(button.dataset, {chapter: name, done: isDone});
    button.title = title;
    button.setAttribute('aria-label', title);
    button.toggleAttribute('aria-current', false);
    if (name === chapter) button.setAttribute('aria-current', 'step');
  });
};

/**
 * The task of the chapter, and what was found out.
 * @param {Drawn} of
 * @param {{isOver: boolean, isOther: boolean, found: Found, sentence: string}} state isOther: something else was chosen
 */
export const drawTask = ({part, words, place: {chapter}}, {isOver, isOther, found, sentence}) => {
  const isLast = chapter === LAST;
  part('do').dataset.done = String(isOver);
  part('do').replaceChildren(
    make('b', {}, say(words, isOver ? 'do.done' : 'do')),
    ' ',
    ...withFormulas(say(words, `${chapter}.do`)),
    ...(isOther && !isOver && words[`${chapter}.not_yet`] ? [' ', make('i', {}, words[`${chapter}.not_yet`])] : []),
  );
  part('found').replaceChildren(
    ...(isLast ? [make('p', {}, say(words, 'found', {sentence}))] : []),
    ...foundNodes(words, found),
    ...(isLast ? nextNodes(words) : []),
  );
};
