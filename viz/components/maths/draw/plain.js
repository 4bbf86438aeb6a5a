// Figures that are elements of the page: tables, tokens in a row, and lines of arithmetic.

import {cssColour, mixed, readableOn} from '../../shared/colours.js';
import {make} from '../../shared/elements.js';
import {markedToken} from '../../shared/text.js';
import {num} from '../model/numbers.js';
import {rgbOf} from './hues.js';

/** @import {Colours, LinesFigure, TableFigure, TokensFigure} from '../types.js' */

/** @param {string | number} value */
const shown = value => typeof value === 'number' ? num(value, 5) : value;

/** @param {TableFigure} figure */
export const drawTable = ({title, head, rows, strong = []}) => {
  const marks = new Set(strong.map(([r, c]) => `${r},${c}`));
  return [
    ...title ? [make('p', {class: 'gf-lab-title'}, title)] : [],
    make('div', {class: 'gf-lab-scroll', tabindex: 0, role: 'group', 'aria-label': title}, make('table', {},
      make('thead', {}, make('tr', {}, ...head.map(name => make('th', {scope: 'col'}, name)))),
      make('tbody', {}, ...rows.map((row, r) => make('tr', {}, ...row.map((value, c) =>
        make('td', {class: [typeof value === 'number' && 'gf-number', marks.has(`${r},${c}`) && 'gf-strong'].filter(Boolean).join(' ') || null}, shown(value)))))))),
  ];
};

/**
 * @param {TokensFigure} figure
 * @param {Colours} colours
 */
export const drawTokens = ({title, tokens}, colours) => [
  ...title ? [make('p', {class: 'gf-lab-title'}, title)] : [],
  make('p', {class: 'gf-lab-tokens', dir: 'auto'}, ...tokens.map(({text, share = 0, note, hue = 'encoder', off}) => {
    const ground = mixed(colours.background, rgbOf(colours, hue), Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)));
    const token = make('span', {class: `gf-lab-token${off ? ' gf-off' : ''}`}, make('b', {}, markedToken(text)), ...note ? [make('small', {}, note)] : []);
    token.style.background = cssColour(ground);
    token.style.color = cssColour(readableOn(ground, [colours.ink, colours.background]));
    return token;
  })),
];

/** @param {LinesFigure} figure */
export const drawLines = ({title, lines}) => [
  ...title ? [make('p', {class: 'gf-lab-title'}, title)] : [],
  make('pre', {class: 'gf-lab-lines', tabindex: 0, 'aria-label': title}, lines.join('\n')),
];
