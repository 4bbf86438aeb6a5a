// A common mistake: "the encoding lies in (0, 1)" (3.5).

import {range} from '../model/controls.js';
import {counted, mean} from '../model/linear.js';
import {encodingOf} from '../model/positions.js';

/** @import {Lab} from '../types.js' */

const BINS = 20;

/** @type {Lab} */
export const LAB = {
  name: 'encoding_range',
  group: 'mistakes',
  order: 6,
  section: '3.5',
  controls: [range('d_model', {low: 4, high: 512, step: 2, first: facts => facts.d_model}), range('length', {low: 2, high: 200, first: 50})],
  compute: ({d_model, length}) => {
    const all = counted(length).flatMap(p => encodingOf(p, d_model)), bins = counted(BINS).map(i => -1 + 2 * i / BINS);
    const places = all.map(one => Math.min(BINS - 1, Math.floor((one + 1) / 2 * BINS))), shares = bins.map((_, i) => mean(places.map(place => Number(place === i))));
    return {bins, shares, negative: mean(all.map(one => Number(one < 0))), least: all.reduce((a, b) => Math.min(a, b)), most: all.reduce((a, b) => Math.max(a, b)), average: mean(all)};
  },
  draw: ({bins, shares, negative, least, most, average}, {say}) => ({
    figures: [{kind: 'bars', title: say('chart'), labels: bins.map((/** @type {number} */ low) => low.toFixed(1)), x: {label: say('value')}, y: {label: say('share'), low: 0}, height: 300, series: [{name: '', values: shares, hue: 'encoder'}]}],
    numbers: {negative, least, most, average},
  }),
};
