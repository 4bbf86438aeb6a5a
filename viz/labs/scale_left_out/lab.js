// A common mistake: the factor sqrt(d_model) on the embedding is left out (3.4).

import {targetProbabilities} from '../../components/maths/model/attention_figures.js';
import {toggle} from '../../components/maths/model/controls.js';
import {mean, sum} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'scale_left_out',
  group: 'mistakes',
  order: 8,
  section: '3.4',
  controls: [toggle('shares')],
  ask: () => ({}),
  compute: ({shares}, {source}, {words, positions, scale, right, wrong}) => {
    const scaled = words.map((/** @type {number} */ one) => one * scale);
    const share = (/** @type {number[]} */ a) => a.map((one, i) => one / (one + positions[i]));
    return {
      source,
      left: shares ? share(words) : words,
      other: shares ? share(scaled) : scaled,
      positions: shares ? positions.map(() => NaN) : positions,
      right,
      wrong,
      scale,
      small: mean(share(words)),
      large: mean(share(scaled)),
    };
  },
  draw: ({source, left, other, positions, right, wrong, scale, small, large}, {say, facts, values: {shares}}) => {
    const most = Math.max(...left, ...other, ...positions.filter(Number.isFinite));
    const bars = (/** @type {number[]} */ values, /** @type {string} */ title) =>
      /** @type {any} */ ({
        kind: 'bars',
        title,
        labels: source,
        y: {label: say(shares ? 'share' : 'norm'), low: 0, high: shares ? 1 : most},
        height: 280,
        series: [
          {name: say('word'), values, hue: 'encoder'},
          ...(shares ? [] : [{name: say('position'), values: positions, hue: 'faint'}]),
        ],
      });
    return {
      figures: [
        {kind: 'pair', left: [bars(left, say('as_is'))], right: [bars(other, say('times'))]},
        targetProbabilities(facts.target, {name: say('without'), logs: wrong}, {name: say('with'), logs: right}, say),
      ],
      numbers: {scale, share_without: small, share_with: large, log_without: sum(wrong), log_with: sum(right)},
    };
  },
};
