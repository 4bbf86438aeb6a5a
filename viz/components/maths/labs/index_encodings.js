// The encodings that fail: the index, the normalised index, binary digits (3.5).

import {range} from '../model/controls.js';
import {counted} from '../model/linear.js';
import {encodingOf} from '../model/positions.js';

/** @import {Lab} from '../types.js' */

const BITS = 10;

/** @type {Record<string, (p: number, length: number, d: number) => number[]>} */
const WAYS = {
  index: p => [p],
  normalised: (p, length) => [length > 1 ? p / (length - 1) : 0],
  binary: p => counted(BITS).map(bit => p >> bit & 1),
  sinusoids: (p, _, d) => encodingOf(p, d),
};

/** @type {Lab} */
export const LAB = {
  name: 'index_encodings',
  group: 'positions',
  order: 7,
  section: '3.5',
  controls: [range('short', {low: 3, high: 30, first: 8}), range('long', {low: 10, high: 120, first: 60}), range('d_model', {low: 4, high: 256, step: 2, first: 32})],
  compute: ({short, long, d_model}) => Object.entries(WAYS).map(([name, way]) => {
    const of = (/** @type {number} */ length) => counted(length).map(p => way(p, length, d_model)), all = of(long);
    const step = (/** @type {number[][]} */ rows) => rows.slice(1).map((row, p) => Math.hypot(...row.map((one, i) => one - rows[p][i])));
    return {name, norms: all.map(row => Math.hypot(...row)), steps: step(all), stepShort: step(of(short))[0], stepLong: step(all)[0], largest: Math.max(...all.map(row => Math.hypot(...row)))};
  }),
  draw: (ways, {say, values: {long}}) => {
    const x = counted(long);
    return {
      figures: [
        {kind: 'chart', title: say('norms'), x: {label: say('position')}, y: {label: say('norm'), low: 0, high: 12}, height: 260, series: ways.map((/** @type {any} */ way, /** @type {number} */ i) => ({name: say(way.name), x, y: way.norms, hue: i}))},
        {kind: 'chart', title: say('steps'), x: {label: say('position')}, y: {label: say('distance'), low: 0}, height: 260, series: ways.map((/** @type {any} */ way, /** @type {number} */ i) => ({name: say(way.name), x: x.slice(1), y: way.steps, hue: i}))},
        {kind: 'table', title: say('table'), head: ['', say('largest'), say('in_short'), say('in_long')], rows: ways.map((/** @type {any} */ way) => [say(way.name), way.largest, way.stepShort, way.stepLong])},
      ],
      numbers: {index: ways[0].largest, sinusoids: ways[3].largest},
    };
  },
};
