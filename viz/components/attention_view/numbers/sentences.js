// The sentences of a text. Pure functions: no page, no state.

const LONGEST = 40; // sentences; as in core/service/requests.py
const ABBREVIATED = /\b(?:Mr|Mrs|Ms|Dr|Prof|St|No|vs|e\.g|i\.e|z\.\s?B|d\.\s?h)\.\s*$/i;
const LETTER = /(?:^|\s)\p{Ll}\.\s*$/u; // of an abbreviation: z. B.
const MAY_END = /\b(?:etc|a\.m|p\.m)\.\s*$/i; // an abbreviation, after which a capital begins a sentence
const NUMBER = /^\s*\d{1,3}[.)]\s*$/; // of an item in a list

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
    const parts = partsOf(line, language);
    for (const [place, part] of parts.entries()) {
      begun += part;
      const isOpen = MAY_END.test(begun) && !/^\p{Lu}/u.test(parts[place + 1] ?? '');
      if (isOpen || ABBREVIATED.test(begun) || LETTER.test(begun) || NUMBER.test(begun)) continue;
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
  return Array.from(
    new Intl.Segmenter(language || 'en', {granularity: 'sentence'}).segment(line),
    ({segment}) => segment,
  );
};
