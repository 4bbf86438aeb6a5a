// A translation of one's own, token by token: probability and rank, and the token that the model prefers.

import {make} from '../../shared/elements.js';
import {powerText, probabilityText} from '../../shared/numbers.js';
import {markedToken, say} from '../../shared/text.js';
import {scoredTokens} from '../numbers/outcome.js';
import {markedStep, stepOn} from '../store/selectors.js';
import {comparePart} from './outcome.js';

/** @import {Compare, ScoredToken} from './types.js' */
/** @import {View} from '../types.js' */

/** @param {string} token */
const short = token => markedToken(token).slice(0, 60);

/**
 * A probability that stays legible where it is tiny: a wrong token and a far more wrong one differ.
 * @param {number} p
 */
const smallText = p => (p < 0.01 ? powerText(p, 1) : probabilityText(p));

/**
 * @param {View} view
 * @param {ScoredToken} scored
 * @param {number} step
 */
const scoredRow = ({texts}, {token, p, rank, other, otherP}, step) => {
  const name = say(texts, 'compare.scored.show', {step: step + 1, token: short(token)});
  return make(
    'tr',
    {'data-first': String(rank === 1)},
    make(
      'th',
      {scope: 'row'},
      make(
        'button',
        {type: 'button', class: 'gf-letters', 'data-scored': step, 'aria-label': name, title: name},
        short(token),
      ),
    ),
    make('td', {}, smallText(p)),
    make('td', {}, String(rank)),
    make(
      'td',
      {},
      ...(other === null
        ? []
        : [make('span', {class: 'gf-letters'}, short(other)), ' ', make('small', {}, probabilityText(otherP))]),
    ),
  );
};

/**
 * Draw the table of the tokens of one's own translation; hidden for one that the model made.
 * @param {View} view
 * @param {Compare} compare
 */
export const drawForced = (view, compare) => {
  const {
    texts,
    variant: {packed, change},
  } = view;
  const host = comparePart(compare, 'forced');
  const scored = change.target ? scoredTokens(packed) : [];
  host.hidden = !scored.length;
  host.replaceChildren();
  if (!scored.length) return;
  const title = say(texts, 'compare.scored');
  const head = ['token', 'p', 'rank', 'other'].map(name =>
    make('th', {scope: 'col'}, say(texts, `compare.scored.${name}`)),
  );
  host.append(
    make('h3', {class: 'gf-heading'}, title),
    make(
      'p',
      {class: 'gf-hint'},
      say(texts, 'compare.scored.hint', {first: scored.filter(({rank}) => rank === 1).length, count: scored.length}),
    ),
    make(
      'div',
      {class: 'gf-compare-scored'},
      make(
        'table',
        {'aria-label': title},
        make('thead', {}, make('tr', {}, ...head)),
        make('tbody', {}, ...scored.map((one, step) => scoredRow(view, one, step))),
      ),
    ),
  );
  markForced(view);
};

/**
 * Mark the row of the step that the views show.
 * @param {View} view
 */
export const markForced = view => {
  if (!view.variant) return;
  const step = view.choice.side === 'variant' ? stepOn(view, 'variant') : markedStep(view, 'variant');
  for (const button of view.panels.compare.host.querySelectorAll('[data-scored]'))
    button.closest('tr').classList.toggle('gf-now', +button.dataset.scored === step);
};
