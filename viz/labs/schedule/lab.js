// Learning-rate schedule (5.3, Eq. 3).

import {range, toggle} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

const POINTS = 240;
const PAPER = {d_model: 512, warmup: 4000, factor: 1};
const LAST = 20_000; // steps drawn at first: the paper's peak is in sight

/**
 * Equation 3.
 * @param {number} step
 * @param {{d_model: number, warmup: number, factor: number}} setting
 */
const rateAt = (step, {d_model, warmup, factor}) =>
  factor * d_model ** -0.5 * Math.min(step ** -0.5, step * warmup ** -1.5);

/** @type {Lab} */
export const LAB = {
  name: 'schedule',
  group: 'training',
  order: 1,
  section: '5.3',
  see: ['why_warmup'],
  controls: [
    range('d_model', {low: 16, high: 1024, step: 16, first: PAPER.d_model}),
    range('warmup', {low: 1, high: 16000, first: PAPER.warmup}),
    range('factor', {low: 0.05, high: 10, step: 0.01, first: PAPER.factor}),
    range('last', {low: 500, high: 100000, step: 500, first: facts => Math.max(LAST, facts.last_step ?? 0)}),
    toggle('logarithmic'),
  ],
  compute: (values, facts) => {
    const {last, warmup} = values;
    const own = {d_model: facts.d_model, warmup: facts.warmup_steps, factor: facts.rate_factor};
    const spaced = counted(POINTS).flatMap(i => [1 + (i / (POINTS - 1)) * (last - 1), last ** (i / (POINTS - 1))]);
    const whole = [
      ...spaced.map(Math.round),
      ...[warmup, own.warmup, facts.last_step ?? 0].filter(step => step > 0 && step <= last),
    ];
    const steps = [...new Set(whole)].sort((a, b) => a - b);
    const trained = steps.filter(step => step <= (facts.last_step || Infinity));
    return {
      steps,
      rates: steps.map(step => rateAt(step, values)),
      trained,
      model: trained.map(step => rateAt(step, own)),
      peak: rateAt(warmup, values),
      paperPeak: rateAt(PAPER.warmup, PAPER),
      modelPeak: rateAt(own.warmup, own),
    };
  },
  draw: (
    {steps, rates, trained, model, peak, paperPeak, modelPeak},
    {say, facts, values: {warmup, logarithmic: log}},
  ) => ({
    figures: [
      {
        kind: 'chart',
        title: say('chart'),
        x: {label: say('step'), log},
        y: {label: say('rate'), log, ...(log ? {} : {low: 0})},
        height: 360,
        series: [
          {name: say('own'), x: steps, y: rates, hue: 'encoder'},
          {
            name: say('model', {
              d_model: num(facts.d_model),
              warmup: num(facts.warmup_steps),
              factor: num(facts.rate_factor),
            }),
            x: trained,
            y: model,
            hue: 'soft',
            dash: true,
          },
        ],
        marks: [{x: warmup, label: say('peak', {rate: num(peak, 3)})}],
      },
    ],
    numbers: {peak, at: warmup, paper_peak: paperPeak, model_peak: modelPeak},
  }),
};
