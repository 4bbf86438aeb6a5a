// The factor sqrt(d_model) of the embedding (3.4): it balances the token against its position.

import {oneOf, range} from '../../components/maths/model/controls.js';
import {mean} from '../../components/maths/model/linear.js';
import {num, percent} from '../../components/maths/model/numbers.js';

/** @import {Facts, Lab} from '../../components/maths/types.js' */

const MOST = 24; // tokens that are drawn

const reads = (/** @type {Facts} */ {source, target}, /** @type {string} */ side) =>
  side === 'source' ? source : ['<s>', ...target.slice(0, -1)];

/**
 * How much of the sum of a scaled embedding and its position is the token.
 * @param {{words: number[], positions: number[], products: number[]}} norms
 * @param {number} factor
 */
const balance = ({words, positions, products}, factor) => {
  const scaled = words.map(word => factor * word);
  const shares = scaled.map((word, i) => word ** 2 / (word ** 2 + positions[i] ** 2));
  const cosines = scaled.map((word, i) => {
    const along = factor * products[i];
    const sum = Math.sqrt(word ** 2 + 2 * along + positions[i] ** 2);
    return (word ** 2 + along) / (word * sum);
  });
  return {
    scaled,
    shares,
    cosines,
    ratio: mean(scaled.map((word, i) => word / positions[i])),
    share: mean(shares),
    cosine: mean(cosines),
  };
};

/** @type {Lab} */
export const LAB = {
  name: 'embedding_scale',
  group: 'layer',
  order: 2.5,
  section: '3.4',
  controls: [oneOf('side', ['source', 'target']), range('power', {low: 0, high: 1, step: 0.05, first: 0.5})],
  ask: () => ({}),
  compute: ({side, power}, {d_model}, answer) => ({
    ...answer[side],
    factor: d_model ** power,
    own: balance(answer[side], d_model ** power),
    plain: balance(answer[side], 1),
  }),
  draw: ({words, positions, factor, own, plain}, {say, facts, values: {side}}) => {
    const tokens = reads(facts, side);
    const labels = tokens.slice(0, MOST);
    const drawn = labels.length;
    const shown = (/** @type {number[]} */ list) => list.slice(0, MOST);
    return {
      figures: [
        {
          kind: 'bars',
          title: say('norms', {drawn, total: tokens.length}),
          labels,
          y: {label: say('norm'), low: 0},
          height: 300,
          series: [
            {name: say('plain'), values: shown(words), hue: 'faint'},
            {name: say('scaled', {factor: num(factor, 3)}), values: shown(own.scaled), hue: 'encoder'},
            {name: say('position'), values: shown(positions), hue: 'cross'},
          ],
        },
        {
          kind: 'bars',
          title: say('shares'),
          labels,
          y: {label: say('share'), low: 0, high: 1},
          height: 260,
          series: [
            {name: say('without'), values: shown(plain.shares), hue: 'faint'},
            {name: say('with', {factor: num(factor, 3)}), values: shown(own.shares), hue: 'encoder'},
          ],
        },
      ],
      numbers: {
        factor,
        word: mean(words),
        position: mean(positions),
        expected: Math.sqrt(facts.d_model / 2),
        ratio_plain: plain.ratio,
        ratio: own.ratio,
        share_plain: percent(plain.share),
        share: percent(own.share),
        cosine_plain: plain.cosine,
        cosine: own.cosine,
      },
      reading: say('reading', {plain: num(plain.ratio, 3), ratio: num(own.ratio, 3), factor: num(factor, 3)}),
    };
  },
};
