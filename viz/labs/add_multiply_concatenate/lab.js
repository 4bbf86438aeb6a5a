// Adding, multiplying or concatenating positions (3.5).

import {oneOf, pick} from '../../components/maths/model/controls.js';
import {cosine, mean, norm} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

const SHOWN = 32; // components

/** @type {Record<string, (word: number[], position: number[]) => number[]>} */
const WAYS = {
  add: (word, position) => word.map((one, d) => one + position[d]),
  multiply: (word, position) => word.map((one, d) => one * position[d]),
  concatenate: (word, position) => [...word, ...position],
};

/** @type {Lab} */
export const LAB = {
  name: 'add_multiply_concatenate',
  group: 'positions',
  order: 8,
  section: '3.5',
  controls: [oneOf('way', Object.keys(WAYS)), pick('token', facts => facts.source)],
  ask: () => ({}),
  compute: ({way, token}, {d_model}, {words, positions}) => {
    const at = Math.min(token, words.length - 1);
    const joined = /** @type {number[][]} */ (words).map((word, i) => WAYS[way](word, positions[i]));
    const isLonger = way === 'concatenate';
    const pad = (/** @type {number[]} */ part, /** @type {boolean} */ last) =>
      isLonger ? [...(last ? part.map(() => 0) : part), ...(last ? part : part.map(() => 0))] : part;
    const width = isLonger ? 2 * d_model : d_model;
    return {
      word: words[at],
      position: positions[at],
      joined: joined[at],
      width,
      projections: 4 * width * d_model,
      toWord: joined.map((one, i) => cosine(one, pad(words[i], false))),
      toPosition: joined.map((one, i) => cosine(one, pad(positions[i], true))),
      small: mean(joined.map(row => mean(row.map(one => Number(Math.abs(one) < 0.05))))),
      length: norm(joined[at]),
    };
  },
  draw: ({word, position, joined, width, projections, toWord, toPosition, small, length}, {say, facts}) => {
    const labels = joined.slice(0, SHOWN).map((/** @type {any} */ _, /** @type {number} */ d) => String(d));
    return {
      figures: [
        {
          kind: 'bars',
          title: say('components'),
          labels,
          x: {label: say('component')},
          y: {label: ''},
          height: 260,
          series: [
            {name: say('word'), values: word.slice(0, SHOWN), hue: 'faint'},
            {name: say('position'), values: position.slice(0, SHOWN), hue: 'decoder'},
            {name: say('joined'), values: joined.slice(0, SHOWN), hue: 'cross'},
          ],
        },
        {
          kind: 'bars',
          title: say('cosines'),
          labels: facts.source,
          y: {label: say('cosine'), low: -1, high: 1},
          height: 280,
          series: [
            {name: say('to_word'), values: toWord, hue: 'encoder'},
            {name: say('to_position'), values: toPosition, hue: 'decoder'},
          ],
        },
      ],
      numbers: {to_word: mean(toWord), to_position: mean(toPosition), small, length, width, projections},
    };
  },
};
