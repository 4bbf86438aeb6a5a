// A common mistake: a strict causal mask, which hides the token itself too (3.2.3).

import {targetProbabilities, weightMatrices} from '../../components/maths/model/attention_figures.js';
import {everyLayer, pick} from '../../components/maths/model/controls.js';
import {counted, softmax, sum} from '../../components/maths/model/linear.js';
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
  compute: (_, __, {scores, right, wrong}) => {
    const rows = /** @type {number[][]} */ (scores);
    const with_ = (/** @type {number} */ own) =>
      rows.map((row, q) => softmax(row.map((score, k) => (k < q + own ? score : -Infinity))));
    return {strict: with_(0), causal: with_(1), right, wrong};
  },
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
