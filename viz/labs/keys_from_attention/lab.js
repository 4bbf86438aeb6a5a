// A common mistake: "K and V of cross-attention are the encoder's attention" (3.2.3).

import {everyLayer, pick} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'keys_from_attention',
  group: 'mistakes',
  order: 11,
  section: '3.2.3',
  controls: [pick('layer', facts => everyLayer(facts)), pick('head', facts => counted(facts.num_heads).map(() => ''))],
  ask: ({layer, head}) => ({kind: 'cross', layer, head}),
  compute: (_, __, answer) => answer,
  draw: ({memory, keys, again, errors, alike, encoder}, {say, facts, values: {layer}}) => {
    const of = (/** @type {number[][]} */ values, /** @type {string} */ title) =>
      /** @type {any} */ ({
        kind: 'matrix',
        title,
        values,
        rows: facts.source,
        rowTitle: say('token'),
        columnTitle: say('component'),
        scale: 'signed',
        written: false,
        height: 260,
      });
    return {
      figures: [
        {kind: 'pair', left: [of(encoder, say('encoder'))], right: [of(keys, say('keys', {layer: layer + 1}))]},
        of(again, say('again', {layer: layer + 1})),
        {
          kind: 'bars',
          title: say('alike', {layer: layer + 1}),
          labels: alike.map((/** @type {any} */ _, /** @type {number} */ i) => String(i + 1)),
          x: {label: say('layer_axis')},
          y: {label: say('cosine'), low: -1, high: 1},
          height: 220,
          series: [{name: '', values: alike, hue: 'cross'}],
        },
      ],
      numbers: {
        error: Math.max(...errors),
        memory: `[${memory.length}, ${memory[0].length}]`,
        key: `[${keys.length}, ${keys[0].length}]`,
      },
    };
  },
};
