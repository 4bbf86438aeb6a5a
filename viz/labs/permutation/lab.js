// Self-attention is permutation-equivariant: two tokens swapped, with and without positions (3.5).

import {pick} from '../../components/maths/model/controls.js';

/** @import {Lab} from '../../components/maths/types.js' */

/**
 * The places of tokens that are a word of their own, so that swapping two of them swaps words.
 * @param {string[]} tokens
 */
const wholeWords = tokens =>
  tokens.flatMap((token, i) => (/^ \p{L}/u.test(token) && !/^\p{L}/u.test(tokens[i + 1] ?? '') ? [i] : []));

/** @type {Lab} */
export const LAB = {
  name: 'permutation',
  group: 'attention',
  order: 9,
  section: '3.5',
  controls: [
    pick(
      'first',
      facts => facts.source,
      facts => wholeWords(facts.source)[0] ?? 0,
    ),
    pick(
      'second',
      facts => facts.source,
      facts => wholeWords(facts.source)[1] ?? Math.min(2, facts.source.length - 1),
    ),
  ],
  ask: ({first, second}) => ({first, second}),
  compute: (_, {source}, {without, with_positions: withPositions, length}) => ({
    source,
    without,
    withPositions,
    length,
  }),
  draw: ({source, without, withPositions, length}, {say, values: {first, second}}) => {
    const swapped = [...source];
    [swapped[first], swapped[second]] = [source[second], source[first]];
    const tokens = (/** @type {string[]} */ all) =>
      all.map((text, i) => ({
        text,
        share: i === first || i === second ? 0.4 : 0,
        hue: /** @type {const} */ ('encoder'),
      }));
    return {
      figures: [
        {kind: 'tokens', title: say('before'), tokens: tokens(source)},
        {kind: 'tokens', title: say('after'), tokens: tokens(swapped)},
        {
          kind: 'bars',
          title: say('chart'),
          labels: source,
          y: {label: say('distance'), low: 0},
          height: 300,
          series: [
            {name: say('without'), values: without, hue: 'decoder'},
            {name: say('with'), values: withPositions, hue: 'cross'},
          ],
        },
      ],
      numbers: {without: Math.max(...without), with_positions: Math.max(...withPositions), length},
    };
  },
};
