// Byte-pair merges of the reader's own sentence, in order (5.1).

import {entry, oneOf, range} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

const ALL = 200; // the right end of the slider, which applies every merge: a sentence may have more

/** @type {Lab} */
export const LAB = {
  name: 'byte_pairs',
  group: 'data',
  order: 1,
  section: '5.1',
  controls: [
    entry('text', facts => facts.text || 'The cat sat on the mat.', {lines: 2, most: 200}),
    oneOf('side', ['source', 'target']),
    range('merges', {low: 0, high: ALL, first: ALL}),
  ],
  ask: ({text, side}) => ({text, side}),
  compute: ({merges}, _, {steps, tokens, bytes, characters}) => {
    const last = steps.length - 1;
    const at = merges === ALL ? last : Math.min(merges, last);
    const {rank, pieces, made} = steps[at];
    return {
      at,
      last,
      rank,
      pieces,
      made,
      tokens,
      bytes,
      perPiece: characters / pieces.length,
      counts: steps.map((/** @type {any} */ one) => one.pieces.length),
    };
  },
  draw: ({at, last, rank, pieces, made, tokens, bytes, perPiece, counts}, {say}) => ({
    figures: [
      {
        kind: 'tokens',
        title: say('pieces', {at, all: last}),
        tokens: pieces.map((/** @type {string} */ text, /** @type {number} */ i) => ({
          text,
          share: at && made[i] === rank ? 0.5 : 0,
          note: made[i] < 0 ? say('byte') : num(made[i] + 1),
          hue: 'decoder',
        })),
      },
      {
        kind: 'chart',
        title: say('chart'),
        x: {label: say('merge')},
        y: {label: say('count'), low: 0},
        height: 240,
        marks: [{x: at, label: ''}],
        series: [{name: '', x: counted(last + 1), y: counts, hue: 'encoder'}],
      },
    ],
    numbers: {
      applied: at,
      learned_as: rank < 0 ? say('none') : rank + 1,
      pieces: pieces.length,
      per_piece: perPiece,
      bytes,
      tokens,
    },
  }),
};
