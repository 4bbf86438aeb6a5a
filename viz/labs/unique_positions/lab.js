// Uniqueness: the nearest pair of positions (3.5).

import {oneOf, range} from '../../components/maths/model/controls.js';
import {counted, productAt} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

const DRAWN = 50; // rows of the matrix

/** @type {Lab} */
export const LAB = {
  name: 'unique_positions',
  group: 'positions',
  order: 6,
  section: '3.5',
  controls: [
    range('d_model', {low: 2, high: 64, step: 2, first: 16}),
    range('length', {low: 10, high: 800, step: 10, first: 200}),
    oneOf('base', ['2', '10', '100', '10000'], '10000'),
  ],
  compute: ({d_model, length, base}) => {
    // the distance of two positions depends on their offset alone
    const distances = counted(length).map(k =>
      Math.sqrt(Math.max(0, d_model - 2 * productAt(k, d_model, Number(base)))),
    );
    const offsets = counted(length - 1).map(i => i + 1);
    const nearest = offsets.reduce((best, k) => (distances[k] < distances[best] ? k : best), 1);
    const size = Math.min(DRAWN, length);
    return {
      offsets,
      distances,
      nearest,
      least: distances[nearest],
      next: distances[1],
      matrix: counted(size).map(p => counted(size).map(q => distances[Math.abs(p - q)])),
    };
  },
  draw: ({offsets, distances, nearest, least, next, matrix}, {say}) => ({
    figures: [
      {
        kind: 'chart',
        title: say('chart'),
        x: {label: say('offset')},
        y: {label: say('distance'), low: 0},
        height: 280,
        marks: [{x: nearest, label: say('nearest', {nearest})}],
        series: [{name: '', x: offsets, y: offsets.map((/** @type {number} */ k) => distances[k]), hue: 'encoder'}],
      },
      {
        kind: 'matrix',
        title: say('matrix'),
        values: matrix,
        rowTitle: say('position'),
        columnTitle: say('position'),
        scale: 'range',
        low: 0,
        written: false,
        height: 340,
      },
    ],
    numbers: {least, nearest, next},
  }),
};
