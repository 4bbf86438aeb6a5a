// The words of a lab with their formulas: the server sends each formula as MathML between two marks.

import {make} from '../../shared/elements.js';

const MARKED = /(<math[\s\S]*?<\/math>)/;
const MATHML = 'http://www.w3.org/1998/Math/MathML';

/**
 * Text and formulas as nodes; what is not well-formed MathML stays text.
 * @param {string} words
 * @returns {(Node | string)[]}
 */
export const withFormulas = words => words.split(MARKED).filter(Boolean).map(part => {
  if (!part.startsWith('<math')) return part;
  const {documentElement: found} = new DOMParser().parseFromString(part, 'application/xml');
  return found.namespaceURI === MATHML ? document.importNode(found, true) : part;
});

/**
 * A name as a heading: an ordinary word at its beginning with a capital, a symbol as it is.
 * @param {string} name
 */
export const heading = name => /^\p{Ll}{2,}(?![\p{L}_^(])/u.test(name) ? name[0].toUpperCase() + name.slice(1) : name;

/**
 * A paragraph with formulas.
 * @param {string} name of its class
 * @param {string | undefined} words none without words
 */
export const paragraph = (name, words) => words ? [make('p', {class: name}, ...withFormulas(words))] : [];
