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
  compute: (_, {parameters, last_step: steps}, {bleu, test_set, tokens, hours, start}) => {
    const own = {
      parameters,
      steps,
      tokens,
      flops: steps === null || tokens === null ? null : 6 * parameters * steps * tokens,
      hours,
      bleu,
    };
    const rule = (/** @type {{parameters: number, steps: number, tokens: number}} */ one) =>
      6 * one.parameters * one.steps * one.tokens;
    return {own, rules: {base: rule(PAPER.base), big: rule(PAPER.big)}, testSet: test_set, start};
  },
  draw: ({own, rules, testSet, start}, {say}) => {
    const missing = say('missing');
    const written = (/** @type {unknown} */ value) =>
      typeof value === 'number'
        ? num(value, 3)
            .replace(/(\.\d*?)0+(?=e|$)/, '$1')
            .replace(/\.(?=e|$)/, '') // 27.3 and 3.3e18
        : missing;
    const row = (/** @type {keyof typeof PAPER.base} */ name) => [
      say(name),
      ...[PAPER.base[name], PAPER.big[name], own[name]].map(written),
    ];
    const bars = [
      {label: say('base'), flops: rules.base},
      {label: say('big'), flops: rules.big},
      ...(own.flops === null ? [] : [{label: say('own'), flops: own.flops}]),
    ];
    const flops = bars.map(bar => bar.flops);
    return {
      reading: start === null ? '' : say('continued', {start}),
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
          labels: bars.map(bar => bar.label),
          y: {label: say('flops'), log: true, low: Math.min(1e12, ...flops.map(one => one / 10))},
          height: 260,
          series: [{name: '', values: flops, hue: 'encoder'}],
        },
      ],
      numbers: {
        ratio: own.flops === null ? missing : rules.base / own.flops,
        test_set: testSet?.split(',')[0] ?? missing,
      },
    };
  },
};
