// Learning-rate schedule (5.3, Eq. 3).

import {range, toggle} from '../model/controls.js';
import {counted} from '../model/linear.js';
import {num} from '../model/numbers.js';

/** @import {Lab} from '../types.js' */

const POINTS = 240;

/**
 * Equation 3.
 * @param {number} step
 * @param {{d_model: number, warmup: number, factor: number}} setting
 */
const rateAt = (step, {d_model, warmup, factor}) => factor * d_model ** -0.5 * Math.min(step ** -0.5, step * warmup ** -1.5);

/** @type {Lab} */
export const LAB = {
  name: 'schedule',
  group: 'training',
  order: 1,
  section: '5.3',
  see: ['why_warmup'],
  controls: [
    range('d_model', {low: 16, high: 1024, step: 16, first: facts => facts.d_model}),
    range('warmup', {low: 1, high: 16000, first: facts => facts.warmup_steps}),
    range('factor', {low: 0.05, high: 10, step: 0.05, first: facts => facts.rate_factor}),
    range('last', {low: 500, high: 100000, step: 500, first: facts => Math.max(2 * facts.warmup_steps, facts.last_step)}),
    toggle('logarithmic'),
  ],
  compute: values => {
    const {last, warmup} = values;
    const spaced = counted(POINTS).flatMap(i => [1 + i / (POINTS - 1) * (last - 1), last ** (i / (POINTS - 1))]);
    const steps = [...new Set([...spaced.map(Math.round), ...warmup <= last ? [warmup] : []])].sort((a, b) => a - b);
    const paper = {d_model: 512, warmup: 4000, factor: 1};
    return {steps, rates: steps.map(step => rateAt(step, values)), paper: steps.map(step => rateAt(step, paper)),
      peak: rateAt(warmup, values), paperPeak: rateAt(4000, paper)};
  },
  draw: ({steps, rates, paper, peak, paperPeak}, {say, values: {warmup, logarithmic: log}}) => ({
    figures: [{kind: 'chart', title: say('chart'), x: {label: say('step'), log}, y: {label: say('rate'), log, ...log ? {} : {low: 0}}, height: 360, series: [
      {name: say('own'), x: steps, y: rates, hue: 'encoder'},
      {name: say('paper'), x: steps, y: paper, hue: 'faint', dash: true},
    ], marks: [{x: warmup, label: say('peak', {rate: num(peak, 3)})}]}],
    numbers: {peak, at: warmup, paper_peak: paperPeak},
  }),
};
