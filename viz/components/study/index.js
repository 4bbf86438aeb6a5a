// A glossary: each term leads to the lab that shows it.

import {goTo} from '../shared/address.js';
import {make, targetOf} from '../shared/elements.js';
import {labelled} from '../shared/locale.js';
import {say} from '../shared/text.js';

/** @import {Gradio, Part} from '../shared/types.js' */

/** @typedef {{texts: string, terms: Record<string, Record<string, string>>, labs: Record<string, string>}} Given */

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
 * Bring the glossary to life.
 * @param {Gradio} gradio
 */
export const mount = ({element, props, watch, given}) => {
  const {terms, labs, texts: first} = /** @type {Given} */ (given);
  const root = /** @type {Part} */ (element.querySelector('.gf-study'));
  const texts = () => JSON.parse(props.texts ?? first);
  const draw = () => {
    const words = texts();
    for (const node of root.querySelectorAll('[data-text]')) node.textContent = say(words, node.dataset.text);
    root
      .querySelector('.gf-study-terms')
      .replaceChildren(
        ...Object.entries(terms).map(([name, names]) =>
          make(
            'div',
            {},
            ...ownFirst(names).map(([code, term]) => make('dt', {lang: code}, term)),
            make('dd', {}, labLink(labs[name], say(words, 'lab'))),
          ),
        ),
      );
    for (const link of root.querySelectorAll('dd a'))
      link.setAttribute(
        'aria-label',
        labelled(
          say(words, 'lab'),
          say(words, `term.${Object.keys(labs).find(name => labs[name] === link.dataset.lab)}`),
        ),
      );
  };
  root.addEventListener('click', (/** @type {MouseEvent} */ event) => {
    const {lab} = targetOf(event).closest('a[data-lab]')?.dataset ?? {};
    if (!lab || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    goTo({tab: '', lab, set: ''});
  });
  watch('texts', draw);
  draw();
};
