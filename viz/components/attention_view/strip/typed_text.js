// A text as it is typed: its sentences, and signs that it is not in the language that a model reads. Pure functions.

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

/** Frequent words; those that two languages share tell nothing. @type {Record<string, string>} */
const FREQUENT = {
  en:
    'the a an is are was were be been i you he she it we they my your his her our their this that these those and' +
    ' or but not of to in on for with at from by what where when who why how do does did have has had can could' +
    ' will would should there here please',
  de:
    'der die das den dem des ein eine einen einem einer ist sind war waren bin ich du er sie es wir ihr mein dein' +
    ' sein unser dieser dieses und oder aber nicht kein von zu im am auf für mit bei aus was wo wann wer wie' +
    ' warum habe hat haben kann wird würde gibt bitte',
  fr:
    'le la les un une des est sont était je tu il elle nous vous ils mon ton son ce cette et ou mais ne pas de du' +
    ' à dans sur pour avec que qui où quand comment',
  es:
    'el la los las un una unos es son era soy yo tú él ella nosotros mi tu su este esta y o pero no de del a en' +
    ' por para con que quién dónde cuándo cómo',
};
/** @type {Record<string, RegExp>} */
const SCRIPTS = {
  latin: /\p{Script=Latin}/u,
  han: /\p{Script=Han}/u,
  kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  hangul: /\p{Script=Hangul}/u,
  cyrillic: /\p{Script=Cyrillic}/u,
  arabic: /\p{Script=Arabic}/u,
  greek: /\p{Script=Greek}/u,
  hebrew: /\p{Script=Hebrew}/u,
  thai: /\p{Script=Thai}/u,
};
/** @type {Record<string, string[]>} */
const WRITTEN = {
  zh: ['han'],
  ja: ['han', 'kana'],
  ko: ['hangul', 'han'],
  ru: ['cyrillic'],
  uk: ['cyrillic'],
  bg: ['cyrillic'],
  ar: ['arabic'],
  fa: ['arabic'],
  el: ['greek'],
  he: ['hebrew'],
  th: ['thai'],
};
const LEAST = 2; // frequent words of another language

/**
 * Why a text is not in a language: 'script', the code of another language, or '' where nothing speaks against it.
 * @param {string} text
 * @param {string} language code; '' where unknown
 */
export const foreignTo = (text, language) => {
  const own = language.toLowerCase().split(/[-_]/)[0];
  if (!/^[a-z]{2}$/.test(own)) return '';
  const letters = Array.from(text).filter(letter => /\p{L}/u.test(letter));
  const scripts = WRITTEN[own] ?? ['latin'];
  const strange = letters.filter(letter => !scripts.some(name => SCRIPTS[name].test(letter)));
  const native = letters.length - strange.length; // a Chinese character is about as much text as three Latin letters
  if (strange.length > (own in WRITTEN ? 3 * native : native)) return 'script';
  return own in FREQUENT ? likelier(text, own) : '';
};

/**
 * The code of the language whose own frequent words are more than those of `own`, and at least two; '' for none.
 * @param {string} text
 * @param {string} own
 */
const likelier = (text, own) => {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const known = FREQUENT[own].split(' ');
  /** @param {string[]} list */
  const count = list => words.filter(word => list.includes(word)).length;
  const mine = count(known);
  let best = '';
  let most = Math.max(LEAST - 1, mine);
  for (const [code, list] of Object.entries(FREQUENT)) {
    const found = code === own ? 0 : count(list.split(' ').filter(word => !known.includes(word)));
    if (found > most) [best, most] = [code, found];
  }
  return best;
};
