// Counts, shares, moments and lists as the language of the page writes them.

/** The language of the page; English where there is no page, as in a figure for print. */
const language = () => globalThis.document?.documentElement.lang || 'en';

/**
 * A whole number in groups of digits.
 * @param {number} value
 */
export const grouped = value => new Intl.NumberFormat(language()).format(value);

/**
 * A share as a percentage.
 * @param {number} share
 * @param {Intl.NumberFormatOptions} [options]
 */
export const percentText = (share, options = {}) =>
  new Intl.NumberFormat(language(), {style: 'percent', ...options}).format(share).replace('-', '−');

/**
 * The time of today, or the day, in the browser's time zone; '' for a moment that is not known.
 * @param {number} seconds since the epoch
 */
export const shortMoment = seconds => {
  if (!seconds) return '';
  const then = new Date(1000 * seconds);
  const isToday = then.toDateString() === new Date().toDateString();
  return then.toLocaleString(
    language(),
    isToday ? {hour: '2-digit', minute: '2-digit'} : {day: 'numeric', month: 'short'},
  );
};

/**
 * A moment in full.
 * @param {number} seconds since the epoch
 */
export const fullMoment = seconds =>
  new Date(1000 * seconds).toLocaleString(language(), {dateStyle: 'medium', timeStyle: 'medium'});

/**
 * Which form of a text a count takes: every text has these two, which may be equal.
 * @param {number} count
 */
export const formOf = count => (new Intl.PluralRules(language()).select(count) === 'one' ? 'one' : 'many');

/**
 * The name of a language; its code where the browser does not know it.
 * @param {string} code
 */
export const languageName = code => {
  try {
    return new Intl.DisplayNames([language()], {type: 'language'}).of(code) ?? code;
  } catch {
    return code;
  }
};

const isFullWidth = () => /^(zh|ja)\b/.test(language());

/** The weight of a title: next to bold Latin letters, fonts without semibold ones draw Chinese bold only above 600. */
export const titleWeight = () => (isFullWidth() ? 650 : 600);

/** What separates names in a row. */
export const listMark = () => (isFullWidth() ? '、' : ', ');

/**
 * Names in a row.
 * @param {string[]} names
 */
export const listed = names => names.join(listMark());

/**
 * What is said of one thing, in a row.
 * @param {string[]} parts
 */
export const phrases = parts => parts.join(isFullWidth() ? '，' : ', ');

/**
 * Parts with commas of their own, in a row.
 * @param {string[]} parts
 */
export const clauses = parts => parts.join(isFullWidth() ? '；' : '; ');

/**
 * A name and what is said of it.
 * @param {string} name
 * @param {string} words
 */
export const labelled = (name, words) => name + (isFullWidth() ? '：' : ': ') + words;
