// The encodings that fail: the index, the normalised index, binary digits (3.5).

import {range} from '../../components/maths/model/controls.js';
import {counted, encodingOf, norm} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

const BITS = 10;
const HIGH = 12; // the highest norm drawn at least

/** @type {Record<string, (p: number, length: number, d: number) => number[]>} */
const WAYS = {
  index: p => [p],
  normalised: (p, length) => [length > 1 ? p / (length - 1) : 0],
  binary: p => counted(BITS).map(bit => (p >> bit) & 1),
  sinusoids: (p, _, d) => encodingOf(p, d),
};

/** @type {Lab} */
export const LAB = {
  name: 'index_encodings',
  group: 'positions',
  order: 7,
  section: '3.5',
  controls: [
    range('short', {low: 3, high: 30, first: 8}),
    range('long', {low: 10, high: 120, first: 60}),
    range('d_model', {low: 4, high: 256, step: 2, first: 32}),
  ],
  compute: ({short, long, d_model}) =>
    Object.entries(WAYS).map(([name, way]) => {
      const of = (/** @type {number} */ length) => counted(length).map(p => way(p, length, d_model));
      const all = of(long);
      const step = (/** @type {number[][]} */ rows) =>
        rows.slice(1).map((row, p) => norm(row.map((one, i) => one - rows[p][i])));
      const norms = all.map(norm);
      const steps = step(all);
      return {
        name,
        norms,
        steps,
        stepShort: step(of(short).slice(0, 2))[0],
        stepLong: steps[0],
        largest: Math.max(...norms),
      };
    }),
  draw: (ways, {say, values: {long}, facts: {embedding_norm: embedding}}) => {
    const x = counted(long);
    const high = Math.ceil(1.2 * Math.max(HIGH / 1.2, embedding, ways[3].largest));
    return {
      figures: [
        {
          kind: 'chart',
          title: say('norms', {high}),
          x: {label: say('position')},
          y: {label: say('norm'), low: 0, high},
          height: 260,
          levels: embedding ? [{y: embedding, label: say('embedding', {norm: num(embedding, 3)})}] : [],
          series: ways.map((/** @type {any} */ way, /** @type {number} */ i) => ({
            name: say(way.name),
            x,
            y: way.norms,
            hue: i,
          })),
        },
        {
          kind: 'chart',
          title: say('steps'),
          x: {label: say('position')},
          y: {label: say('distance'), low: 0},
          height: 260,
          series: ways.map((/** @type {any} */ way, /** @type {number} */ i) => ({
            name: say(way.name),
            x: x.slice(1),
            y: way.steps,
            hue: i,
          })),
        },
        {
          kind: 'table',
          title: say('table'),
          head: ['', say('largest'), say('in_short'), say('in_long')],
          rows: ways.map((/** @type {any} */ way) => [say(way.name), way.largest, way.stepShort, way.stepLong]),
        },
      ],
      numbers: {index: ways[0].largest, sinusoids: ways[3].largest, ...(embedding ? {embedding} : {})},
    };
  },
};
