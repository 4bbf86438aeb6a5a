// The masks of 3.2.3 on the sentence at hand, in a batch with a shorter or longer one.

import {oneOf, entry} from '../../components/maths/model/controls.js';

/** @import {Facts, Hue, Lab} from '../../components/maths/types.js' */

const LONGEST = 120; // characters of an example: more tokens could not be told apart
const NAMES = 116;
const CELL = 13; // pixels: of the names of the rows, at most; of a column whose name can be read

/** @type {Record<string, Hue>} */
const HUES = {padding: 'decoder', causal: 'decoder', combined: 'decoder', encoder: 'encoder', cross: 'cross'};

/** What is drawn for each attention. @type {Record<string, string[]>} */
const DRAWN = {decoder: ['padding', 'causal', 'combined'], encoder: ['encoder'], cross: ['cross']};

/**
 * The example whose length differs most from that of the text, so that there is padding.
 * @param {Facts} facts
 */
const other = ({examples, text}) => {
  const apart = (/** @type {string} */ one) => Math.abs(one.length - text.length);
  return examples.filter(one => one !== text && one.length <= LONGEST).sort((a, b) => apart(b) - apart(a))[0] ?? '';
};

/** @param {number[][]} mask */
const closed = mask => mask.flat().filter(one => !one).length;

/** @type {Lab} */
export const LAB = {
  name: 'masks',
  group: 'attention',
  order: 2,
  section: '3.2.3',
  controls: [
    oneOf('where', ['decoder', 'encoder', 'cross']),
    oneOf('sentence', ['shorter', 'longer']),
    entry('other', other, {lines: 2}),
  ],
  ask: ({other}) => ({other}),
  compute: ({where, sentence}, _, {masks, sources, reads}) => {
    // keys of padding
    const hidden = [0, 1].map(i => closed([masks[where === 'decoder' ? 'padding' : 'encoder'][i][0]]));
    const shorter = Number(hidden[1] > hidden[0]);
    const at = sentence === 'shorter' ? shorter : 1 - shorter;
    return {
      masks: Object.fromEntries(DRAWN[where].map(name => [name, masks[name][at]])),
      any: Math.max(...hidden) > 0,
      rows: (where === 'encoder' ? sources : reads)[at],
      columns: (where === 'decoder' ? reads : sources)[at],
    };
  },
  draw: ({masks, rows, columns, any}, {say, values: {where}}) => {
    const names = DRAWN[where];
    const only = masks[names[0]];
    const equal = say('no_padding');
    const matrix = (/** @type {string} */ name) =>
      /** @type {any} */ ({
        kind: 'matrix',
        title: say(`does.${name}`),
        values: masks[name],
        rows,
        columns,
        rowTitle: say('query'),
        columnTitle: say('key'),
        written: false,
        hue: HUES[name],
        ends: [say('closed'), say('open')],
      });
    return {
      figures:
        where === 'decoder'
          ? [
              {
                kind: 'row',
                least: NAMES + CELL * columns.length,
                columns: names.map(name => ({title: say(`mask.${name}`), figures: [matrix(name)]})),
              },
            ]
          : [matrix(where)],
      numbers: {
        cells: only.flat().length,
        ...(where === 'decoder'
          ? {padding: closed(masks.padding), causal: closed(masks.causal), combined: closed(masks.combined)}
          : {closed: closed(only)}),
      },
      reading: any ? say(`reading.${where}`) : equal,
    };
  },
};
