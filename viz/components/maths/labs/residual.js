// The residual stream: what each sub-layer adds, measured on the sentence at hand.

import {oneOf, pick} from '../model/controls.js';

/** @import {Lab} from '../types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'residual',
  group: 'layer',
  order: 3,
  section: '3.1',
  controls: [oneOf('side', ['encoder', 'decoder']), pick('token', facts => facts.source)],
  ask: ({side}) => ({side}),
  compute: ({token}, _, {sites, stream, added, cosine}) => {
    const at = Math.min(token, stream[0].length - 1), of = (/** @type {number[][]} */ rows) => rows.map(row => row[at]);
    return {sites, stream: of(stream), added: of(added), cosine: of(cosine), at};
  },
  draw: ({sites, stream, added, cosine}, {say}) => ({
    figures: [
      {kind: 'bars', title: say('norms'), labels: sites, y: {label: say('norm')}, height: 280, series: [
        {name: say('stream'), values: stream, hue: 'faint'}, {name: say('added'), values: added, hue: 'encoder'}]},
      {kind: 'bars', title: say('direction'), labels: sites, y: {label: say('cosine'), low: -1, high: 1}, height: 240, series: [{name: '', values: cosine, hue: 'decoder'}]},
    ],
    numbers: {first: stream[0], last: stream[stream.length - 1], largest: Math.max(...added)},
  }),
};
