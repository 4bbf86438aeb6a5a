// Byte-pair merges of the reader's own sentence, in order (5.1).

import {entry, oneOf, range} from '../model/controls.js';
import {counted} from '../model/linear.js';

/** @import {Lab} from '../types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'byte_pairs',
  group: 'data',
  order: 1,
  section: '5.1',
  controls: [entry('text', facts => facts.text || 'The cat sat on the mat.', {lines: 2, most: 200}), oneOf('side', ['source', 'target']), range('merges', {low: 0, high: 200, first: 200})],
  ask: ({text, side}) => ({text, side}),
  compute: ({merges}, _, {steps, tokens, bytes}) => {
    const at = Math.min(merges, steps.length - 1);
    return {steps, at, pieces: steps[at].pieces, rank: steps[at].rank, tokens, bytes, counts: steps.map((/** @type {any} */ one) => one.pieces.length)};
  },
  draw: ({steps, at, pieces, rank, tokens, bytes, counts}, {say}) => {
    const before = new Set(at ? steps[at - 1].pieces : pieces);
    return {
      figures: [
        {kind: 'tokens', title: say('pieces', {at, all: steps.length - 1}), tokens: pieces.map((/** @type {string} */ text) => ({text, share: before.has(text) ? 0 : 0.5, hue: 'decoder'}))},
        {kind: 'chart', title: say('chart'), x: {label: say('merge')}, y: {label: say('count'), low: 0}, height: 240, marks: [{x: at, label: ''}], series: [{name: '', x: counted(steps.length), y: counts, hue: 'encoder'}]},
      ],
      numbers: {applied: at, learned_as: rank < 0 ? say('none') : rank + 1, pieces: pieces.length, bytes, tokens, bytes_per_token: bytes / Math.max(1, tokens)},
    };
  },
};
