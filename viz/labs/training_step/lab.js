// One training step with real numbers, or ten, or a hundred (section 5).

import {KINDS} from '../../components/shared/kinds.js';
import {everyLayer, oneOf, pick, range} from '../../components/maths/model/controls.js';
import {counted, mean} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Figure, Given, Lab} from '../../components/maths/types.js' */

const PARTS = [
  'embedding',
  'positions',
  'encoder_self',
  'encoder_feed_forward',
  'encoder_norms',
  'decoder_self',
  'decoder_cross',
  'decoder_feed_forward',
  'decoder_norms',
  'all',
];
const COLUMNS = ['self', 'cross', 'feed_forward', 'norms']; // of a layer, as the server has them
const LABELS = 60; // bars that are drawn of the labels

/**
 * The smoothed loss that no model can go below: the entropy of the smoothed target.
 * @param {{epsilon: number, vocabulary: number}} found
 */
const leastLoss = ({epsilon, vocabulary}) => {
  const share = epsilon / vocabulary;
  const best = 1 - epsilon + share;
  return share > 0 ? -best * Math.log(best) - (vocabulary - 1) * share * Math.log(share) : 0;
};

/**
 * The pairs and the loss of each label, before and after.
 * @param {any} found
 * @param {Given} given
 * @returns {Figure[]}
 */
const lossFigures = (found, {say}) => {
  const {pairs, tokens, losses} = found;
  const least = {y: leastLoss(found), label: say('least')};
  const labels = pairs.flatMap((/** @type {any} */ {target}) => target).slice(0, LABELS);
  const curve = say('curve');
  const x = counted(losses.length);
  return [
    {
      kind: 'table',
      title: say('pairs'),
      head: ['', say('source'), say('labels')],
      rows: pairs.map((/** @type {any} */ {source, target}, /** @type {number} */ i) => [
        String(i + 1),
        ...[source, target].map(side => side.slice(0, -1).join('').trim()),
      ]),
    },
    {
      kind: 'bars',
      title: say('tokens'),
      labels,
      y: {label: say('nats'), low: 0},
      height: 280,
      series: [
        {name: say('before'), values: tokens.before.smoothed.slice(0, LABELS), hue: 'cross'},
        {name: say('after'), values: tokens.after.smoothed.slice(0, LABELS), hue: 'decoder'},
      ],
    },
    ...(losses.length > 2
      ? [
          /** @type {Figure} */ ({
            kind: 'chart',
            title: curve,
            x: {label: say('steps_taken')},
            y: {label: say('nats'), low: 0},
            height: 240,
            series: [{name: '', x, y: losses, hue: 'encoder'}],
            levels: [least],
          }),
        ]
      : []),
  ];
};

/**
 * Attention of the chosen head before and after.
 * @param {any} found
 * @param {Given} given
 * @returns {Figure}
 */
const attentionFigure = ({attention, pairs: [first]}, {say, values: {kind}}) => {
  const read = ['<s>', ...first.target.slice(0, -1)];
  const rows = kind === 'encoder' ? first.source : read;
  const columns = kind === 'decoder' ? read : first.source;
  const of = (/** @type {number[][]} */ values) =>
    /** @type {any} */ ({
      kind: 'matrix',
      title: say('attention'),
      values,
      rows,
      columns,
      rowTitle: say('query'),
      columnTitle: say('key'),
      hue: kind,
      written: false,
      height: 300,
    });
  return {
    kind: 'pair',
    titles: [say('before'), say('after')],
    left: [of(attention.before)],
    right: [of(attention.after)],
  };
};

/**
 * The loss of the first label, the rate, and the update of one weight.
 * @param {any} found
 * @param {Given} given
 * @returns {Figure[]}
 */
const byHand = ({pairs, tokens, epsilon, vocabulary, rule, rate, weight, adam}, {say}) => {
  const {
    before: {
      plain: [plain],
      uniform: [uniform],
      smoothed: [smoothed],
    },
  } = tokens;
  const {factor, d_model, warmup, step} = rule;
  const {beta1, beta2, eps} = adam;
  const {gradient, first, second, before, after, row, column} = weight;
  const mean1 = first / (1 - beta1);
  const mean2 = second / (1 - beta2);
  const update = before - after;
  return [
    {
      kind: 'lines',
      title: say('loss_by_hand', {token: pairs[0].target[0].trim()}),
      lines: [
        `p = ${num(Math.exp(-plain))}`,
        `−ln p = ${num(plain)}`,
        say('uniform_line', {vocabulary: num(vocabulary), value: num(uniform)}),
        `ℓ = ${num(1 - epsilon, 3)} · ${num(plain)} + ${num(epsilon, 3)} · ${num(uniform)} = ${num(smoothed)}`,
      ],
    },
    {
      kind: 'lines',
      title: say('rate_by_hand', {step: num(step)}),
      lines: [
        'min(step^−0.5, step · warmup^−1.5)',
        `  = min(${num(step ** -0.5)}, ${num(step * warmup ** -1.5)})`,
        `lrate = ${num(factor)} · ${d_model}^−0.5 · ${num(Math.min(step ** -0.5, step * warmup ** -1.5))}`,
        `      = ${num(rate)}`,
      ],
    },
    {
      kind: 'lines',
      title: say('weight_by_hand', {row: row + 1, column: column + 1}),
      lines: [
        `g = ${num(gradient)}`,
        `m = ${num(1 - beta1, 2)} · g = ${num(first)}`,
        `v = ${num(1 - beta2, 2)} · g² = ${num(second)}`,
        `m̂ = m / ${num(1 - beta1, 2)} = ${num(mean1)}`,
        `v̂ = v / ${num(1 - beta2, 2)} = ${num(mean2)}`,
        `Δ = lrate · m̂ / (√v̂ + ${num(eps, 1)}) = ${num((rate * mean1) / (Math.sqrt(mean2) + eps))}`,
        `θ = ${num(before, 6)} − Δ = ${num(after, 6)}`,
        say('moved_line', {value: num(update)}),
      ],
    },
  ];
};

