// The residual stream: what each sub-layer adds, measured on the sentence at hand.

import {oneOf, range} from '../../components/maths/model/controls.js';
import {readTokens} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/**
 * The layer and the name of a sub-layer, such as 0.feed_forward.
 * @param {string} site
 */
const parted = site => {
  const [layer, part] = site.split('.');
  return {layer: Number(layer) + 1, part};
};

/** @type {Lab} */
export const LAB = {
  name: 'residual',
  group: 'layer',
  order: 3,
  section: '3.1',
  controls: [
    oneOf('side', ['encoder', 'decoder']),
    range('position', {low: 0, high: ({source, target}) => Math.max(source.length, target.length, 1) - 1, first: 1}),
  ],
  ask: ({side}) => ({side}),
  compute: ({position}, _, {sites, stream, added, cosine}) => {
    const at = Math.min(position, stream[0].length - 1);
    const of = (/** @type {number[][]} */ rows) => rows.map(row => row[at]);
    return {sites, stream: of(stream), added: of(added), cosine: of(cosine), at};
  },
  draw: ({sites, stream, added, cosine, at}, {say, facts, values: {side}}) => {
    const token = ((side === 'encoder' ? facts.source : readTokens(facts))[at] ?? '').trim();
    const labels = sites.map((/** @type {string} */ site) => {
      const {layer, part} = parted(site);
      return say(part, {layer});
    });
    return {
      figures: [
        {
          kind: 'bars',
          title: say('norms', {token}),
          labels,
          y: {label: say('norm')},
          height: 280,
          series: [
            {name: say('stream'), values: stream, hue: 'faint'},
            {name: say('added'), values: added, hue: 'encoder'},
          ],
        },
        {
          kind: 'bars',
          title: say('direction'),
          labels,
          y: {label: say('cosine'), low: -1, high: 1},
          height: 240,
          series: [{name: '', values: cosine, hue: 'decoder'}],
        },
      ],
      numbers: {first: stream[0], last: stream[stream.length - 1], largest: Math.max(...added)},
    };
  },
};
