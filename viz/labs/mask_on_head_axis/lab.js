// A common mistake: a mask that broadcasts against the axis of the heads (3.2.3).

import {range} from '../../components/maths/model/controls.js';
import {counted, sum} from '../../components/maths/model/linear.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** @type {Lab} */
export const LAB = {
  name: 'mask_on_head_axis',
  group: 'mistakes',
  order: 4,
  section: '3.2.3',
  controls: [
    range('batch', {low: 1, high: 8, first: 4}),
    range('heads', {low: 1, high: 8, first: 4}),
    range('length', {low: 2, high: 10, first: 6}),
    range('sentence', {low: 1, high: 8, first: 2}),
    range('head', {low: 1, high: 8, first: 3}),
  ],
  compute: ({batch, heads, length, sentence, head}) => {
    const lengths = counted(batch).map(b => Math.max(1, length - b));
    const b = Math.min(sentence, batch) - 1;
    const spreads = heads === 1 && batch > 1; // one head becomes as many as there are sentences
    const h = Math.min(head, spreads ? batch : heads) - 1;
    const open = lengths.map(own => counted(length).map(k => Number(k < own))); // the padding mask, [B, T]
    // [B, 1, T] against [B, h, T, T]: aligned from the right, B meets h
    const fits = batch === heads || batch === 1 || spreads;
    const wrong = counted(length).map(() => (fits ? open[batch === 1 ? 0 : h] : open[b].map(() => NaN)));
    const right = counted(length).map(() => open[b]);
    return {
      wrong,
      right,
      fits,
      spreads,
      lengths,
      b,
      h,
      differ: fits ? sum(wrong.flat().map((one, i) => Number(one !== right.flat()[i]))) : NaN,
    };
  },
  draw: ({wrong, right, fits, spreads, lengths, b, h, differ}, {say, values: {batch, heads, length}}) => {
    const of = (/** @type {number[][]} */ values, /** @type {string} */ title) =>
      /** @type {any} */ ({
        kind: 'matrix',
        title,
        values,
        rowTitle: say('query'),
        columnTitle: say('key'),
        hue: 'decoder',
        written: false,
        ends: [say('closed'), say('open')],
      });
    return {
      figures: [
        {
          kind: 'pair',
          left: [of(wrong, `[${batch}, 1, ${length}]`)],
          right: [of(right, `[${batch}, 1, 1, ${length}]`)],
        },
        {
          kind: 'lines',
          title: say('shapes'),
          lines: [
            `scores  [${batch}, ${heads}, ${length}, ${length}]`,
            `mask       [${batch}, 1, ${length}]  ${say(fits ? 'fits' : 'fails')}`,
            `mask    [${batch}, 1, 1, ${length}]  ${say('right_shape')}`,
          ],
        },
      ],
      numbers: {fits: say(fits ? 'yes' : 'no'), differ: fits ? differ : say('no'), tokens: lengths[b]},
      reading: fits
        ? say(spreads ? 'reading.spreads' : 'reading.fits', {
            sentence: b + 1,
            head: h + 1,
            other: (batch === 1 ? 0 : h) + 1,
            shape: `[${batch}, ${batch}, ${length}, ${length}]`,
          })
        : say('reading.fails'),
    };
  },
};
