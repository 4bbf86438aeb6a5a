// Variance of the loaded model's own scores, head by head (3.2.1, footnote 4).

import {KINDS} from '../../components/shared/kinds.js';
import {oneOf, toggle} from '../../components/maths/model/controls.js';
import {counted, mean} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

const SPREAD = 0.6; // of the room of a layer, which its heads share

/** @type {Lab} */
export const LAB = {
  name: 'score_variance',
  group: 'attention',
  order: 4,
  section: '3.2.1',
  controls: [oneOf('kind', [...KINDS]), toggle('divided', true)],
  ask: ({kind}) => ({kind}),
  compute: ({divided}, {d_k}, {variances, scaled, queries, scores}) => {
    const wanted = divided ? 1 : d_k;
    const given = scaled ? 1 : d_k;
    const factor = wanted / given; // the server sends the scores that the model uses
    return {
      rows: /** @type {number[][]} */ (variances).map(row => row.map(one => one * factor)),
      expected: divided ? 1 : d_k,
      queries,
      scores,
    };
  },
  draw: ({rows, expected, queries, scores}, {say}) => {
    const heads = counted(rows[0].length);
    const layers = counted(rows.length).map(i => String(i + 1));
    return {
      figures: [
        {
          kind: 'chart',
          title: say('chart', {queries}),
          x: {label: say('layer'), ticks: counted(rows.length).map(i => i + 1), low: 0.5, high: rows.length + 0.9},
          y: {label: say('variance'), log: true},
          height: 320,
          levels: [{y: expected, label: say('footnote')}],
          series: heads.map(h => ({
            name: say('head', {head: h + 1}),
            x: layers.map(Number),
            y: rows.map((/** @type {number[]} */ row) => row[h]),
            dots: true,
            beside: SPREAD * ((h + 0.5) / heads.length - 0.5),
            hue: h,
          })),
        },
        {
          kind: 'matrix',
          title: say('table'),
          values: rows,
          rows: layers,
          columns: heads.map(h => String(h + 1)),
          rowTitle: say('layer'),
          columnTitle: say('head_axis'),
          scale: 'range',
          low: 0,
          written: true,
          height: 260,
        },
      ],
      numbers: {
        queries,
        scores,
        mean: mean(rows.flat()),
        least: Math.min(...rows.flat()),
        most: Math.max(...rows.flat()),
        expected,
      },
    };
  },
};
