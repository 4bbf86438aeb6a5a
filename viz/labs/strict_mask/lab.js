// A common mistake: a strict causal mask, which hides the token itself too (3.2.3).

import {targetProbabilities, weightMatrices} from '../../components/maths/model/attention_figures.js';
import {everyLayer, pick} from '../../components/maths/model/controls.js';
import {counted, sum} from '../../components/maths/model/linear.js';
import {readTokens} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'strict_mask',
  group: 'mistakes',
  order: 3,
  section: '3.2.3',
  controls: [pick('layer', facts => everyLayer(facts)), pick('head', facts => counted(facts.num_heads).map(() => ''))],
  ask: ({layer, head}) => ({kind: 'decoder', layer, head}),
  compute: (_, __, {strict: [first, ...rest], causal, right, wrong}) => ({
    strict: [Array.from(first, () => NaN), ...rest], // as with -Infinity: the model has zeros
    causal,
    right,
    wrong,
  }),
  draw: ({strict, causal, right, wrong}, {say, facts}) => {
    const tokens = readTokens(facts);
    const of = weightMatrices({queries: tokens, keys: tokens}, 'decoder', say);
    return {
      figures: [
        {kind: 'pair', left: [of(strict)], right: [of(causal)]},
        targetProbabilities(
          facts.target,
          {name: say('with_strict'), logs: wrong},
          {name: say('with_causal'), logs: right},
          say,
        ),
      ],
      numbers: {log_wrong: sum(wrong), log_right: sum(right)},
    };
  },
};
