// The list of this visit's translations: go back to one, or compare the one shown with it.

import {make, targetOf} from '../../shared/elements.js';
import {INVISIBLE, say, visible} from '../../shared/text.js';
import {isSameVisit, visitOf} from './visit.js';
import {compareVisit, keepDraft, keepVisit, readVisits, showVisit} from './visit_list.js';
import {closePanels} from '../widgets/popups.js';

/** @import {View, Visit} from '../types.js' */

const LONGEST = 120; // characters of a sentence that are shown

/** @param {string} text */
const shortened = text => {
  const letters = Array.from(text.replace(INVISIBLE, visible));
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : letters.join('');
};

/**
 * @param {View} view
 * @param {Visit} visit
 * @param {number} index
 */
const visitRow = (view, visit, index) => {
  const {texts, packed} = view;
  const isShown = isSameVisit(visit, visitOf(packed));
  const go = make(
    'button',
    {type: 'button', class: 'gf-hypothesis', 'data-visit': index, dir: 'auto', 'aria-current': isShown ? 'true' : null},
    shortened(visit.text),
  );
  const label = say(texts, 'history.compare.with', {text: shortened(visit.text)});
  const compare = make(
    'button',
    {type: 'button', class: 'gf-plain', 'data-compare-visit': index, title: label},
    say(texts, 'history.compare'),
    make('span', {class: 'gf-unseen'}, ` ${shortened(visit.text)}`),
  );
  return make(
    'tr',
    isShown ? {class: 'gf-chosen'} : {},
    make('td', {}, go),
    make('td', {dir: 'auto'}, shortened(visit.translation)),
    make('td', {}, visit.checkpoint),
    make('td', {}, ...(isShown ? [] : [compare])),
  );
};

/** @param {View} view */
const drawHistory = view => {
  const {texts} = view;
  const visits = readVisits();
  view.find('[data-opens="history"]').hidden = visits.length < 2;
  const head = ['text', 'translation', 'model'].map(name => make('th', {scope: 'col'}, say(texts, `history.${name}`)));
  const rows = visits.map((visit, index) => visitRow(view, visit, index)).reverse(); // the newest first
  view
    .find('[data-panel="history"]')
    .replaceChildren(
      make('p', {class: 'gf-hint'}, say(texts, 'history.hint')),
      make('table', {}, make('thead', {}, make('tr', {}, ...head, make('td', {}))), make('tbody', {}, ...rows)),
    );
};

/** @param {View} view */
export const wireVisits = view => {
  const opener = view.find('[data-opens="history"]');
  const panel = view.find('[data-panel="history"]');
  opener.hidden = true;
  if (!view.props.addressed) return; // only the page has a visit
  document.addEventListener('input', event => {
    if (targetOf(event).matches?.('#source textarea')) keepDraft(targetOf(event).value);
  });
  let before = '';
  view.show(
    ({packed}) => [packed],
    ({packed}) => {
      if (before !== packed.id) keepVisit(view, !before);
      before = packed.id;
      drawHistory(view);
    },
  );
  panel.addEventListener('click', event => {
    const go = targetOf(event).closest('[data-visit]');
    const compare = targetOf(event).closest('[data-compare-visit]');
    const visit = readVisits()[(go ?? compare)?.dataset[go ? 'visit' : 'compareVisit']];
    if (!visit) return;
    closePanels(view);
    opener.focus({preventScroll: true});
    if (go) showVisit(view, visit);
    else compareVisit(view, visit);
  });
};
