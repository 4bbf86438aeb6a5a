// The words that a change of the translation replaced, as one line.

import {make, sayTokens} from '../../shared/elements.js';
import {listMark} from '../../shared/locale.js';
import {clamp, probabilityChange} from '../../shared/numbers.js';
import {plainToken, say} from '../../shared/text.js';
import {wordChange} from '../numbers/align.js';
import {logProbDifferences} from '../numbers/outcome.js';

/** @import {View} from '../types.js' */

// The change of one token's log-probability as a bar from the centre: less likely to the left, more likely to the
// right.

/**
 * @param {number | null} difference in nats; null without a counterpart
 * @param {number} full the difference of the longest bar
 */
export const changeBar = (difference, full) => {
  const fill = make('i', {class: 'gf-fill'});
  const track = make('span', {class: 'gf-track gf-diverging'}, fill);
  if (difference === null) return track;
  const share = 50 * clamp(Math.abs(difference) / full, difference ? 0.02 : 0, 1);
  fill.style.width = `${share}%`;
  fill.style.left = `${difference < 0 ? 50 - share : 50}%`;
  track.dataset.sign = difference < 0 ? 'less' : 'more';
  return track;
};

const IS_WORD = /[\p{L}\p{N}]/u; // a comma in a list of words between commas is a riddle

const LEAST_CHANGE = 0.02; // nats: a probability of 0.500 becomes 0.490

const MOST_WORDS = 12; // of each list: a long translation may have lost hundreds

/**
 * "lost: … · new: … · moved: …", or that the words are the same; that the translation follows.
 * @param {View} view
 */
export const changedWords = view => {
  const {texts, variant} = view;
  if (variant.first) return [say(texts, 'changed.first')];
  const {lost, added, moved} = wordChange(view);
  /** @param {string[]} words */
  const lettered = words => words.filter(word => IS_WORD.test(word));
  /** @type {[string, string[]][]} */
  const lists = [
    ['lost', lettered(lost)],
    ['new', lettered(added.map(({text}) => text.trim()))],
    ['moved', lettered(moved)],
  ];
  const said = lists
    .filter(([, words]) => words.length)
    .map(([key, words]) => {
      const more = words.length > MOST_WORDS ? [say(texts, 'changed.more', {count: words.length - MOST_WORDS})] : [];
      const shown = words
        .slice(0, MOST_WORDS)
        .flatMap((word, i) => [i ? listMark() : '', make('bdi', {}, plainToken(word).slice(0, 60))]);
      return make(
        'span',
        {'data-words': key},
        ...sayTokens(texts, `changed.${key}`, {words: make('span', {}, ...shown, ...more)}),
      );
    });
  return said.length ? said.flatMap((part, i) => [i ? ' · ' : '', part]) : sameWords(view);
};

/**
 * That the words are the same, and the token whose probability changed most.
 * @param {View} view
 */
const sameWords = ({texts, packed, variant}) => {
  const differences = logProbDifferences({packed, variant}).map(by => Math.abs(by ?? 0));
  const most = differences.indexOf(Math.max(...differences));
  const base = variant.steps.back[most];
  if (!(differences[most] >= LEAST_CHANGE) || base < 0) return [say(texts, 'changed.same')];
  const {before, after} = probabilityChange(packed.probabilities[base], variant.packed.probabilities[most]);
  return sayTokens(texts, 'changed.same.most', {
    token: make('bdi', {}, plainToken(packed.predicted_tokens[base]).slice(0, 60)),
    before: document.createTextNode(before),
    after: document.createTextNode(after),
  });
};
