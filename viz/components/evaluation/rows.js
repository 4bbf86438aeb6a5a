// Which rows are shown and in which order. Pure functions of the packed sentences.

import {grouped} from '../shared/locale.js';

/** @import {Bucket, Choice, Column, Keys, Order, Sentences} from './types.js' */

/** Orders that are no column's. */
export const QUICK = ['number', 'worst', 'different'];

/**
 * The name of a system in headings: its letter.
 * @param {number} system
 */
export const letter = system => String.fromCharCode(65 + system);

/**
 * The columns of a table: of one system there is no difference, of files there is no loss.
 * @param {Sentences} data
 * @returns {Column[]}
 */
export const columnsOf = ({rows, systems}) => {
  /**
   * @param {string} name
   * @param {Column['kind']} kind
   */
  const single = (name, kind) => ({key: name, name, system: -1, kind});
  /**
   * @param {string} name
   * @param {Column['kind']} kind
   */
  const each = (name, kind) => systems.map((_, system) => ({key: `${name}.${system}`, name, system, kind}));
  return [
    single('number', 'number'),
    single('source', 'text'),
    single('reference', 'text'),
    ...each('translation', 'text'),
    ...each('chrf', 'number'),
    ...(systems.length > 1 ? [single('difference', 'number')] : []),
    ...each('loss', 'number').filter(({system}) => rows.answers[system].loss),
    ...(rows.answers.some(({flags}) => flags.some(names => names.length)) ? [single('flags', 'number')] : []),
  ];
};

/**
 * The direction in which a column is sorted first: what is worst comes first.
 * @param {string} by
 */
export const firstDirection = by => /^(loss|flags|different)/.test(by);

/**
 * How much better the second system's translation of a row is, in chrF.
 * @param {Sentences} data
 * @param {number} index
 */
export const differenceOf = ({rows: {answers}}, index) => answers[1].chrf[index] - answers[0].chrf[index];

/**
 * The flags of a row, of all systems, that may be shown.
 * @param {Sentences} data
 * @param {number} index
 * @param {boolean} uncertain whether to count those too that are often wrong
 */
export const flagsOf = ({rows: {answers}, shown}, index, uncertain) => [
  ...new Set(answers.flatMap(({flags}) => flags[index]).filter(flag => uncertain || shown.includes(flag))),
];

/**
 * The keys of an order: numbers, or the texts of a column.
 * @param {Sentences} data
 * @param {string} by
 * @param {boolean} uncertain
 * @returns {Keys}
 */
const keysOf = (data, by, uncertain) => {
  const {rows} = data;
  const [name, system] = by.split('.');
  const answer = rows.answers[Number(system ?? 0)];
  /** @param {(index: number) => number} valueOf */
  const numbers = valueOf => Float64Array.from(rows.number, (_, index) => valueOf(index));
  switch (name) {
    case 'source':
      return rows.source;
    case 'reference':
      return rows.reference.map(texts => texts[0] ?? '');
    case 'translation':
      return answer.translation;
    case 'chrf':
      return answer.chrf;
    case 'loss':
      return numbers(index => answer.loss?.[index] ?? NaN);
    case 'difference':
      return numbers(index => differenceOf(data, index));
    case 'different':
      return numbers(index => Math.abs(differenceOf(data, index)));
    case 'worst':
      return numbers(index => rows.answers.reduce((sum, {chrf}) => sum + chrf[index], 0));
    case 'flags':
      return numbers(index => flagsOf(data, index, uncertain).length);
    default:
      return rows.number;
  }
};

/**
 * What compares texts of a language; a code that the browser does not know compares as the page's own.
 * @param {string} language as somebody wrote it
 */
const collatorOf = language => {
  try {
    return new Intl.Collator(language.replaceAll('_', '-') || undefined, {numeric: true});
  } catch {
    return new Intl.Collator(undefined, {numeric: true});
  }
};

/**
 * The indices of all rows in an order; equal ones stay in the order of the file, and unknown numbers come last.
 * @param {Sentences} data
 * @param {Order} order
 * @param {boolean} [uncertain]
 */
export const ordered = (data, {by, descending}, uncertain = false) => {
  const keys = keysOf(data, by, uncertain);
  const sign = descending ? -1 : 1;
  const indices = Uint32Array.from(data.rows.number.keys());
  if (typeof keys[0] === 'string') {
    const {compare} = collatorOf(data.language);
    const texts = /** @type {string[]} */ (keys);
    return indices.sort((a, b) => sign * compare(texts[a], texts[b]) || a - b);
  }
  const values = /** @type {ArrayLike<number>} */ (keys);
  return indices.sort((a, b) => {
    const unknown = Number(Number.isNaN(values[a])) - Number(Number.isNaN(values[b]));
    return unknown || sign * (values[a] - values[b]) || a - b;
  });
};

