// A glossary: each term leads to the lab that shows it.

import {addressFields, goTo, joinAddress, writeAddress} from '../shared/address.js';
import {writeTexts, make, showFromTop, targetOf} from '../shared/elements.js';
import {labelled} from '../shared/locale.js';
import {say} from '../shared/text.js';

/** @import {Gradio, Part, Texts} from '../shared/types.js' */

/** @typedef {{texts: string, terms: Record<string, Record<string, string>>, labs: Record<string, string>}} Given */

/**
 * The names of a term by the code of their language, the page's own language first.
 * @param {Record<string, string>} names
 */
const ownFirst = names => {
  const ordered = Object.entries(names).sort(
    ([a], [b]) => Number(b === document.documentElement.lang) - Number(a === document.documentElement.lang),
  );
  return ordered.filter(([, term], place) => term !== ordered[0][1] || !place); // many are the same in both languages
};

/**
 * @param {string} lab
 * @param {string} words
 */
const labLink = (lab, words) => make('a', {href: `?lab=${lab}`, 'data-lab': lab}, words);

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
 * Bring the glossary to life.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, watch, given}) => {
  const {terms, labs, texts: first} = /** @type {Given} */ (given);
  const root = /** @type {Part} */ (element.querySelector('.gf-study'));
  const texts = () => JSON.parse(props.texts ?? first);
  const draw = () => {
    const words = texts();
    writeTexts(root, words);
    root
      .querySelector('.gf-study-terms')
      .replaceChildren(...Object.entries(terms).map(([name, names]) => termItem(words, name, names, labs[name])));
    const search = root.querySelector('.gf-study-search');
    for (const attribute of ['placeholder', 'aria-label'])
      search.setAttribute(attribute, say(words, 'glossary.search'));
    filterTerms(root);
    showTerm(root);
  };
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
