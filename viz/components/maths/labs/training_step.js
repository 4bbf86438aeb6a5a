// One training step with real numbers, or ten, or a hundred (section 5).

import {KINDS} from '../../shared/kinds.js';
import {oneOf, pick, range} from '../model/controls.js';
import {counted} from '../model/linear.js';
import {num} from '../model/numbers.js';

/** @import {Given, Lab} from '../types.js' */

const QUICK = 1e6; // parameters of a model that takes a hundred steps in a few seconds

/**
 * The loss of each token, before and after.
 * @param {any} found
 * @param {Given} given
 * @returns {any}
 */
const tokenLosses = ({pairs, tokens}, {say}) => ({
  kind: 'bars', title: say('tokens'), labels: pairs.flatMap((/** @type {any} */ {target}) => target), y: {label: say('nats'), low: 0}, height: 300,
  series: [{name: say('before'), values: tokens.before, hue: 'cross'}, {name: say('after'), values: tokens.after, hue: 'decoder'}],
});

/**
 * Gradient, moment and update of each part of the model.
 * @param {any} found
 * @param {Given} given
 * @returns {any}
 */
const parts = ({groups, gradients, moments, updates}, {say}) => ({
  kind: 'table', title: say('parts'), head: [say('part'), say('gradient'), say('moment'), say('update')],
  rows: groups.map((/** @type {string} */ name, /** @type {number} */ i) => [name, gradients[i], moments[i], updates[i]]),
});

/**
 * Attention of the chosen head before and after, and the gradient of its queries.
 * @param {any} found
 * @param {Given} given
 * @returns {any[]}
 */
const headFigures = ({sites, heads, picture, before, after, pairs: [first]}, {say, values: {kind}}) => {
  const read = ['<s>', ...first.target.slice(0, -1)], rows = kind === 'encoder' ? first.source : read, columns = kind === 'decoder' ? read : first.source;
  const weights = (/** @type {string} */ title, /** @type {number[][]} */ values) => ({kind: 'matrix', title, values, rows, columns, rowTitle: say('query'), columnTitle: say('key'), hue: kind, written: false, height: 320});
  return [
    {kind: 'pair', titles: [say('before'), say('after')], left: [weights(say('attention'), before)], right: [weights(say('attention'), after)]},
    {kind: 'matrix', title: say('heads'), values: heads, rows: sites, rowTitle: say('site'), columnTitle: say('head_axis'), scale: 'range', low: 0, hue: 'cross', columns: counted(heads[0].length).map(i => String(i + 1)), height: 340},
    {kind: 'matrix', title: say('picture'), values: picture, rowTitle: say('of_query'), columnTitle: say('of_state'), scale: 'signed', written: false, height: 200},
  ];
};

/** @type {Lab} */
export const LAB = {
  name: 'training_step',
  group: 'training',
  order: 0,
  section: '5',
  controls: [
    oneOf('model', ['loaded', 'fresh'], 'fresh'),
    range('steps', {low: 1, high: facts => facts.parameters > QUICK ? 30 : 100, first: 1}),
    range('at', {low: 1, high: 20000, first: facts => facts.warmup_steps}),
    oneOf('kind', [...KINDS], 'cross'),
    pick('layer', facts => counted(facts.num_layers).map(() => '')),
    pick('head', facts => counted(facts.num_heads).map(() => '')),
  ],
  ask: ({model, steps, at, kind, layer, head}) => ({model, steps, at, kind, layer, head}),
  compute: (_, __, answer) => answer,
  draw: (found, given) => {
    const {say} = given, {losses, plain, rate, norm} = found, last = losses[losses.length - 1];
    return {
      figures: [
        tokenLosses(found, given),
        ...losses.length > 2 ? [/** @type {any} */ ({kind: 'chart', title: say('curve'), x: {label: say('step')}, y: {label: say('nats')}, height: 240, series: [{name: '', x: counted(losses.length), y: losses, hue: 'encoder'}]})] : [],
        parts(found, given), ...headFigures(found, given),
      ],
      numbers: {loss_before: losses[0], loss_after: last, plain_before: plain[0], plain_after: plain[1], rate, norm},
      reading: say('reading', {before: num(losses[0]), after: num(last), steps: losses.length - 1}),
    };
  },
};
