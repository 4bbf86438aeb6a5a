// A common mistake: BLEU of sentences is averaged, or Chinese is scored with the wrong tokens (6.1).

import {TOKENIZERS, bleuOf, countsOf, pairsOf, summed, tokensOf} from '../../components/maths/model/bleu.js';
import {entry, oneOf} from '../../components/maths/model/controls.js';
import {mean} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

const OURS = '今天下雨，所以我们待在家里。\n我想喝一杯茶。\n火车站在哪里？';
const THEIRS = '今天下雨，我们就待在家里。\n我想喝一杯茶。\n车站在哪里？';

/** @type {Lab} */
export const LAB = {
  name: 'averaged_bleu',
  group: 'mistakes',
  order: 24,
  section: '6.1',
  controls: [
    entry('ours', OURS, {lines: 4, most: 2000}),
    entry('theirs', THEIRS, {lines: 4, most: 2000}),
    oneOf('wrong', TOKENIZERS, 'punctuation'),
  ],
  compute: ({ours, theirs, wrong}) => {
    const {pairs} = pairsOf(ours, theirs);
    const score = (/** @type {string} */ how) => {
      const counts = pairs.map(([a, b]) => countsOf(tokensOf(a, how), tokensOf(b, how)));
      const single = counts.map(one => bleuOf(one).bleu);
      return {
        single,
        averaged: single.length ? mean(single) : 0,
        corpus: counts.length ? bleuOf(summed(counts)).bleu : 0,
        tokens: pairs.map(([a]) => tokensOf(a, how).length),
      };
    };
    return {wrong: score(wrong), right: score('characters')};
  },
  draw: ({wrong, right}, {say}) => {
    const bars = (/** @type {any} */ {single, tokens}, /** @type {string} */ title) =>
      /** @type {any} */ ({
        kind: 'bars',
        title,
        labels: single.map((/** @type {any} */ _, /** @type {number} */ i) =>
          say('sentence', {number: i + 1, tokens: tokens[i]}),
        ),
        x: {label: say('line')},
        y: {label: 'BLEU', low: 0, high: 110, ticks: [0, 25, 50, 75, 100]},
        height: 240,
        written: true,
        series: [{name: '', values: single, hue: 'encoder'}],
      });
    return {
      figures: [{kind: 'pair', left: [bars(wrong, say('of_wrong'))], right: [bars(right, say('of_right'))]}],
      numbers: {
        averaged_wrong: wrong.averaged,
        corpus_wrong: wrong.corpus,
        averaged_right: right.averaged,
        corpus_right: right.corpus,
      },
    };
  },
};
