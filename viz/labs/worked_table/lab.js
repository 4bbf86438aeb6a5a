// A worked table of the encoding for small widths (3.5).

import {oneOf, range} from '../../components/maths/model/controls.js';
import {counted, encodingOf, frequencies} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

const ROWS = 5;

/** @type {Lab} */
export const LAB = {
  name: 'worked_table',
  group: 'positions',
  order: 5,
  section: '3.5',
  controls: [oneOf('width', ['4', '6', '8'], '4'), range('position', {low: 0, high: 99, first: 1})],
  compute: ({width, position}) => {
    const d = Number(width);
    const rates = frequencies(d);
    return {d, rates, position, own: encodingOf(position, d), rows: counted(ROWS).map(p => encodingOf(p, d))};
  },
  draw: ({d, rates, position, own, rows}, {say}) => ({
    figures: [
      {
        kind: 'lines',
        title: say('lines', {position}),
        lines: rates.flatMap((/** @type {number} */ rate, /** @type {number} */ i) => [
          `i = ${i}:  ${position} / 10000^(${2 * i}/${d}) = ${position} / ${num(1 / rate)} = ${num(position * rate)}`,
          `  PE(${position}, ${2 * i}) = sin ${num(position * rate)} = ${num(own[2 * i])}`,
          `  PE(${position}, ${2 * i + 1}) = cos ${num(position * rate)} = ${num(own[2 * i + 1])}`,
        ]),
      },
      {
        kind: 'table',
        title: say('table'),
        head: [say('dimension'), ...counted(ROWS).map(p => `PE(${p})`)],
        rows: counted(d).map(i => [
          String(i),
          ...rows.map((/** @type {number[]} */ row) => row[i].toFixed(3).replace('-', '−')),
        ]),
      },
    ],
    numbers: Object.fromEntries([
      ['fastest', (2 * Math.PI) / rates[0]],
      ['slowest', (2 * Math.PI) / rates[rates.length - 1]],
    ]),
  }),
};
