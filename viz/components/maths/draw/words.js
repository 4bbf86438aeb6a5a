// The words of a lab with their formulas.

import {make} from '../../shared/elements.js';
import {withFormulas} from '../../shared/formulas.js';

/**
 * A name as a heading: an ordinary word at its beginning with a capital, a symbol as it is.
 * @param {string} name
 */
export const heading = name => (/^\p{Ll}{2,}(?![\p{L}_^(])/u.test(name) ? name[0].toUpperCase() + name.slice(1) : name);

/**
 * A paragraph with formulas.
 * @param {string} name of its class
 * @param {string | undefined} words none without words
 */
export const paragraph = (name, words) => (words ? [make('p', {class: name}, ...withFormulas(words))] : []);
