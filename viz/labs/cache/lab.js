// Parallel training against sequential decoding, with and without the cache: counted and measured (3.1).

import {range} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'cache',
  group: 'cost',
  order: 4,
  section: '3.1',
  controls: [
    range('steps', {low: 1, high: 200, first: facts => facts.target.length || 25}),
    range('layers', {low: 1, high: 24, first: facts => facts.decoder_layers}),
  ],
  ask: () => ({}),
  again: true,
  compute: ({steps, layers}, _, {milliseconds, tokens}) => {
    const x = counted(200).map(i => i + 1);
    return {
      x,
      cached: x.map(t => t * layers),
      prefix: x.map(t => (layers * t * (t + 1)) / 2),
      at: {cached: steps * layers, prefix: (layers * steps * (steps + 1)) / 2},
      milliseconds,
      tokens,
    };
  },
  draw: ({x, cached, prefix, at, milliseconds, tokens}, {say, values: {steps}}) => {
    const names = ['parallel', 'cached', 'prefix'];
    return {
      figures: [
        {
          kind: 'chart',
          title: say('counted'),
          x: {label: say('tokens')},
          y: {label: say('keys'), log: true},
          height: 280,
          marks: [{x: steps, label: ''}],
          series: [
            {name: say('cached'), x, y: cached, hue: 'decoder'},
            {name: say('prefix'), x, y: prefix, hue: 'cross', dash: true},
          ],
        },
        {
          kind: 'bars',
          title: say('measured', {tokens}),
          labels: names.map(name => say(name)),
          y: {label: say('ms'), low: 0},
          height: 280,
          series: [{name: '', values: names.map(name => milliseconds[name]), hue: 'encoder'}],
        },
      ],
      numbers: {
        cached: at.cached,
        prefix: at.prefix,
        saved: at.prefix / at.cached,
        parallel_ms: milliseconds.parallel,
        cached_ms: milliseconds.cached,
        prefix_ms: milliseconds.prefix,
      },
    };
  },
};
