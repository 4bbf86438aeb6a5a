// A common mistake: a sampler of buckets that counts real tokens instead of padded ones, and drops what is left (5.1).

import {range, toggle} from '../../components/maths/model/controls.js';
import {counted, sum} from '../../components/maths/model/linear.js';
import {percent} from '../../components/maths/model/numbers.js';
import {normal} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const SENTENCES = 400;
const SHOWN = 14;

/**
 * Sentences in order, cut into batches by what a batch counts.
 * @param {number[]} lengths
 * @param {number} budget
 * @param {(rows: number, longest: number, tokens: number) => number} counts what a batch of these counts
 */
const batched = (lengths, budget, counts) => {
  /** @type {number[][]} */
  const batches = [[]];
  for (const length of lengths) {
    const last = batches[batches.length - 1];
    const longest = Math.max(length, ...last);
    if (last.length && counts(last.length + 1, longest, sum(last) + length) > budget) batches.push([length]);
    else last.push(length);
  }
  return batches;
};

/** @param {number[][]} batches */
const padded = batches => batches.map(batch => batch.length * Math.max(...batch));

/** @type {Lab} */
export const LAB = {
  name: 'bucket_miscount',
  group: 'mistakes',
  order: 22,
  section: '5.1',
  controls: [
    range('budget', {low: 200, high: 4000, step: 100, first: 1000}),
    range('spread', {low: 0, high: 1, step: 0.05, first: 0.5}),
    toggle('sorted'),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({budget, spread, sorted, seed}) => {
    const draw = normal(seed);
    const drawn = counted(SENTENCES).map(() => Math.max(2, Math.min(150, Math.round(20 * Math.exp(spread * draw())))));
    const lengths = sorted ? [...drawn].sort((a, b) => a - b) : drawn;
    const wrong = batched(lengths, budget, (rows, longest, tokens) => tokens);
    const right = batched(lengths, budget, (rows, longest) => rows * longest);
    // batches that are announced: sentences times 20 tokens over the budget
    const announced = Math.floor((SENTENCES * 20) / budget);
    const left = wrong.slice(announced).flat().length;
    return {
      wrong: padded(wrong),
      right: padded(right),
      announced,
      missed: left / SENTENCES,
      waste: 1 - sum(lengths) / sum(padded(right)),
      over: padded(wrong).filter(cells => cells > budget).length / wrong.length,
    };
  },
  draw: ({wrong, right, announced, missed, waste, over}, {say, values: {budget}}) => {
    const bars = (/** @type {number[]} */ cells, /** @type {string} */ title) =>
      /** @type {any} */ ({
        kind: 'chart',
        title,
        x: {label: say('batch')},
        y: {label: say('cells'), low: 0, high: 1.15 * Math.max(budget, ...wrong)},
        height: 260,
        levels: [{y: budget, label: say('budget_line')}],
        series: [
          {
            name: '',
            x: counted(Math.min(cells.length, 10 * SHOWN)).map(i => i + 1),
            y: cells.slice(0, 10 * SHOWN),
            dots: true,
            hue: 'encoder',
          },
        ],
      });
    return {
      figures: [{kind: 'pair', left: [bars(wrong, say('real'))], right: [bars(right, say('padded'))]}],
      numbers: {
        largest_wrong: Math.max(...wrong),
        largest_right: Math.max(...right),
        over: percent(over),
        waste: percent(waste),
        announced,
        made: right.length,
        missed: percent(missed),
      },
    };
  },
};
