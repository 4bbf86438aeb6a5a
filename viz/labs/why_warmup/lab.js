// What warm-up is for: a small fresh model trained with and without it, in both placements of the norm (5.3).

import {range} from '../../components/maths/model/controls.js';
import {counted, mean} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Figure, Given, Hue, Lab, PlainFigure} from '../../components/maths/types.js' */

const NORMS = /** @type {const} */ (['post', 'pre']);
const LAST = 10; // steps of a final loss
/** Ways of a training: the words of its line, and what is asked for it. */
const WAYS =
  /** @type {{name: string, hue: Hue, dash: boolean, of: (warmup: number) => {warmup: number, ramp: boolean}}[]} */ ([
    {name: 'with', hue: 'encoder', dash: false, of: warmup => ({warmup, ramp: true})},
    {name: 'held', hue: 'cross', dash: true, of: warmup => ({warmup, ramp: false})},
    {name: 'one', hue: 'ink', dash: true, of: () => ({warmup: 1, ramp: true})},
  ]);

/**
 * The lines of one number of each training; those that have yet to come are empty, so that the legend stays as it is.
 * @param {any} trained answers by way
 * @param {string} key
 * @param {Given['say']} say
 */
const lines = (trained, key, say) =>
  WAYS.map(({name, hue, dash}) => {
    const y = trained[name]?.[key] ?? [];
    return {name: say(name), x: counted(y.length).map(i => i + 1), y, hue, dash};
  });

/** The mean of the last losses; null before they have come. @param {any} found */
const final = found => found && mean(found.losses.slice(-LAST));

/** @param {number | null} value */
const written = value => (value === null ? '…' : num(value, 3));

/** @type {Lab} */
export const LAB = {
  name: 'why_warmup',
  group: 'training',
  order: 8,
  section: '5.3',
  controls: [
    range('warmup', {low: 2, high: 50, first: 20}),
    range('factor', {low: 0.1, high: 1, step: 0.1, first: 0.3}),
    range('seed', {low: 1, high: 20, first: 1}),
  ],
  ask: ({warmup, factor, seed}) => NORMS.flatMap(norm => WAYS.map(({of}) => ({norm, factor, seed, ...of(warmup)}))),
  compute: (_, __, answers) => {
    const of = (/** @type {number} */ n) =>
      Object.fromEntries(WAYS.map(({name}, w) => [name, answers[n * WAYS.length + w]]));
    const any = answers.find(Boolean);
    const post = of(0);
    const pre = of(1);
    return {
      post,
      pre,
      frequencies: any.frequencies,
      parameters: any.parameters,
      steps: any.losses.length,
      done: answers.filter(Boolean).length,
      all: answers.length,
      last: Object.fromEntries(
        [post, pre].flatMap((trained, n) => WAYS.map(({name}) => [`${NORMS[n]}_${name}`, final(trained[name])])),
      ),
    };
  },
  draw: ({post, pre, frequencies, parameters, steps, done, all, last}, {say, values: {warmup}}) => {
    const step = {label: say('step'), low: 1, high: steps};
    const marks = [{x: warmup, label: say('end')}];
    const panel = (
      /** @type {any} */ trained,
      /** @type {string} */ key,
      /** @type {any} */ y,
      /** @type {any} */ given = {},
    ) =>
      /** @type {PlainFigure} */ ({
        kind: 'chart',
        title: say(key),
        x: step,
        y: {label: '', ...y},
        height: 230,
        marks,
        series: lines(trained, key, say),
        ...given,
      });
    const loss = (/** @type {any} */ trained) =>
      panel(
        trained,
        'losses',
        {label: say('nats'), low: 0, high: 1.8 * frequencies},
        {
          height: 280,
          series: [
            ...lines(trained, 'losses', say),
            {name: say('frequencies'), x: [1, steps], y: [frequencies, frequencies], hue: 'soft', line: 1},
          ],
        },
      );
    const finished = say('reading', {
      steps,
      ...Object.fromEntries(Object.entries(last).map(([name, value]) => [name, written(value)])),
    });
    const progress = say('progress', {done, all});
    return {
      figures: [
        {kind: 'pair', titles: [say('post'), say('pre')], left: [loss(post)], right: [loss(pre)]},
        {
          kind: 'pair',
          titles: ['', ''],
          left: [panel(post, 'sizes', {low: 0, high: 1})],
          right: [panel(post, 'moved', {log: true})],
        },
        {
          kind: 'pair',
          titles: ['', ''],
          left: [panel(post, 'rates', {low: 0})],
          right: [panel(post, 'norms', {log: true})],
        },
      ],
      numbers: {
        ...Object.fromEntries(Object.entries(last).map(([name, value]) => [name, value ?? '…'])),
        first: post.with?.sizes[0] ?? '…',
        frequencies,
        parameters,
        steps,
      },
      reading: done < all ? '' : finished,
      progress,
    };
  },
};
