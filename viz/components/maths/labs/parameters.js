// Parameters by part, for any sizes (Table 3).

import {oneOf, range} from '../model/controls.js';
import {counted, sum} from '../model/linear.js';

/** @import {Facts, Lab} from '../types.js' */

/** The sizes of Table 3; the loaded model's are in the facts. @type {Record<string, {d_model: number, layers: number, d_ff: number, heads: number, vocabulary: number, tying: string, positions: string, norm: string}>} */
const PRESETS = {
  base: {d_model: 512, layers: 6, d_ff: 2048, heads: 8, vocabulary: 37000, tying: 'three-way', positions: 'sinusoidal', norm: 'post'},
  big: {d_model: 1024, layers: 6, d_ff: 4096, heads: 16, vocabulary: 37000, tying: 'three-way', positions: 'sinusoidal', norm: 'post'},
};

const TABLES = /** @type {Record<string, number>} */ ({'three-way': 1, 'two-way': 2, none: 3});

/** @param {Facts} facts */
const loaded = ({d_model, num_layers, d_ff, num_heads, vocabulary, tying, positions, norm}) => ({d_model, layers: num_layers, d_ff, heads: num_heads, vocabulary, tying, positions, norm});

/** @type {Lab} */
export const LAB = {
  name: 'parameters',
  group: 'cost',
  order: 5,
  section: '6.2',
  controls: [
    oneOf('preset', ['loaded', 'base', 'big']),
    range('width', {low: 0.25, high: 4, step: 0.25, first: 1}), range('depth', {low: 0.5, high: 4, step: 0.5, first: 1}), range('words', {low: 0.1, high: 4, step: 0.1, first: 1}),
  ],
  compute: ({preset, width, depth, words}, facts) => {
    const from = preset === 'loaded' ? loaded(facts) : PRESETS[preset], own = preset === 'loaded' ? {d_k: facts.d_k, d_v: facts.d_v} : {d_k: from.d_model / from.heads, d_v: from.d_model / from.heads};
    const d = Math.max(2, Math.round(from.d_model * width)), ff = Math.max(1, Math.round(from.d_ff * width)), layers = Math.max(1, Math.round(from.layers * depth)), vocabulary = Math.max(8, Math.round(from.vocabulary * words));
    const k = Math.max(1, Math.round(own.d_k * width)) * from.heads, v = Math.max(1, Math.round(own.d_v * width)) * from.heads;
    const attention = 2 * (d + 1) * k + (d + 1) * v + v * d + d, norms = 2 * d * (5 * layers + (from.norm === 'pre' ? 2 : 0));
    const parts = {
      tables: TABLES[from.tying] * vocabulary * d, positions: from.positions === 'learned' ? 2 * facts.max_positions * d : 0,
      encoder_attention: layers * attention, decoder_attention: layers * attention, cross_attention: layers * attention,
      feed_forward: layers * 2 * (2 * d * ff + ff + d), norms,
    };
    return {parts, total: sum(Object.values(parts)), d, ff, layers, vocabulary};
  },
  draw: ({parts, total, d, ff, layers, vocabulary}, {say}) => {
    const names = Object.keys(parts);
    return {
      figures: [
        {kind: 'bars', title: say('chart'), labels: names.map(name => say(name)), y: {label: say('millions'), low: 0}, height: 320, series: [{name: '', values: names.map(name => parts[name] / 1e6), hue: 'encoder'}]},
        {kind: 'table', title: say('table'), head: [say('part'), say('parameters'), say('share')], rows: counted(names.length).map(i => [say(names[i]), parts[names[i]], parts[names[i]] / total])},
      ],
      numbers: {total, d_model: d, d_ff: ff, layers, vocabulary},
    };
  },
};
