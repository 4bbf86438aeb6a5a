// The controls of a dialog.

import {make} from '../../shared/elements.js';
import {say} from '../../shared/text.js';

/** @import {Child, Texts} from '../types.js' */

/**
 * A control below its name.
 * @param {string} text
 * @param {HTMLElement} control
 */
export const field = (text, control) => make('label', {class: 'gf-print-field'}, make('span', {}, text), control);

/**
 * @param {string} name
 * @param {string} text
 */
export const tick = (name, text) =>
  make('label', {class: 'gf-print-tick'}, make('input', {type: 'checkbox', name}), make('span', {}, text));

/**
 * Controls that belong together.
 * @param {...Child} children
 */
export const row = (...children) => make('div', {class: 'gf-print-row'}, ...children);

/**
 * @param {Texts} texts
 * @param {string} key
 */
export const hint = (texts, key) => make('p', {class: 'gf-hint'}, say(texts, key));
