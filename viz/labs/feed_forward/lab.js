// The feed-forward network (3.3): each position by itself, and the hidden units that fire.

import {everyLayer, oneOf, pick, range} from '../../components/maths/model/controls.js';
import {counted, mean} from '../../components/maths/model/linear.js';
import {num, percent} from '../../components/maths/model/numbers.js';

/** @import {Facts, Lab} from '../../components/maths/types.js' */

const MOST = 24;
const POINTS = 600; // tokens in the bars; points of the curve

const readsOf = (/** @type {Facts} */ {source, target}, /** @type {string} */ side) =>
  side === 'encoder' ? source : ['<s>', ...target.slice(0, -1)];

/**
 * The tokens around a place, at most so many.
 * @param {number} length
 * @param {number} at
 */
const around = (length, at) => {
  const first = Math.max(0, Math.min(at - MOST / 2, length - MOST));
  return counted(Math.min(length, MOST)).map(i => first + i);
};

/** @type {Lab} */
export const LAB = {
  name: 'feed_forward',
  group: 'layer',
  order: 7,
  section: '3.3',
  controls: [
    oneOf('side', ['encoder', 'decoder']),
    pick('layer', facts => everyLayer(facts)),
    range('token', {low: 0, high: ({source, target}) => Math.max(source.length, target.length, 1) - 1, first: 1}),
  ],
  ask: ({side, layer, token}, {examples}) => ({
    side,
    layer,
    token,
    examples: examples.filter(text => text.length <= 400).slice(0, 6),
  }),
  compute: ({token}, _, answer) => {
    const {active, often} = answer;
    const at = Math.min(token, active.length - 1);
    const every = Math.max(1, Math.ceil(often.length / POINTS));
    const ranks = counted(often.length).filter(i => i % every === 0 || i === often.length - 1);
    return {...answer, at, shown: around(active.length, at), ranks, curve: ranks.map(i => often[i])};
  },
  draw: (
    {at, shown, active, silent, dead, often, count, ranks, curve, units, strengths, shares, tops, ...moved},
    {say, facts, values: {side}},
  ) => {
    const tokens = readsOf(facts, side);
    const name = (tokens[at] ?? '').trim();
    const labels = shown.map((/** @type {number} */ i) => tokens[i] ?? '');
    const of = (/** @type {number[]} */ list) => shown.map((/** @type {number} */ i) => list[i]);
    const still = moved.feed_forward.filter((/** @type {number} */ _, /** @type {number} */ i) => i !== at);
    return {
      figures: [
        {
          kind: 'bars',
          title: say('moved', {token: name}),
          labels,
          y: {label: say('change'), low: 0},
          height: 250,
          series: [
            {name: say('feed_forward'), values: of(moved.feed_forward), hue: 'encoder'},
            {name: say('attention'), values: of(moved.attention), hue: 'faint'},
          ],
        },
        {
          kind: 'bars',
          title: say('active'),
          labels,
          y: {label: say('share'), low: 0},
          height: 230,
          series: [{name: '', values: of(active), hue: 'encoder'}],
        },
        {
          kind: 'chart',
          title: say('often', {count}),
          x: {label: say('rank')},
          y: {label: say('fires'), low: 0},
          height: 230,
          series: [{name: '', x: ranks, y: curve, hue: 'decoder'}],
        },
        {
          kind: 'table',
          title: say('strongest', {token: name}),
          head: [say('unit'), say('strength'), say('fires'), say('top')],
          rows: units.map((/** @type {number} */ unit, /** @type {number} */ i) => [
            String(unit),
            num(strengths[i], 3),
            percent(shares[i]),
            tops[i],
          ]),
        },
      ],
      numbers: {
        units: often.length,
        active: percent(mean(active)),
        silent,
        dead,
        count,
        largest: still.length ? Math.max(...still) : 0,
      },
      reading: say('reading', {active: percent(mean(active)), silent, dead, units: num(often.length), count}),
    };
  },
};
