// The words that a change of the translation replaced, as one line.

import {make, sayTokens} from '../../shared/elements.js';
import {plainToken, say} from '../../shared/text.js';
import {wordChange} from '../model/word_change.js';

/** @import {View} from '../types.js' */

const IS_WORD = /[\p{L}\p{N}]/u; // a comma in a list of words between commas is a riddle

const MOST_WORDS = 12; // of each list: a long translation may have lost hundreds

/**
 * "lost: … · new: … · moved: …", or that the words are the same.
 * @param {View} view
 */
export const changedWords = view => {
  const {texts} = view, {lost, added, moved} = wordChange(view);
  /** @param {string[]} words */
  const lettered = words => words.filter(word => IS_WORD.test(word));
  /** @type {[string, string[]][]} */
  const lists = [['lost', lettered(lost)], ['new', lettered(added.map(({text}) => text.trim()))], ['moved', lettered(moved)]];
  const said = lists.filter(([, words]) => words.length).map(([key, words]) => {
    const more = words.length > MOST_WORDS ? [say(texts, 'changed.more', {count: words.length - MOST_WORDS})] : [];
    const shown = words.slice(0, MOST_WORDS).flatMap((word, i) =>
      [i ? ', ' : '', make('bdi', {}, plainToken(word).slice(0, 60))]);
    return make('span', {'data-words': key}, ...sayTokens(texts, `changed.${key}`, {words: make('span', {}, ...shown, ...more)}));
  });
  return said.length ? said.flatMap((part, i) => [i ? ' · ' : '', part]) : [say(texts, 'changed.same')];
};
