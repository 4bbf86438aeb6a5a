// A common mistake: the cosine's exponent is written (2i + 1) / d_model (3.5).

import {range} from '../../components/maths/model/controls.js';
import {counted, dot, encodingOf, norm} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

const POSITIONS = 60;

/** The encoding with the mistake. @param {number} pos @param {number} d */
const wrongEncoding = (pos, d) => counted(d).map(j => (j % 2 ? Math.cos : Math.sin)(pos / 10000 ** (j / d)));

/** @type {Lab} */
export const LAB = {
  name: 'cosine_exponent',
  group: 'mistakes',
  order: 5,
  section: '3.5',
  controls: [
    range('d_model', {low: 4, high: 128, step: 2, first: 16}),
    range('pair', {low: 0, high: 63, first: 1}),
    range('offset', {low: 1, high: 40, first: 5}),
  ],
  compute: ({d_model, pair, offset}) => {
    const positions = counted(POSITIONS);
    const i = Math.min(pair, d_model / 2 - 1);
    const of = (/** @type {(p: number, d: number) => number[]} */ way) => {
      const all = counted(POSITIONS + offset).map(p => way(p, d_model));
      return {
        sine: positions.map(p => all[p][2 * i]),
        cosine: positions.map(p => all[p][2 * i + 1]),
        radius: positions.map(p => Math.hypot(all[p][2 * i], all[p][2 * i + 1])),
        products: positions.map(p => dot(all[p], all[p + offset])),
        lengths: positions.map(p => norm(all[p])),
      };
    };
    return {positions, wrong: of(wrongEncoding), right: of(encodingOf), i};
  },
  draw: ({positions, wrong, right, i}, {say, values: {offset}}) => {
    const circle = (/** @type {any} */ {sine, cosine}, /** @type {string} */ title) =>
      /** @type {any} */ ({
        kind: 'chart',
        title,
        x: {label: say('sine', {d: 2 * i}), low: -1.2, high: 1.2},
        y: {label: say('cosine', {d: 2 * i + 1}), low: -1.2, high: 1.2},
        isSquare: true,
        series: [{name: '', x: sine, y: cosine, dots: true, hue: 'encoder'}],
      });
    const spread = (/** @type {number[]} */ values) => Math.max(...values) - Math.min(...values);
    return {
      figures: [
        {
          kind: 'pair',
          left: [circle(wrong, say('pair_title', {pair: i}))],
          right: [circle(right, say('pair_title', {pair: i}))],
        },
        {
          kind: 'chart',
          title: say('products', {offset}),
          x: {label: say('position')},
          y: {label: say('product')},
          height: 240,
          series: [
            {name: say('with_wrong'), x: positions, y: wrong.products, hue: 'cross'},
            {name: say('with_right'), x: positions, y: right.products, hue: 'decoder'},
          ],
        },
      ],
      numbers: {
        radius_wrong: spread(wrong.radius),
        radius_right: spread(right.radius),
        product_wrong: spread(wrong.products),
        product_right: spread(right.products),
      },
    };
  },
};