/**
 * All texts of each row in lower case, to search in.
 * @param {Sentences} data
 */
export const haystackOf = ({rows: {source, reference, answers}}) =>
  source.map((text, index) =>
    [text, ...reference[index], ...answers.map(({translation}) => translation[index])].join('\n').toLowerCase(),
  );

/**
 * The rows of a bucket, by index; null if it is not known.
 * @param {Sentences} data
 * @param {Bucket} bucket
 */
export const rowsOf = ({buckets}, {by, label}) => buckets[by]?.find(bucket => bucket.label === label)?.rows ?? null;

/**
 * The rows that pass the filters, in the order of `indices`.
 * @param {Sentences} data
 * @param {Uint32Array} indices
 * @param {Pick<Choice, 'text' | 'flags' | 'uncertain' | 'bucket'>} filters
 * @param {() => string[]} haystack asked for only if something is searched
 */
export const passing = (data, indices, {text, flags, uncertain, bucket}, haystack) => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const texts = words.length ? haystack() : [];
  const inBucket = bucket && rowsOf(data, bucket);
  const allowed = inBucket && new Set(inBucket);
  return indices.filter(
    index =>
      (!allowed || allowed.has(index)) &&
      words.every(word => texts[index].includes(word)) &&
      (!flags.length || flagsOf(data, index, uncertain).some(flag => flags.includes(flag))),
  );
};

/**
 * How many rows have each flag, of each system, most frequent first; also of those that were not measured.
 * @param {Sentences} data
 * @param {boolean} uncertain
 * @returns {[string, number[]][]}
 */
export const flagCounts = ({rows: {answers}, shown}, uncertain) => {
  /** @type {Map<string, number[]>} */
  const counts = new Map();
  /** @param {string} flag */
  const isShown = flag => uncertain || shown.includes(flag);
  /** @param {string} flag */
  const countsOf = flag => {
    const found = counts.get(flag) ?? answers.map(() => 0);
    counts.set(flag, found);
    return found;
  };
  answers.forEach(({flags, unmeasured}, system) => {
    for (const flag of unmeasured.filter(isShown)) countsOf(flag);
    for (const flag of flags.flat().filter(isShown)) countsOf(flag)[system] += 1;
  });
  /** @param {number[]} found */
  const all = found => found.reduce((sum, count) => sum + count, 0);
  return [...counts].sort(([, a], [, b]) => all(b) - all(a));
};

/**
 * How many rows of a system have a flag; without attention it is not measured, or at least so many have it.
 * @param {Sentences} data
 * @param {string} flag
 * @param {number} system
 * @param {number} count
 */
export const countText = ({rows: {answers}}, flag, system, count) => {
  if (!answers[system].unmeasured.includes(flag)) return grouped(count);
  return count ? `≥ ${grouped(count)}` : '–';
};

/**
 * @param {Pick<Sentences['rows']['answers'][number], 'flags' | 'unmeasured'>} answer
 * @param {number} index
 * @param {string} flag
 */
const flagCell = ({flags, unmeasured}, index, flag) => {
  const has = flags[index].includes(flag);
  return !has && unmeasured.includes(flag) ? '' : String(has);
};

/**
 * Rows as a table to be written as CSV, every value in full; what was not measured is empty.
 * @param {Sentences} data
 * @param {ArrayLike<number>} indices
 * @returns {(string | number)[][]}
 */
export const sheetOf = ({rows, systems, flags: all}, indices) => {
  const most = rows.reference.reduce((count, texts) => Math.max(count, texts.length), 1);
  const head = [
    ...['number', 'source'],
    ...Array.from({length: most}, (_, place) => (place ? `reference ${place + 1}` : 'reference')),
    ...(rows.own ? ['own'] : []),
    ...systems.flatMap(name =>
      [...['translation', 'bleu', 'chrf', 'ter', 'loss', 'log_prob', 'exact'], ...all.map(flag => `flag ${flag}`)].map(
        what => `${name}: ${what}`,
      ),
    ),
  ];
  const lines = Array.from(indices, index => [
    ...[rows.number[index], rows.source[index]],
    ...Array.from({length: most}, (_, place) => rows.reference[index][place] ?? ''),
    ...(rows.own ? [rows.own[index]] : []),
    ...rows.answers.flatMap(({translation, chrf, bleu, ter, loss, logProb, exact, ...rest}) => [
      ...[translation[index], bleu[index], chrf[index], ter[index], loss?.[index] ?? '', logProb?.[index] ?? ''],
      ...[String(exact[index]), ...all.map(flag => flagCell(rest, index, flag))],
    ]),
  ]);
  return [head, ...lines];
};
