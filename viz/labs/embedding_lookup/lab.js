// An embedding is a row of a table, looked up or as a product with a one-hot row (3.4).

import {markedToken} from '../../components/shared/text.js';
import {pick, range} from '../../components/maths/model/controls.js';
import {counted, norm} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

const COLUMNS = 16;

/** @type {Lab} */
export const LAB = {
  name: 'embedding_lookup',
  group: 'layer',
  order: 1,
  section: '3.4',
  controls: [
    pick('token', ({source, target}) => [...source, '<s>', ...target.slice(0, -1)]),
    range('count', {low: 3, high: 12, first: 8}),
  ],
  ask: ({token}) => ({token}),
  compute: ({count}, _, answer) => {
    const {row, product, near, cosines} = answer;
    const apart = row.map((/** @type {number} */ value, /** @type {number} */ d) => Math.abs(value - product[d]));
    return {
      ...answer,
      near: near.slice(0, count),
      cosines: cosines.slice(0, count),
      apart: Math.max(...apart),
      length: norm(row),
    };
  },
  draw: ({token, id, size, row, product, ids, at, names, rows, near, cosines, middle, apart, length}, {say}) => {
    const dimensions = counted(row.length);
    const columns = Math.min(COLUMNS, row.length);
    return {
      figures: [
        {
          kind: 'matrix',
          title: say('table', {columns, width: row.length}),
          rows: ids.map((/** @type {number} */ one, /** @type {number} */ i) => `${one} ${markedToken(names[i])}`),
          values: rows.map((/** @type {number[]} */ one) => one.slice(0, columns)),
          rowTitle: say('token'),
          columnTitle: say('dimension'),
          scale: 'signed',
          written: false,
          outlined: counted(columns).map(c => /** @type {[number, number]} */ ([at, c])),
        },
        {
          kind: 'chart',
          title: say('row', {token: token.trim()}),
          x: {label: say('dimension')},
          y: {label: say('value')},
          height: 240,
          series: [
            {name: say('lookup'), x: dimensions, y: row, hue: 'cross', line: 4},
            {name: say('product'), x: dimensions, y: product, hue: 'ink', line: 1},
          ],
        },
        {
          kind: 'bars',
          title: say('near', {token: token.trim()}),
          labels: near,
          y: {label: say('cosine'), high: 1},
          height: 240,
          series: [{name: '', values: cosines, hue: 'encoder'}],
        },
      ],
      numbers: {id, apart, multiplications: size * row.length, copied: row.length, length, middle},
      reading: say('reading', {
        token: token.trim(),
        id,
        size: num(size),
        nearest: near[0].trim(),
        cosine: num(cosines[0], 3),
        middle: num(middle, 2),
      }),
    };
  },
};
