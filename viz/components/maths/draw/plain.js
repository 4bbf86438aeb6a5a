// Figures that are elements of the page: tables, tokens in a row, and lines of arithmetic.

import {cssColour, mixed, readableOn} from '../../shared/colours.js';
import {make} from '../../shared/elements.js';
import {cueScroll} from '../../shared/scroll_cue.js';
import {markedToken} from '../../shared/text.js';
import {num} from '../model/numbers.js';
import {rgbOf} from './hues.js';
import {heading} from './words.js';

/** @import {Colours, LinesFigure, TableFigure, TokensFigure} from '../types.js' */

/**
 * A cell as it is written; what begins with a blank is a token.
 * @param {string | number} value
 * @param {number} digits
 */
const shown = (value, digits) => {
  if (typeof value === 'number') return num(value, digits);
  return value.startsWith(' ') ? markedToken(value) : value;
};

/** @param {TableFigure} figure */
export const drawTable = ({title, head, rows, strong = [], digits = 5}) => {
  const marks = new Set(strong.map(([r, c]) => `${r},${c}`));
  /** @param {number} c */
  const isNumeric = c => rows.length > 0 && rows.every(row => typeof row[c] === 'number');
  const box = make(
    'div',
    {class: 'gf-lab-scroll', tabindex: 0, role: 'group', 'aria-label': title},
    make(
      'table',
      {},
      make(
        'thead',
        {},
        make(
          'tr',
          {},
          ...head.map((name, c) =>
            name ? make('th', {scope: 'col', class: isNumeric(c) ? 'gf-number' : null}, name) : make('td'),
          ),
        ),
      ),
      make(
        'tbody',
        {},
        ...rows.map((row, r) =>
          make(
            'tr',
            {},
            ...row.map((value, c) =>
              make(
                'td',
                {
                  class:
                    [typeof value === 'number' && 'gf-number', marks.has(`${r},${c}`) && 'gf-strong']
                      .filter(Boolean)
                      .join(' ') || null,
                },
                shown(value, digits),
              ),
            ),
          ),
        ),
      ),
    ),
  );
  cueScroll(box);
  return [...(title ? [make('p', {class: 'gf-lab-title'}, heading(title))] : []), box];
};

/**
 * @param {TokensFigure} figure
 * @param {Colours} colours
 */
export const drawTokens = ({title, tokens}, colours) => [
  ...(title ? [make('p', {class: 'gf-lab-title'}, heading(title))] : []),
  make(
    'p',
    {class: 'gf-lab-tokens', dir: 'auto'},
    ...tokens.map(({text, share = 0, note, hue = 'encoder', off}) => {
      const ground = mixed(
        colours.background,
        rgbOf(colours, hue),
        Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)),
      );
      const token = make(
        'span',
        {class: `gf-lab-token${off ? ' gf-off' : ''}`},
        make('b', {}, markedToken(text)),
        ...(note ? [make('small', {}, note)] : []),
      );
      token.style.background = cssColour(ground);
      token.style.color = cssColour(readableOn(ground, [colours.ink, colours.background]));
      return token;
    }),
  ),
];

/** @param {LinesFigure} figure */
export const drawLines = ({title, lines}) => [
  ...(title ? [make('p', {class: 'gf-lab-title'}, heading(title))] : []),
  make('pre', {class: 'gf-lab-lines', tabindex: 0, 'aria-label': title}, lines.join('\n')),
];
