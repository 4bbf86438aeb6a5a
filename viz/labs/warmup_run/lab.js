// The schedule against the recorded training of the loaded model (5.3).

import {range, toggle} from '../../components/maths/model/controls.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'warmup_run',
  group: 'training',
  order: 8,
  section: '5.3',
  controls: [
    range('warmup', {low: 1, high: 16000, first: facts => facts.warmup_steps}),
    range('factor', {low: 0.05, high: 10, step: 0.01, first: facts => facts.rate_factor}),
    toggle('logarithmic'),
  ],
  ask: () => ({}),
  compute: ({warmup, factor}, {d_model}, {steps, rates, losses, norms, cooldown, start}) => ({
    steps,
    rates,
    losses,
    norms,
    cooldown,
    start,
    rule: steps.map(
      (/** @type {number} */ step) => factor * d_model ** -0.5 * Math.min(step ** -0.5, step * warmup ** -1.5),
    ),
    peak: factor * (d_model * warmup) ** -0.5,
  }),
  draw: ({steps, rates, losses, norms, cooldown, start, rule, peak}, {say, facts, values: {logarithmic: log}}) => ({
    reading:
      start === null
        ? ''
        : say('continued', {
            start,
            first: num(losses[0], 3),
            uniform: num(Math.log(facts.vocabulary), 3),
            vocabulary: num(facts.vocabulary),
          }),
    figures: [
      {
        kind: 'chart',
        title: say('rates'),
        x: {label: say('step'), log},
        y: {label: say('rate'), low: log ? undefined : 0, log},
        height: 260,
        series: [
          {name: say('recorded'), x: steps, y: rates, hue: 'encoder'},
          {name: say('rule'), x: steps, y: rule, hue: 'cross', dash: true},
        ],
      },
      {
        kind: 'chart',
        title: say('losses'),
        x: {label: say('step'), log},
        y: {label: say('nats')},
        height: 240,
        series: [{name: '', x: steps, y: losses, hue: 'encoder'}],
      },
      {
        kind: 'chart',
        title: say('norms'),
        x: {label: say('step'), log},
        y: {label: say('norm'), log: true},
        height: 220,
        series: [{name: '', x: steps, y: norms, hue: 'decoder'}],
      },
    ],
    numbers: {peak, recorded: Math.max(...rates), last_step: steps[steps.length - 1], cooldown},
  }),
};
