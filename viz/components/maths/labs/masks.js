// The masks of 3.2.3 on the sentence at hand, in a batch with a shorter or longer one.

import {oneOf, entry} from '../model/controls.js';

/** @import {Hue, Lab} from '../types.js' */

/** @type {Record<string, Hue>} */
const HUES = {encoder: 'encoder', padding: 'decoder', causal: 'decoder', combined: 'decoder', cross: 'cross'};

/** @type {Lab} */
export const LAB = {
  name: 'masks',
  group: 'attention',
  order: 2,
  section: '3.2.3',
  controls: [
    oneOf('kind', ['encoder', 'padding', 'causal', 'combined', 'cross'], 'combined'),
    entry('other', facts => facts.examples.find(text => text !== facts.text) ?? '', {lines: 2}),
  ],
  ask: ({other}) => ({other}),
  compute: ({kind}, _, {masks, sources, reads}) => ({
    masks: masks[kind], rows: kind === 'encoder' ? sources : reads, columns: kind === 'encoder' || kind === 'cross' ? sources : reads,
  }),
  draw: ({masks, rows, columns}, {say, values: {kind}}) => ({
    figures: [0, 1].map(i => ({kind: 'matrix', title: say('sentence', {number: i + 1}), values: masks[i], rows: rows[i], columns: columns[i],
      rowTitle: say('query'), columnTitle: say('key'), written: false, hue: HUES[kind], ends: [say('closed'), say('open')]})),
    numbers: {open: masks[0].flat().filter(Boolean).length, closed: masks[0].flat().filter((/** @type {number} */ one) => !one).length},
    reading: say(`reading.${kind}`),
  }),
};
