// The lines of the project that computed a block, with the shapes of this sentence.

import {make} from '../../shared/elements.js';
import {say} from '../../shared/text.js';
import {shapeText} from '../model/words.js';

/** @import {CodeLine, Listing, MachineView, Opened} from '../types.js' */

/** @param {CodeLine} line */
const shapesOf = ({shapes}) => shapes.map(({name, shape}) => `${name ? `${name} ` : '→ '}${shapeText(shape)}`).join('  ');

/**
 * @param {MachineView} view
 * @param {Listing} listing
 */
const drawListing = ({texts}, {name, file, lines}) => make('figure', {class: 'gf-machine-listing'},
  make('figcaption', {}, make('code', {}, name), ` ${file}`),
  make('table', {'aria-label': say(texts, 'code.table', {name})}, make('tbody', {}, ...lines.map(line =>
    make('tr', {class: line.ran ? null : 'gf-machine-idle'}, make('td', {}, line.number), make('td', {}, make('code', {}, line.text)),
      make('td', {}, make('code', {}, shapesOf(line))))))));

/**
 * @param {MachineView} view
 * @param {Opened} opened
 */
export const drawCode = (view, opened) => [
  make('p', {class: 'gf-machine-soft'}, say(view.texts, 'code.hint')), ...opened.code.map(listing => drawListing(view, listing)),
];
