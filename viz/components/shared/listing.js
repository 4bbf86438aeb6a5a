// The lines of the program that computed something, with the shapes and numbers that each made.

import {make} from './elements.js';
import {say} from './text.js';

/** @import {CodeLine, CodeShape, Listing, Texts} from './types.js' */

/**
 * A shape as it is written: [6, 192].
 * @param {number[]} shape
 */
export const shapeText = shape => `[${shape.join(', ')}]`;

/**
 * What a line made, such as `scores [4, 8, 8]` or `rate = 0.0007`; an arrow stands for what is returned.
 * @param {CodeShape} made
 */
export const madeText = ({name, shape, value}) => {
  const called = name.replace(/^return\b(\[\d+\])?/, '→ ').trimEnd();
  if (shape) return `${called} ${shapeText(shape)}`;
  return called === '→' ? `${called} ${value}` : `${called} = ${value}`;
};

/**
 * A line, and below it what it made, indented alike.
 * @param {Texts} texts
 * @param {CodeLine} line
 */
const drawLine = (texts, {number, text, ran, shapes}) => {
  const isIdle = !ran && text.trim() !== '';
  const indent = text.length - text.trimStart().length;
  const unseen = isIdle ? [make('span', {class: 'gf-listing-unseen'}, ` ${say(texts, 'code.idle')}`)] : [];
  const made = make(
    'div',
    {class: 'gf-listing-made'},
    ...shapes.flatMap(one => [make('code', {}, madeText(one)), ' ']),
  );
  made.style.setProperty('--indent', `${indent}ch`);
  return make(
    'tr',
    {class: isIdle ? 'gf-listing-idle' : null},
    make('td', {}, number),
    make('td', {}, make('code', {}, text), ...unseen, ...(shapes.length ? [made] : [])),
  );
};

/**
 * Functions with their lines; each scrolls inside itself.
 * @param {Texts} texts with the keys `code.*`
 * @param {Listing[]} listings
 */
export const drawListings = (texts, listings) =>
  listings.map(({name, file, lines}) =>
    make(
      'figure',
      {class: 'gf-listing'},
      make('figcaption', {}, make('code', {}, name), ` ${file}`),
      make(
        'div',
        {class: 'gf-listing-scroll', tabindex: 0, role: 'group', 'aria-label': say(texts, 'code.table', {name})},
        make('table', {}, make('tbody', {}, ...lines.map(line => drawLine(texts, line)))),
      ),
    ),
  );
