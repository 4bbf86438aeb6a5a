// A common mistake: what dropout keeps is divided by the wrong probability (5.4).

import {range} from '../../components/maths/model/controls.js';
import {counted, mean} from '../../components/maths/model/linear.js';
import {uniform} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const UNITS = 600;
const SHOWN = 12;

/** @type {Lab} */
export const LAB = {
  name: 'dropout_keep',
  group: 'mistakes',
  order: 26,
  section: '5.4',
  controls: [
    range('rate', {low: 0.05, high: 0.9, step: 0.05, first: facts => facts.dropout}),
    range('layers', {low: 1, high: 12, first: facts => facts.num_layers}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  compute: ({rate, layers, seed}) => {
    const draw = uniform(seed);
    const values = counted(UNITS).map(() => 0.5 + draw());
    const kept = values.map(() => draw() >= rate);
    const dropped = (/** @type {number} */ by) => values.map((value, i) => (kept[i] ? value / by : 0));
    const [wrong, right] = [dropped(rate), dropped(1 - rate)];
    const average = mean(values);
    const factor = (1 - rate) / rate; // of the mean, in each layer
    return {
      values,
      wrong,
      right,
      kept: mean(kept.map(Number)),
      ratioWrong: mean(wrong) / average,
      ratioRight: mean(right) / average,
      depth: counted(layers).map(i => factor ** (i + 1)),
    };
  },
  draw: ({values, wrong, right, kept, ratioWrong, ratioRight, depth}, {say}) => {
    const labels = counted(SHOWN).map(i => String(i + 1));
    const bars = (/** @type {number[]} */ after, /** @type {string} */ title) =>
      /** @type {any} */ ({
        kind: 'bars',
        title,
        labels,
        y: {label: say('value'), low: 0, high: Math.max(2, ...wrong.slice(0, SHOWN), ...right.slice(0, SHOWN))},
        x: {label: say('unit')},
        height: 240,
        series: [
          {name: say('before'), values: values.slice(0, SHOWN), hue: 'faint'},
          {name: say('after'), values: after.slice(0, SHOWN), hue: 'encoder'},
        ],
      });
    return {
      figures: [
        {kind: 'pair', left: [bars(wrong, say('wrong'))], right: [bars(right, say('right'))]},
        {
          kind: 'chart',
          title: say('depth'),
          x: {label: say('layers'), ticks: depth.map((/** @type {number} */ _, /** @type {number} */ i) => i + 1)},
          y: {label: say('factor'), log: true},
          height: 240,
          series: [
            {name: say('wrong'), x: counted(depth.length).map(i => i + 1), y: depth, hue: 'cross'},
            {name: say('right'), x: counted(depth.length).map(i => i + 1), y: depth.map(() => 1), hue: 'decoder'},
          ],
        },
      ],
      numbers: {kept, ratio_wrong: ratioWrong, ratio_right: ratioRight},
    };
  },
};
