// A common mistake: scores are divided by d_k, or by the root of d_model (3.2.1).

import {targetProbabilities, weightMatrices} from '../../components/maths/model/attention_figures.js';
import {KINDS} from '../../components/shared/kinds.js';
import {everyLayer, oneOf, pick} from '../../components/maths/model/controls.js';
import {counted, entropy, mean, sum} from '../../components/maths/model/linear.js';
import {axesOf} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'd_k_not_root',
  group: 'mistakes',
  order: 7,
  section: '3.2.1',
  controls: [
    oneOf('divisor', ['d_k', 'd_model', 'none']),
    oneOf('kind', [...KINDS], 'cross'),
    pick('layer', facts => everyLayer(facts)),
    pick('head', facts => counted(facts.num_heads).map(() => '')),
  ],
  ask: ({divisor, kind, layer, head}) => ({divisor, kind, layer, head}),
  compute: (_, __, {own: right, changed: wrong, right: own, wrong: other}) => ({
    right,
    wrong,
    own,
    other,
    spreadRight: mean(right.map(entropy)),
    spreadWrong: mean(wrong.map(entropy)),
  }),
  draw: ({right, wrong, own, other, spreadRight, spreadWrong}, {say, facts, values: {kind}}) => {
    const {queries, keys} = axesOf(facts, kind);
    const of = weightMatrices({queries, keys}, kind, say);
    return {
      figures: [
        {kind: 'pair', left: [of(wrong)], right: [of(right)]},
        targetProbabilities(
          facts.target,
          {name: say('with_wrong'), logs: other},
          {name: say('with_right'), logs: own},
          say,
        ),
      ],
      numbers: {entropy_wrong: spreadWrong, entropy_right: spreadRight, log_wrong: sum(other), log_right: sum(own)},
    };
  },
};