/**
 * Gradient, moments and update of each part, layer and head.
 * @param {any} found
 * @param {Given} given
 * @returns {Figure[]}
 */
const gradients = ({parts, layers, sites, heads}, {say, facts, values: {kind, layer, head}}) => {
  const names = Object.fromEntries(PARTS.map(part => [part, say(`part.${part}`)]));
  const stacks = /** @type {Record<string, string>} */ ({
    encoder: say('kind.encoder'),
    decoder: say('kind.decoder'),
    cross: say('kind.cross'),
  });
  const count = facts.num_layers; // of the encoder, whose rows are the first
  const rows = counted(layers.gradients.length).map(i =>
    i < count ? `${stacks.encoder} ${i + 1}` : `${stacks.decoder} ${i - count + 1}`,
  );
  const columns = COLUMNS.map(part => say(`column.${part}`));
  const kinds = sites.map((/** @type {string} */ site) => {
    const [side, , what] = site.split('.');
    return what === 'cross' ? what : side;
  });
  const numbers = sites.map((/** @type {string} */ site) => Number(site.split('.')[1]));
  const chosen = sites.findIndex(
    (/** @type {string} */ _, /** @type {number} */ i) => kinds[i] === kind && numbers[i] === layer,
  );
  const of = (/** @type {string} */ title, /** @type {number[][]} */ values) =>
    /** @type {any} */ ({
      kind: 'matrix',
      title,
      values,
      rows,
      columns,
      rowTitle: say('layer_axis'),
      columnTitle: say('part'),
      scale: 'range',
      low: 0,
      hue: 'cross',
      height: 300,
    });
  return [
    {
      kind: 'table',
      title: say('parts'),
      head: [say('part'), say('gradient'), say('first'), say('second'), say('update')],
      rows: PARTS.filter(part => parts[part]).map(part => [names[part], ...parts[part]]),
      digits: 3,
      strong: [[Object.keys(parts).length - 1, 1]],
    },
    {
      kind: 'pair',
      titles: ['', ''],
      left: [of(say('layer_gradients'), layers.gradients)],
      right: [of(say('layer_updates'), layers.updates)],
    },
    {
      kind: 'matrix',
      title: say('heads'),
      values: heads,
      rows: kinds.map((/** @type {string} */ one, /** @type {number} */ i) => `${stacks[one]} ${numbers[i] + 1}`),
      rowTitle: say('site'),
      columnTitle: say('head_axis'),
      scale: 'range',
      low: 0,
      hue: 'cross',
      columns: counted(heads[0].length).map(i => String(i + 1)),
      outlined: [[chosen, head]],
      height: 340,
    },
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
    oneOf('steps', ['1', '10', '100']),
    range('at', {low: 1, high: facts => Math.max(20000, 2 * facts.warmup_steps), first: facts => facts.warmup_steps}),
    oneOf('kind', [...KINDS], 'cross'),
    pick('layer', facts => everyLayer(facts)),
    pick('head', facts => counted(facts.num_heads).map(() => '')),
  ],
  ask: ({model, steps, at, kind, layer, head}) => ({model, steps: Number(steps), at, kind, layer, head}),
  compute: (_, __, answer) => answer,
  draw: (found, given) => {
    const {say, values} = given;
    const {
      losses,
      tokens,
      rate,
      norm,
      moved,
      size,
      vocabulary,
      attention: {before, after},
    } = found;
    const steps = losses.length - 1;
    const last = losses[steps];
    const change = Math.max(
      ...before.flatMap((/** @type {number[]} */ row, /** @type {number} */ q) =>
        Array.from(row, (weight, k) => Math.abs(after[q][k] - weight)),
      ),
    );
    const fewer = say('fewer', {steps, asked: values.steps});
    const reading = say('reading', {before: num(losses[0]), after: num(last), steps});
    return {
      figures: [
        ...lossFigures(found, given),
        attentionFigure(found, given),
        ...byHand(found, given),
        ...gradients(found, given),
      ],
      digits: 4,
      numbers: {
        loss_before: losses[0],
        loss_after: last,
        plain_before: mean(tokens.before.plain),
        plain_after: mean(tokens.after.plain),
        least: leastLoss(found),
        uniform: Math.log(vocabulary),
        rate,
        norm,
        size: size / rate,
        moved,
        change,
      },
      reading: steps < Number(values.steps) ? `${fewer} ${reading}` : reading,
    };
  },
};
