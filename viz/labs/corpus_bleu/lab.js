// BLEU of a corpus against averaged BLEU of its sentences, and of Chinese with the wrong tokens (6.1).

import {TOKENIZERS, bleuOf, countsOf, pairsOf, summed, tokensOf} from '../../components/maths/model/bleu.js';
import {entry, oneOf} from '../../components/maths/model/controls.js';
import {mean} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

const OURS = 'Where is the station ?\nI would like a cup of tea .\nIt is raining today , so we stay at home .';
const THEIRS =
  'Where is the railway station ?\nI would like a cup of tea .\nIt rains today , so we are staying at home .';

/** @type {Lab} */
export const LAB = {
  name: 'corpus_bleu',
  group: 'data',
  order: 6,
  section: '6.1',
  controls: [
    entry('hypotheses', OURS, {lines: 4, most: 2000}),
    entry('references', THEIRS, {lines: 4, most: 2000}),
    oneOf('tokens', TOKENIZERS, 'words'),
  ],
  compute: ({hypotheses, references, tokens}) => {
    const {pairs: found, missing} = pairsOf(hypotheses, references);
    const pairs = found.map(([ours]) => ours);
    const counts = found.map(([ours, theirs]) => countsOf(tokensOf(ours, tokens), tokensOf(theirs, tokens)));
    const single = counts.map(one => bleuOf(one).bleu);
    return {
      pairs,
      single,
      counts,
      corpus: counts.length ? bleuOf(summed(counts)).bleu : 0,
      averaged: single.length ? mean(single) : 0,
      missing,
    };
  },
  draw: ({pairs, single, counts, corpus, averaged, missing}, {say}) => ({
    figures: [
      {
        kind: 'bars',
        title: say('chart'),
        labels: pairs.map((/** @type {any} */ _, /** @type {number} */ i) => say('sentence', {number: i + 1})),
        y: {label: 'BLEU', low: 0, high: 110, ticks: [0, 25, 50, 75, 100]},
        height: 240,
        written: true,
        series: [{name: '', values: single, hue: 'encoder'}],
      },
      {
        kind: 'table',
        title: say('table'),
        digits: 4,
        head: [say('translation'), say('four'), 'BLEU'],
        rows: pairs.map((/** @type {string} */ line, /** @type {number} */ i) => [
          line,
          `${counts[i].matches[3]} / ${counts[i].totals[3]}`,
          single[i],
        ]),
      },
    ],
    digits: 4,
    numbers: {corpus, averaged, difference: corpus - averaged, missing},
  }),
};
