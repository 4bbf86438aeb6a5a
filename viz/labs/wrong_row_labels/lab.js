// A common mistake: rows of an attention matrix are labelled by the wrong token.

import {everyLayer, pick, range} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @param {number[]} row */
const strongest = row => row.indexOf(Math.max(...row));

/** @type {Lab} */
export const LAB = {
  name: 'wrong_row_labels',
  group: 'mistakes',
  order: 17,
  section: '3.2.3',
  controls: [
    pick(
      'layer',
      facts => everyLayer(facts),
      facts => Math.max(0, facts.decoder_layers - 2),
    ),
    pick('head', facts => counted(facts.num_heads).map(() => '')),
    range('row', {low: 1, high: facts => Math.max(1, facts.target.length), first: 2}),
  ],
  ask: ({layer, head}) => ({layer, head}),
  compute: (_, {source, target}, {weights}) => {
    const rows = /** @type {number[][]} */ (weights);
    const read = ['<s>', ...target.slice(0, -1)];
    return {rows, read, predicted: target, source, looked: rows.map(row => source[strongest(row)])};
  },
  draw: ({rows, read, predicted, source, looked}, {say, values: {row}}) => {
    const at = Math.min(row, rows.length) - 1;
    const of = (/** @type {string[]} */ names, /** @type {string} */ title) =>
      /** @type {any} */ ({
        kind: 'matrix',
        title,
        values: rows,
        rows: names,
        columns: source,
        rowTitle: title,
        columnTitle: say('key'),
        hue: 'cross',
        written: false,
        outlined: [[at, strongest(rows[at])]],
      });
    return {
      figures: [
        {kind: 'pair', titles: ['', ''], left: [of(read, say('read'))], right: [of(predicted, say('predicted'))]},
        {
          kind: 'table',
          title: say('table'),
          head: [say('step'), say('read'), say('predicted'), say('looked')],
          rows: looked.map((/** @type {string} */ token, /** @type {number} */ t) => [
            t + 1,
            read[t],
            predicted[t],
            token,
          ]),
          strong: [
            [at, 1],
            [at, 2],
            [at, 3],
          ],
        },
      ],
      numbers: {weight: Math.max(...rows[at])},
      reading: say('reading', {
        step: at + 1,
        looked: looked[at].trim(),
        read: read[at].trim(),
        predicted: predicted[at].trim(),
      }),
    };
  },
};
