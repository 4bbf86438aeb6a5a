// BLEU by hand: n-grams, clipping and the brevity penalty, as sacreBLEU counts them.

/** @typedef {{matches: number[], totals: number[], length: number, reference: number}} Counts */

export const ORDER = 4;

const ENTITIES = /** @type {const} */ ([
  ['&quot;', '"'],
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
]);

/** A text as the tokenisation 13a begins with it: one line, without entities. @param {string} text */
const plainText = text =>
  ENTITIES.reduce(
    (found, [entity, letter]) => found.replaceAll(entity, letter),
    text.replaceAll('<skipped>', '').replaceAll('-\n', '').replaceAll('\n', ' '),
  );

/** @type {Record<string, (text: string) => string[]>} */
const SPLITS = {
  words: text => text.trim().split(/\s+/).filter(Boolean),
  punctuation: text =>
    ` ${plainText(text)} `
      .replace(/([!-&(-+:-@/[-`{-~])/g, ' $1 ')
      .replace(/([^0-9])([.,])/g, '$1 $2 ')
      .replace(/([.,])([^0-9])/g, ' $1 $2')
      .replace(/([0-9])(-)/g, '$1 $2 ')
      .split(/\s+/)
      .filter(Boolean),
  characters: text => [...text.replace(/\s+/g, '')],
};

export const TOKENIZERS = Object.keys(SPLITS);

/**
 * @param {string} text
 * @param {string} how one of `TOKENIZERS`
 */
export const tokensOf = (text, how) => SPLITS[how](text);

/**
 * How often each n-gram occurs.
 * @param {string[]} tokens
 * @param {number} n
 */
export const ngrams = (tokens, n) => {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (let i = 0; i + n <= tokens.length; i++) {
    const gram = tokens.slice(i, i + n).join(' ');
    found.set(gram, (found.get(gram) ?? 0) + 1);
  }
  return found;
};

/**
 * Matches, clipped to the reference, and totals of each order.
 * @param {string[]} hypothesis
 * @param {string[]} reference
 * @returns {Counts}
 */
export const countsOf = (hypothesis, reference) => {
  const matches = [];
  const totals = [];
  for (let n = 1; n <= ORDER; n++) {
    const own = ngrams(hypothesis, n);
    const other = ngrams(reference, n);
    matches.push([...own].reduce((sum, [gram, count]) => sum + Math.min(count, other.get(gram) ?? 0), 0));
    totals.push(Math.max(0, hypothesis.length - n + 1));
  }
  return {matches, totals, length: hypothesis.length, reference: reference.length};
};

/**
 * The counts of a corpus.
 * @param {Counts[]} all
 * @returns {Counts}
 */
export const summed = all =>
  all.reduce((sum, one) => ({
    matches: sum.matches.map((count, i) => count + one.matches[i]),
    totals: sum.totals.map((count, i) => count + one.totals[i]),
    length: sum.length + one.length,
    reference: sum.reference + one.reference,
  }));

/**
 * BLEU in per cent with its parts; without smoothing, so that an order without a match makes it 0.
 * @param {Counts} counts
 */
export const bleuOf = ({matches, totals, length, reference}) => {
  const precisions = matches.map((count, i) => (totals[i] ? count / totals[i] : 0));
  const brevity = length >= reference || !length ? Number(length > 0) : Math.exp(1 - reference / length);
  const mean = precisions.every(Boolean)
    ? Math.exp(precisions.reduce((sum, one) => sum + Math.log(one), 0) / ORDER)
    : 0;
  return {precisions, brevity, mean, bleu: 100 * brevity * mean};
};

/**
 * The pairs of two texts, line by line: blank lines at their ends and pairs of two blank lines are left out, so that
 * another blank line does not move those below it.
 * @param {string} ours
 * @param {string} theirs
 * @returns {{pairs: [string, string][], missing: number}} and how many lines one text has more
 */
export const pairsOf = (ours, theirs) => {
  const [a, b] = [ours, theirs].map(text =>
    text.trim()
      ? text
          .trimEnd()
          .split('\n')
          .map(line => line.trim())
      : [],
  );
  const all = a.slice(0, b.length).map((line, i) => /** @type {[string, string]} */ ([line, b[i]]));
  return {pairs: all.filter(pair => pair.some(Boolean)), missing: Math.abs(a.length - b.length)};
};
