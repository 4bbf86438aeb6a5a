// The words that a change of the translation replaced, as one line.

import {make, sayTokens} from '../../shared/elements.js';
import {plainToken, say} from '../../shared/text.js';
import {wordChange} from '../model/word_change.js';

/** @import {View} from '../types.js' */

const MOST_WORDS = 12; // of each list: a long translation may have lost hundreds

/**
 * "lost: … · new: … · moved: …", or that the words are the same.
 * @param {View} view
 */
export const changedWords = view => {
  const {texts} = view, {lost, added, moved} = wordChange(view);
  /** @type {[string, string[]][]} */
  const lists = [['lost', lost], ['new', added.map(({text}) => text.trim())], ['moved', moved]];
  const said = lists.filter(([, words]) => words.length).map(([key, words]) => {
    const more = words.length > MOST_WORDS ? [say(texts, 'changed.more', {count: words.length - MOST_WORDS})] : [];
    const shown = words.slice(0, MOST_WORDS).flatMap((word, i) =>
      [i ? ', ' : '', make('bdi', {}, plainToken(word).slice(0, 60))]);
    return make('span', {'data-words': key}, ...sayTokens(texts, `changed.${key}`, {words: make('span', {}, ...shown, ...more)}));
  });
  return said.length ? said.flatMap((part, i) => [i ? ' · ' : '', part]) : [say(texts, 'changed.same')];
};
