// BLEU by hand on one sentence (6.1).

import {ORDER, TOKENIZERS, bleuOf, countsOf, ngrams, tokensOf} from '../../components/maths/model/bleu.js';
import {entry, oneOf, range} from '../../components/maths/model/controls.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

const LISTED = 30;

/**
 * The brevity penalty in a line; an empty translation has 0.
 * @param {{length: number, reference: number}} counts
 * @param {number} brevity
 */
const brevityLine = ({length, reference}, brevity) => {
  if (!length) return 'BP = 0   (c = 0)';
  return length >= reference
    ? `BP = 1   (${length} ≥ ${reference})`
    : `BP = exp(1 − ${reference} / ${length}) = ${num(brevity)}`;
};

/** @type {Lab} */
export const LAB = {
  name: 'bleu',
  group: 'data',
  order: 5,
  section: '6.1',
  controls: [
    entry('hypothesis', facts => facts.translation || 'the cat sat on the mat', {lines: 2}),
    entry('reference', facts => (facts.translation || 'the cat sat on the mat').split(' ').slice(1).join(' '), {
      lines: 2,
    }),
    oneOf('tokens', TOKENIZERS, 'punctuation'),
    range('order', {low: 1, high: ORDER, first: 2}),
  ],
  compute: ({hypothesis, reference, tokens, order}) => {
    const own = tokensOf(hypothesis, tokens);
    const other = tokensOf(reference, tokens);
    const counts = countsOf(own, other);
    const known = ngrams(other, order);
    const grams = [...ngrams(own, order)].map(([gram, count]) => ({
      gram,
      count,
      clipped: Math.min(count, known.get(gram) ?? 0),
    }));
    return {own, other, counts, grams, ...bleuOf(counts)};
  },
  draw: ({own, other, counts, grams, precisions, brevity, mean, bleu}, {say, values: {order}}) => {
    const {matches, totals, length, reference} = counts;
    return {
      figures: [
        {
          kind: 'tokens',
          title: say('marked'),
          tokens: own.map((/** @type {string} */ text) => ({
            text,
            share: other.includes(text) ? 0.35 : 0,
            hue: 'decoder',
          })),
        },
        {
          kind: 'table',
          title: say('table'),
          head: ['n', say('matches'), say('totals'), say('precision')],
          strong: [
            [order - 1, 1],
            [order - 1, 2],
            [order - 1, 3],
          ],
          rows: precisions.map((/** @type {number} */ one, /** @type {number} */ i) => [
            i + 1,
            matches[i],
            totals[i],
            one,
          ]),
        },
        {
          kind: 'table',
          title: say('grams', {order, shown: Math.min(LISTED, grams.length), all: grams.length}),
          head: [say('gram'), say('own'), say('clipped')],
          rows: grams.slice(0, LISTED).map((/** @type {any} */ {gram, count, clipped}) => [gram, count, clipped]),
        },
        {
          kind: 'lines',
          title: say('by_hand'),
          lines: [
            `${say('mean')} = (${precisions.map((/** @type {number} */ one) => num(one, 3)).join(' · ')})^(1/4)`,
            `     = ${num(mean)}`,
            brevityLine(counts, brevity),
            `BLEU = 100 · ${num(brevity)} · ${num(mean)} = ${num(bleu)}`,
          ],
        },
      ],
      digits: 4,
      numbers: {bleu, brevity, length, reference},
    };
  },
};
