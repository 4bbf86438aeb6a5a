// Label smoothing, trained: small fresh models with and without it, and how sure they are of new sentences (5.4).

import {range} from '../../components/maths/model/controls.js';
import {counted, mean, sum} from '../../components/maths/model/linear.js';
import {num, percent} from '../../components/maths/model/numbers.js';

/** @import {Hue, Lab} from '../../components/maths/types.js' */

const RUNS = 3;
const LEAST = 20; // trainings of each way; tokens of a point
const WAYS = /** @type {{name: string, hue: Hue, dash: boolean}[]} */ ([
  {name: 'without', hue: 'ink', dash: true},
  {name: 'with', hue: 'encoder', dash: false},
]);
const MEASURES = ['confidence', 'right', 'loss', 'known'];

/**
 * What the trainings of one way have in common; null before the first.
 * @param {any[]} found
 */
const together = found => {
  if (!found.length) return null;
  const of = (/** @type {string} */ key) =>
    counted(found[0].counts.length).map(bin => sum(found.map(one => one[key][bin])));
  const counts = of('counts');
  const confidences = of('confidences');
  const rights = of('rights');
  const bins = counted(counts.length).filter(bin => counts[bin] >= LEAST);
  return {
    .../** @type {Record<string, number>} */ (
      Object.fromEntries(MEASURES.map(name => [name, mean(found.map(one => one[name]))]))
    ),
    x: bins.map(bin => confidences[bin] / counts[bin]),
    y: bins.map(bin => rights[bin] / counts[bin]),
  };
};

/** @type {Lab} */
export const LAB = {
  name: 'label_smoothing_trained',
  group: 'training',
  order: 2,
  section: '5.4',
  see: ['label_smoothing'],
  controls: [
    range('epsilon', {low: 0.05, high: 0.5, step: 0.05, first: 0.1}),
    range('seed', {low: 1, high: 31 - RUNS, first: 1}),
  ],
  ask: ({epsilon, seed}) => counted(RUNS).flatMap(run => [0, epsilon].map(one => ({epsilon: one, seed: seed + run}))),
  compute: (_, __, answers) => {
    const any = answers.find(Boolean);
    const of = (/** @type {number} */ way) =>
      answers.filter((/** @type {any} */ one, /** @type {number} */ i) => one && i % 2 === way);
    return {
      without: together(of(0)),
      with: together(of(1)),
      answers,
      best: any.best,
      parameters: any.parameters,
      done: answers.filter(Boolean).length,
      all: answers.length,
    };
  },
  draw: ({answers, best, parameters, done, all, ...ways}, {say, values: {epsilon, seed}}) => {
    const value = (/** @type {string} */ way, /** @type {string} */ name) => ways[way]?.[name] ?? NaN;
    const names = WAYS.map(({name}) => say(name, {epsilon}));
    const written = (/** @type {number} */ one, /** @type {(one: number) => string} */ form) =>
      Number.isFinite(one) ? form(one) : '…';
    const shown = Object.fromEntries(
      MEASURES.flatMap(key =>
        WAYS.map(({name}) => [
          `${key}_${name}`,
          written(value(name, key), key === 'confidence' || key === 'right' ? percent : one => num(one, 3)),
        ]),
      ),
    );
    const trainings = counted(all).map(i => [
      String(seed + Math.floor(i / 2)),
      names[i % 2],
      ...['confidence', 'right', 'loss'].map(key => (answers[i] ? num(answers[i][key], 3) : '…')),
    ]);
    const finished = say('reading', {epsilon, runs: RUNS, ...shown});
    const progress = say('progress', {done, all});
    return {
      figures: [
        {
          kind: 'pair',
          titles: ['', ''],
          left: [
            {
              kind: 'bars',
              title: say('bars'),
              labels: names,
              y: {label: say('share'), low: 0, high: 1},
              height: 280,
              written: true,
              series: [
                {name: say('confidence'), values: WAYS.map(({name}) => value(name, 'confidence')), hue: 'faint'},
                {name: say('right'), values: WAYS.map(({name}) => value(name, 'right')), hue: 'encoder'},
              ],
            },
          ],
          right: [
            {
              kind: 'chart',
              title: say('sure'),
              x: {label: say('confidence'), low: 0, high: 1},
              y: {label: say('right'), low: 0, high: 1},
              height: 290,
              series: [
                ...WAYS.map(({name, hue, dash}, i) => ({
                  name: names[i],
                  x: ways[name]?.x ?? [],
                  y: ways[name]?.y ?? [],
                  hue,
                  dash,
                })),
                {name: say('honest'), x: [0, 1], y: [0, 1], hue: 'soft', line: 1},
              ],
            },
          ],
        },
        {
          kind: 'table',
          title: say('table'),
          head: [say('seed'), '', say('confidence'), say('right'), say('loss')],
          rows: trainings,
        },
      ],
      numbers: {...shown, best: percent(best), parameters},
      reading: done < all ? '' : finished,
      progress,
    };
  },
};
