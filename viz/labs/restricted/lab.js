// Restricted attention as a band over the mask of the sentence at hand (4).

import {oneOf, range} from '../../components/maths/model/controls.js';
import {counted, sum} from '../../components/maths/model/linear.js';
import {readTokens} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'restricted',
  group: 'cost',
  order: 6,
  section: '4',
  controls: [oneOf('kind', ['encoder', 'decoder']), range('r', {low: 1, high: 41, step: 2, first: 5})],
  compute: ({kind, r}, facts) => {
    const tokens = kind === 'encoder' ? facts.source : readTokens(facts);
    const n = tokens.length;
    const half = (r - 1) / 2;
    const isCausal = kind === 'decoder';
    const full = counted(n).map(q => counted(n).map(k => Number(!isCausal || k <= q)));
    const band = full.map((row, q) => row.map((open, k) => Number(open && Math.abs(q - k) <= half)));
    return {
      tokens,
      band,
      full,
      cells: sum(band.flat()),
      all: sum(full.flat()),
      layers: n > 1 ? Math.ceil((n - 1) / Math.max(half, 1e-9)) : 1,
      reaches: half > 0,
    };
  },
  draw: ({tokens, band, full, cells, all, layers, reaches}, {say, values: {kind}}) => {
    const of = (/** @type {number[][]} */ values, /** @type {string} */ title) =>
      /** @type {any} */ ({
        kind: 'matrix',
        title,
        values: values.length ? values : [[0]],
        rows: tokens,
        columns: tokens,
        ends: [say('closed'), say('open')],
        rowTitle: say('query'),
        columnTitle: say('key'),
        hue: kind,
        written: false,
      });
    return {
      figures: [
        {kind: 'pair', titles: [say('restricted'), say('unrestricted')], left: [of(band, '')], right: [of(full, '')]},
      ],
      numbers: {cells, all, share: all ? cells / all : 0, layers: reaches ? layers : say('never')},
    };
  },
};
