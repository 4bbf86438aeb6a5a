// Positional encoding (3.5): curves and the whole matrix.

import {oneOf, range} from '../../components/maths/model/controls.js';
import {counted, encodingOf} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** The rows of the last width and base: a moved length takes the first of them. */
let known = {d_model: 0, base: 0, rows: /** @type {number[][]} */ ([])};

/**
 * The encodings of the first positions.
 * @param {number} length
 * @param {number} d_model
 * @param {number} base
 */
const encodings = (length, d_model, base) => {
  if (known.d_model !== d_model || known.base !== base) known = {d_model, base, rows: []};
  for (let pos = known.rows.length; pos < length; pos++) known.rows.push(encodingOf(pos, d_model, base));
  return known.rows.slice(0, length);
};

/** @type {Lab} */
export const LAB = {
  name: 'positional',
  group: 'positions',
  order: 1,
  section: '3.5',
  see: ['rotation', 'permutation'],
  controls: [
    range('d_model', {low: 4, high: 512, step: 2, first: facts => facts.d_model}),
    range('length', {low: 2, high: 128, first: 96}),
    range('pair', {low: 0, high: 255, first: 4}),
    oneOf('base', ['10', '100', '1000', '10000', '100000'], '10000'),
  ],
  compute: ({d_model, length, base}) => {
    const wavelengths = counted(d_model).map(d => 2 * Math.PI * Number(base) ** ((2 * Math.floor(d / 2)) / d_model));
    return {wavelengths, encoding: encodings(length, d_model, Number(base))};
  },
  draw: ({wavelengths, encoding}, {say, values}) => {
    const last = values.d_model / 2 - 1;
    const pair = Math.min(values.pair, last);
    const positions = counted(encoding.length);
    const curve = (/** @type {number} */ d, /** @type {any} */ given) => ({
      x: positions,
      y: encoding.map((/** @type {number[]} */ row) => row[d]),
      ...given,
    });
    return {
      figures: [
        {
          kind: 'chart',
          title: say('curves', {pair, last}),
          x: {label: say('position')},
          y: {label: 'PE', low: -1.1, high: 1.1, ticks: [-1, -0.5, 0, 0.5, 1]},
          height: 260,
          series: [
            curve(0, {name: say('sine', {d: 0}), hue: 'faint', line: 1}),
            curve(2 * pair, {name: say('sine', {d: 2 * pair}), hue: 'encoder'}),
            curve(2 * pair + 1, {name: say('cosine', {d: 2 * pair + 1}), hue: 'cross', dash: true}),
          ],
        },
        {
          kind: 'matrix',
          title: say('matrix'),
          values: encoding,
          rowTitle: say('position'),
          columnTitle: say('dimension'),
          scale: 'signed',
          high: 1,
          height: 360,
          written: false,
        },
      ],
      numbers: {wavelength: wavelengths[2 * pair], shortest: wavelengths[0], longest: wavelengths[2 * last]},
    };
  },
};
