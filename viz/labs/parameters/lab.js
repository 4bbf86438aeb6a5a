// Parameters by part, for any sizes (Table 3).

import {oneOf, range} from '../../components/maths/model/controls.js';
import {counted, sum} from '../../components/maths/model/linear.js';

/** @import {Facts, Lab} from '../../components/maths/types.js' */

/** The sizes of Table 3; the loaded model's are in the facts. @type {Record<string, {d_model: number, layers: number,
 * decoder?: number, d_ff: number, decoder_ff?: number, heads: number, source?: number, vocabulary: number, tying:
 * string, positions: string, norm: string, bias?: boolean}>} */
const PRESETS = {
  base: {
    d_model: 512,
    layers: 6,
    d_ff: 2048,
    heads: 8,
    vocabulary: 37000,
    tying: 'three-way',
    positions: 'sinusoidal',
    norm: 'post',
  },
  big: {
    d_model: 1024,
    layers: 6,
    d_ff: 4096,
    heads: 16,
    vocabulary: 37000,
    tying: 'three-way',
    positions: 'sinusoidal',
    norm: 'post',
  },
};

const TABLES = /** @type {Record<string, number>} */ ({'three-way': 1, 'two-way': 2, none: 3});

/** @param {Facts} facts */
const loaded = facts => ({
  d_model: facts.d_model,
  layers: facts.num_layers,
  decoder: facts.decoder_layers,
  d_ff: facts.d_ff,
  decoder_ff: facts.decoder_d_ff,
  heads: facts.num_heads,
  source: facts.source_vocabulary,
  vocabulary: facts.vocabulary,
  tying: facts.tying,
  positions: facts.positions,
  norm: facts.norm,
  bias: facts.output_bias,
});

/** @type {Lab} */
export const LAB = {
  name: 'parameters',
  group: 'cost',
  order: 5,
  section: '6.2',
  controls: [
    oneOf('preset', ['loaded', 'base', 'big']),
    range('width', {low: 0.25, high: 4, step: 0.25, first: 1}),
    range('depth', {low: 0.5, high: 4, step: 0.5, first: 1}),
    range('words', {low: 0.1, high: 4, step: 0.1, first: 1}),
  ],
  compute: ({preset, width, depth, words}, facts) => {
    const from = preset === 'loaded' ? loaded(facts) : PRESETS[preset];
    const own =
      preset === 'loaded'
        ? {d_k: facts.d_k, d_v: facts.d_v}
        : {d_k: from.d_model / from.heads, d_v: from.d_model / from.heads};
    const times = (/** @type {number} */ size, /** @type {number} */ by, least = 1) =>
      Math.max(least, Math.round(size * by));
    const d = times(from.d_model, width, 2);
    const ff = times(from.d_ff, width);
    const inner = times(from.decoder_ff ?? from.d_ff, width);
    const layers = times(from.layers, depth);
    const decoder = times(from.decoder ?? from.layers, depth);
    const vocabulary = times(from.vocabulary, words, 8);
    const source = times(from.source ?? from.vocabulary, words, 8);
    const k = Math.max(1, Math.round(own.d_k * width)) * from.heads;
    const v = Math.max(1, Math.round(own.d_v * width)) * from.heads;
    const attention = 2 * (d + 1) * k + (d + 1) * v + v * d + d;
    const norms = 2 * d * (2 * layers + 3 * decoder + (from.norm === 'pre' ? 2 : 0));
    const parts = {
      tables: (source + (TABLES[from.tying] - 1) * vocabulary) * d + (from.bias ? vocabulary : 0),
      positions: from.positions === 'learned' ? 2 * facts.max_positions * d : 0,
      encoder_attention: layers * attention,
      decoder_attention: decoder * attention,
      cross_attention: decoder * attention,
      feed_forward: layers * (2 * d * ff + ff + d) + decoder * (2 * d * inner + inner + d),
      norms,
    };
    return {parts, total: sum(Object.values(parts)), d, ff, layers, decoder, vocabulary};
  },
  draw: ({parts, total, d, ff, layers, decoder, vocabulary}, {say}) => {
    const names = Object.keys(parts);
    return {
      figures: [
        {
          kind: 'bars',
          title: say('chart'),
          labels: names.map(name => say(name)),
          y: {label: say('millions'), low: 0},
          height: 320,
          series: [{name: '', values: names.map(name => parts[name] / 1e6), hue: 'encoder'}],
        },
        {
          kind: 'table',
          title: say('table'),
          head: [say('part'), say('parameters'), say('share')],
          rows: counted(names.length).map(i => [say(names[i]), parts[names[i]], parts[names[i]] / total]),
        },
      ],
      numbers: {
        total,
        d_model: d,
        d_ff: ff,
        layers: layers === decoder ? layers : `${layers} / ${decoder}`,
        vocabulary,
      },
    };
  },
};
