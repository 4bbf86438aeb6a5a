// "Outputs (shifted right)": the decoder's input and the labels, one above the other; and without the shift (3.1).

import {oneOf, range} from '../../components/maths/model/controls.js';
import {counted, mean} from '../../components/maths/model/linear.js';
import {readTokens} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

const SHOWN = 60; // bars

/** @type {Lab} */
export const LAB = {
  name: 'shifted_right',
  group: 'training',
  order: 3,
  section: '3.1',
  controls: [
    oneOf('input', ['shifted', 'forgotten']),
    range('step', {low: 1, high: facts => Math.max(1, facts.target.length), first: 3}),
  ],
  ask: () => ({}),
  compute: ({input, step}, facts, answer) => {
    const labels = facts.target.slice(0, answer.shifted.length);
    const isShifted = input === 'shifted';
    const steps = counted(labels.length);
    const read = isShifted ? readTokens(facts) : labels;
    const own = steps.map(t => (isShifted ? t + 1 : t)); // where the label itself is read
    return {
      labels,
      read,
      at: Math.min(step, labels.length) - 1,
      open: steps.map(q => steps.map(k => Number(k <= q))),
      own,
      inSight: own.filter((k, t) => k <= t).length,
      shifted: Array.from(answer.shifted, Math.exp),
      forgotten: Array.from(answer.forgotten, Math.exp),
      loss: -mean(answer.shifted),
      lossForgotten: -mean(answer.forgotten),
    };
  },
  draw: ({labels, read, at, open, own, inSight, shifted, forgotten, loss, lossForgotten}, {say, values: {input}}) => {
    const readings = {
      shifted: say('reading.shifted', {step: at + 1, read: read[at].trim(), label: labels[at].trim()}),
      forgotten: say('reading.forgotten', {step: at + 1, label: labels[at].trim()}),
    };
    return {
      figures: [
        {
          kind: 'tokens',
          title: say('aligned'),
          tokens: read.map((/** @type {string} */ text, /** @type {number} */ t) => ({
            text,
            note: `↓ ${labels[t].trim()}`,
            share: (t === at ? 0.45 : 0) + (t <= at ? 0.2 : 0),
            off: t > at,
            hue: 'decoder',
          })),
        },
        {
          kind: 'matrix',
          title: say('mask'),
          values: open,
          rows: labels,
          columns: read,
          rowTitle: say('label'),
          columnTitle: say('read'),
          hue: 'decoder',
          written: false,
          ends: [say('closed'), say('open')],
          outlined: own.flatMap((/** @type {number} */ k, /** @type {number} */ t) =>
            k < read.length ? [[t, k]] : [],
          ),
          height: 380,
        },
        {
          kind: 'bars',
          title: say('probabilities'),
          labels: labels.slice(0, SHOWN),
          y: {label: say('probability'), low: 0, high: 1},
          height: 250,
          series: [
            {name: say('with_shift'), values: shifted.slice(0, SHOWN), hue: 'decoder'},
            {name: say('without_shift'), values: forgotten.slice(0, SHOWN), hue: 'cross'},
          ],
        },
      ],
      isLoss: true,
      numbers: {steps: labels.length, in_sight: inSight, loss, loss_forgotten: lossForgotten},
      reading: readings[/** @type {'shifted' | 'forgotten'} */ (input)],
    };
  },
};
