// Padding of bucketed against random batches, and the saw-tooth of sorted ones (5.1).

import {range} from '../../components/maths/model/controls.js';
import {counted, mean, sum} from '../../components/maths/model/linear.js';
import {percent} from '../../components/maths/model/numbers.js';
import {normal, uniform} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const SENTENCES = 600;
const SHORT = 2;
const LONG = 200;
const BINS = 12;
const STEP_BATCHES = 8; // of a step with gradient accumulation

/**
 * @param {number[]} lengths in order
 * @param {number} rows of a batch
 */
const batches = (lengths, rows) =>
  counted(Math.ceil(lengths.length / rows)).map(i => lengths.slice(i * rows, (i + 1) * rows));

/** @param {number[][]} all */
const wasted = all => 1 - sum(all.flat()) / sum(all.map(batch => batch.length * Math.max(...batch)));

/** @type {Lab} */
export const LAB = {
  name: 'bucketing',
  group: 'training',
  order: 9,
  section: '5.1',
  controls: [
    range('middle', {low: 4, high: 60, first: 16}),
    range('spread', {low: 0, high: 1, step: 0.05, first: 0.6}),
    range('rows', {low: 1, high: 64, first: 16}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({middle, spread, rows, seed}) => {
    const draw = normal(seed);
    const shuffle = uniform(seed);
    const lengths = counted(SENTENCES).map(() =>
      Math.max(SHORT, Math.min(LONG, Math.round(middle * Math.exp(spread * draw())))),
    );
    const sorted = batches(
      [...lengths].sort((a, b) => a - b),
      rows,
    );
    const shuffled = sorted
      .map(batch => ({batch, key: shuffle()}))
      .sort((a, b) => a.key - b.key)
      .map(({batch}) => batch);
    const random = batches(lengths, rows);
    // longer sentences have easier tokens: a model of the effect
    const loss = (/** @type {number[][]} */ all) => all.map(batch => 2 + 1.5 / Math.sqrt(mean(batch)));
    const steps = batches(loss(shuffled), STEP_BATCHES).map(mean);
    return {
      random: wasted(random),
      bucketed: wasted(sorted),
      stepLoss: [...steps, ...steps],
      sortedLoss: [...loss(sorted), ...loss(sorted)],
      shuffledLoss: [...loss(shuffled), ...loss(shuffled)],
      lengths,
      batches: sorted.length,
    };
  },
  draw: ({random, bucketed, sortedLoss, shuffledLoss, stepLoss, lengths, batches: count}, {say}) => {
    const wide = Math.ceil((Math.max(...lengths) + 1) / BINS);
    const bins = counted(BINS).map(i => i * wide);
    const x = counted(sortedLoss.length);
    const steps = stepLoss.length / 2;
    const stepX = counted(2 * steps).map(i => (i < steps ? 0 : count) + ((i % steps) + 0.5) * STEP_BATCHES);
    return {
      figures: [
        {
          kind: 'bars',
          title: say('lengths'),
          labels: bins.map(String),
          x: {label: say('length')},
          y: {label: say('sentences'), low: 0},
          height: 200,
          series: [
            {
              name: '',
              values: bins.map(
                bin => lengths.filter((/** @type {number} */ one) => one >= bin && one < bin + wide).length,
              ),
              hue: 'faint',
            },
          ],
        },
        {
          kind: 'bars',
          title: say('padding'),
          labels: [say('random'), say('bucketed')],
          y: {label: say('share'), low: 0, high: 1},
          height: 220,
          series: [{name: '', values: [random, bucketed], hue: 'cross'}],
        },
        {
          kind: 'chart',
          title: say('saw'),
          x: {label: say('batch')},
          y: {label: say('loss')},
          height: 240,
          marks: [{x: count, label: say('epoch')}],
          series: [
            {name: say('sorted'), x, y: sortedLoss, hue: 'cross'},
            {name: say('shuffled'), x, y: shuffledLoss, hue: 'decoder', line: 1},
            {name: say('steps', {count: STEP_BATCHES}), x: stepX, y: stepLoss, hue: 'ink'},
          ],
        },
      ],
      numbers: {random: percent(random), bucketed: percent(bucketed), batches: count},
    };
  },
};
