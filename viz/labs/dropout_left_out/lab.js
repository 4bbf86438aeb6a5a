// A common mistake: dropout is left out in the decoder, after the feed-forward sub-layer or on the embedding sum (5.4).

import {range} from '../../components/maths/model/controls.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'dropout_left_out',
  group: 'mistakes',
  order: 13,
  section: '5.4',
  controls: [
    range('rate', {low: 0.05, high: 0.5, step: 0.05, first: 0.1}),
    range('seed', {low: 1, high: 999, first: 1}),
  ],
  ask: ({rate, seed}) => ({rate, seed}),
  compute: (_, __, {places, mean, spread, none, every}) => ({
    places,
    loss: mean.map((/** @type {number} */ one) => none - one),
    spread,
    none,
    every,
  }),
  draw: ({places, loss, spread, none, every}, {say}) => ({
    figures: [
      {
        kind: 'bars',
        title: say('chart'),
        labels: places.map((/** @type {string} */ name) => say(name)),
        y: {label: say('nats')},
        height: 320,
        series: [
          {name: say('lost'), values: loss, hue: 'cross'},
          {name: say('spread'), values: spread, hue: 'faint'},
        ],
      },
      {
        kind: 'table',
        title: say('table'),
        head: [say('place'), say('section'), say('lost'), say('spread')],
        rows: places.map((/** @type {string} */ name, /** @type {number} */ i) => [
          say(name),
          say('named'),
          loss[i],
          spread[i],
        ]),
      },
    ],
    isLoss: true,
    numbers: {none, every, lost: none - every},
  }),
};
