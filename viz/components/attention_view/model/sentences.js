// The sentences of a text. Pure functions: no page, no state.

const LONGEST = 40; // sentences; as in core/service/requests.py
const ABBREVIATED = /\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|vs|etc|e\.g|i\.e|a\.m|p\.m|z\.\s?B|d\.\s?h)\.\s*$/i;

/**
 * The sentences of a text, line by line; a point after an abbreviation ends none.
 * @param {string} text
 * @param {string} language code of the text
 */
export const sentencesOf = (text, language) => {
  /** @type {string[]} */
  const found = [];
  for (const line of text.split(/[\r\n]+/)) {
    let begun = '';
    for (const part of partsOf(line, language)) {
      begun += part;
      if (ABBREVIATED.test(begun)) continue;
      found.push(begun.trim());
      begun = '';
    }
    found.push(begun.trim());
  }
  return found.filter(sentence => /[\p{L}\p{N}]/u.test(sentence)).slice(0, LONGEST);
};

/**
 * @param {string} line
 * @param {string} language
 */
const partsOf = (line, language) => {
  if (!('Segmenter' in Intl)) return line.split(/(?<=[.!?。！？])\s*/);
  return Array.from(new Intl.Segmenter(language || 'en', {granularity: 'sentence'}).segment(line), ({segment}) => segment);
};
