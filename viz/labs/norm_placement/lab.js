// Post-norm against pre-norm at initialisation (3.1), next to the stream of the loaded model.

import {oneOf, range} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** The last number over the first. @param {number[]} list */
const growth = list => list[list.length - 1] / list[0];

/** @type {Lab} */
export const LAB = {
  name: 'norm_placement',
  group: 'layer',
  order: 9,
  section: '3.1',
  controls: [
    range('layers', {low: 1, high: 12, first: facts => Math.min(12, facts.num_layers)}),
    range('seed', {low: 1, high: 99, first: 1}),
    oneOf('side', ['encoder', 'decoder']),
  ],
  ask: ({layers, seed}) => ({layers, seed}),
  compute: ({side}, _, {post, pre, placement, width, ...answer}) => ({post, pre, placement, width, own: answer[side]}),
  draw: ({post, pre, own, placement, width}, {say, values: {layers}}) => {
    const along = (/** @type {number[]} */ list) => counted(list.length);
    const levels = counted(layers).map(i => i + 1);
    return {
      figures: [
        {
          kind: 'chart',
          title: say('streams'),
          x: {label: say('sublayers')},
          y: {label: say('rms'), log: true},
          height: 320,
          series: [
            {name: say('post'), x: along(post.stream), y: post.stream, hue: 'encoder'},
            {name: say('pre'), x: along(pre.stream), y: pre.stream, hue: 'cross'},
            {name: say('own', {placement}), x: along(own), y: own, hue: 'ink', dash: true},
          ],
        },
        {
          kind: 'bars',
          title: say('gradients'),
          labels: levels.map(String),
          x: {label: say('layer')},
          y: {label: say('gradient'), low: 0},
          height: 280,
          series: [
            {name: say('post'), values: post.gradients, hue: 'encoder'},
            {name: say('pre'), values: pre.gradients, hue: 'cross'},
          ],
        },
      ],
      numbers: {
        placement,
        own: growth(own),
        post_growth: growth(post.stream),
        pre_growth: growth(pre.stream),
        post_first: post.gradients[0],
        post_last: post.gradients[layers - 1],
        pre_first: pre.gradients[0],
        pre_last: pre.gradients[layers - 1],
        width,
      },
      reading: say('reading', {
        layers,
        pre: num(growth(pre.stream), 3),
        post: num(growth(post.stream), 3),
        placement,
        own: num(growth(own), 3),
      }),
    };
  },
};
