// One head against several, trained: small fresh models on a task that needs two places at once (3.2.2).

import {range} from '../../components/maths/model/controls.js';
import {counted, mean} from '../../components/maths/model/linear.js';
import {num, percent} from '../../components/maths/model/numbers.js';

/** @import {Figure, Given, Lab, PlainFigure} from '../../components/maths/types.js' */

const HEADS = [1, 2, 4, 8];
const SHOWN = [0, 1]; // whose weights are drawn: one head, and two
const SPAN = 10; // steps of which the mean loss is drawn

/**
 * The mean loss of each span of steps, at its last one.
 * @param {number[]} losses
 */
const spans = losses => {
  const ends = counted(Math.floor(losses.length / SPAN)).map(i => (i + 1) * SPAN);
  return {x: ends, y: ends.map(end => mean(losses.slice(end - SPAN, end)))};
};

/**
 * Where each head attends to; frames where the two words are.
 * @param {any[]} trained
 * @param {Given['say']} say
 * @returns {Figure}
 */
const attended = (trained, say) => ({
  kind: 'row',
  least: 200,
  columns: SHOWN.flatMap(i =>
    counted(HEADS[i]).map(head => {
      /** @type {number[][]} */
      const values = trained[i]?.rows[head] ?? [];
      return {
        title: say(HEADS[i] === 1 ? 'only' : 'of_several', {head: head + 1, heads: HEADS[i]}),
        figures: [
          /** @type {PlainFigure} */ ({
            kind: 'matrix',
            title: '',
            values,
            rows: values.map((_, t) => String(t + 1)),
            columns: values[0]?.map((_, s) => String(s + 1)),
            rowTitle: say('target'),
            columnTitle: say('source'),
            hue: 'cross',
            written: false,
            outlined: values.flatMap(
              (_, t) =>
                /** @type {[number, number][]} */ ([
                  [t, t],
                  [t, t + 2],
                ]),
            ),
            height: 200,
          }),
        ],
      };
    }),
  ),
});

/** @type {Lab} */
export const LAB = {
  name: 'several_heads_trained',
  group: 'attention',
  order: 7,
  section: '3.2.2',
  see: ['several_heads', 'table_3'],
  controls: [range('seed', {low: 1, high: 20, first: 2})],
  ask: ({seed}) => HEADS.map(heads => ({heads, seed})),
  compute: (_, __, answers) => {
    const any = answers.find(Boolean);
    return {
      trained: answers,
      done: answers.filter(Boolean).length,
      steps: any.losses.length,
      guessed: any.guessed,
      parameters: any.parameters,
      right: answers.map((/** @type {any} */ one) => one?.right ?? NaN),
      last: answers.map((/** @type {any} */ one) => (one ? mean(one.losses.slice(-SPAN)) : NaN)),
    };
  },
  draw: ({trained, done, steps, guessed, parameters, right, last}, {say}) => {
    const names = HEADS.map(heads => say(heads === 1 ? 'one' : 'several', {heads}));
    const written = (/** @type {number} */ value) => (Number.isFinite(value) ? percent(value) : '…');
    const shares = Object.fromEntries(HEADS.map((heads, i) => [`right_${heads}`, written(right[i])]));
    const finished = say('reading', {steps, parameters: num(parameters), ...shares});
    const progress = say('progress', {done, all: HEADS.length});
    return {
      figures: [
        {
          kind: 'pair',
          titles: ['', ''],
          left: [
            {
              kind: 'bars',
              title: say('right'),
              labels: names,
              y: {label: say('share'), low: 0, high: 1},
              height: 258,
              written: true,
              series: [{name: '', values: right, hue: 'cross'}],
            },
          ],
          right: [
            {
              kind: 'chart',
              title: say('losses', {span: SPAN}),
              x: {label: say('step'), low: SPAN, high: steps},
              y: {label: say('nats'), low: 0},
              height: 240,
              series: HEADS.map((heads, i) => ({
                name: names[i],
                ...(trained[i] ? spans(trained[i].losses) : {x: [], y: []}),
                hue: heads === 1 ? 'ink' : i - 1,
                dash: heads === 1,
              })),
            },
          ],
        },
        attended(trained, say),
      ],
      numbers: {
        ...shares,
        ...Object.fromEntries(HEADS.map((heads, i) => [`last_${heads}`, Number.isFinite(last[i]) ? last[i] : '…'])),
        guessed: percent(guessed),
        parameters,
        steps,
      },
      reading: done < HEADS.length ? '' : finished,
      progress,
    };
  },
};
