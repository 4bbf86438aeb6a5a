// The paper's own training beside that of the loaded model (5.1 to 5.3, Table 2).

import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** Sections 5.1 and 5.2, Tables 2 and 3: English to German. */
const PAPER = {
  base: {parameters: 65e6, steps: 100000, tokens: 25000, flops: 3.3e18, hours: 12, bleu: 27.3},
  big: {parameters: 213e6, steps: 300000, tokens: 25000, flops: 2.3e19, hours: 84, bleu: 28.4},
};

/** @type {Lab} */
export const LAB = {
  name: 'papers_run',
  group: 'cost',
  order: 7,
  section: '5',
  controls: [],
  ask: () => ({}),
  compute: (_, {parameters, last_step, batch_tokens}, {bleu, test_set, hours}) => {
    const own = {
      parameters,
      steps: last_step,
      tokens: batch_tokens,
      flops: 6 * parameters * last_step * batch_tokens,
      hours,
      bleu,
    };
    const rule = (/** @type {{parameters: number, steps: number, tokens: number}} */ one) =>
      6 * one.parameters * one.steps * one.tokens;
    return {own, rules: {base: rule(PAPER.base), big: rule(PAPER.big)}, testSet: test_set};
  },
  draw: ({own, rules, testSet}, {say}) => {
    const missing = say('missing');
    const row = (/** @type {keyof typeof PAPER.base} */ name) => [
      say(name),
      ...[PAPER.base[name], PAPER.big[name], own[name]].map(value =>
        typeof value === 'number' ? written(value) : missing,
      ),
    ];
    const written = (/** @type {number} */ value) =>
      num(value, 3)
        .replace(/(\.\d*?)0+(?=e|$)/, '$1')
        .replace(/\.(?=e|$)/, ''); // 27.3 and 3.3e18
    return {
      figures: [
        {
          kind: 'table',
          title: say('table'),
          head: ['', say('base'), say('big'), say('own')],
          rows: [
            row('parameters'),
            row('steps'),
            row('tokens'),
            row('flops'),
            [say('rule'), written(rules.base), written(rules.big), written(own.flops)],
            row('hours'),
            row('bleu'),
          ],
        },
        {
          kind: 'bars',
          title: say('chart'),
          labels: [say('base'), say('big'), say('own')],
          y: {label: say('flops'), log: true, low: Math.min(1e12, own.flops / 10)},
          height: 260,
          series: [{name: '', values: [rules.base, rules.big, own.flops], hue: 'encoder'}],
        },
      ],
      numbers: {ratio: rules.base / own.flops, test_set: testSet?.split(',')[0] ?? missing},
    };
  },
};
