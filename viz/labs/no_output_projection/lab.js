// A common mistake: the output projection is missing (3.2.2).

import {targetProbabilities} from '../../components/maths/model/attention_figures.js';
import {KINDS} from '../../components/shared/kinds.js';
import {everyLayer, oneOf, pick} from '../../components/maths/model/controls.js';
import {counted, mean, sum} from '../../components/maths/model/linear.js';
import {axesOf} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'no_output_projection',
  group: 'mistakes',
  order: 10,
  section: '3.2.2',
  controls: [oneOf('kind', [...KINDS], 'cross'), pick('layer', facts => everyLayer(facts))],
  ask: ({kind, layer}) => ({kind, layer}),
  compute: (_, __, answer) => answer,
  draw: ({heads, cosine, right, wrong}, {say, facts, values: {kind}}) => ({
    figures: [
      {
        kind: 'bars',
        title: say('cosine'),
        labels: axesOf(facts, kind).queries,
        y: {label: say('cosine_axis'), low: -1, high: 1},
        height: 240,
        series: [{name: '', values: cosine, hue: kind}],
      },
      {
        kind: 'matrix',
        title: say('heads'),
        values: heads,
        rows: axesOf(facts, kind).queries,
        columns: counted(heads[0].length).map(i => String(i + 1)),
        rowTitle: say('query'),
        columnTitle: say('head'),
        scale: 'range',
        low: 0,
        hue: kind,
        height: 360,
      },
      targetProbabilities(facts.target, {name: say('without'), logs: wrong}, {name: say('with'), logs: right}, say),
    ],
    numbers: {cosine: mean(cosine), log_without: sum(wrong), log_with: sum(right)},
  }),
};
