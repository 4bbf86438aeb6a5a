// Layer normalisation against batch normalisation on sentences of different lengths (3.1).

import {range, toggle} from '../../components/maths/model/controls.js';
import {counted, mean, variance} from '../../components/maths/model/linear.js';
import {num, percent} from '../../components/maths/model/numbers.js';
import {normal, several, uniform} from '../../components/maths/model/random.js';

/** @import {Lab} from '../../components/maths/types.js' */

const WIDTH = 8;
const OWN = 5;
const LONGEST = 12;
const WIDEST = 24;
const EPS = 1e-6; // tokens of the first sentence, of others, of the batch
const ENDS = [0.5, 1, 2, 3, 4, 6]; // of the scale of changes

/** @typedef {Float64Array[]} Sentence token vectors */

/**
 * Sentences of different lengths; each dimension has a mean and a spread of its own, and each sentence a shift.
 * @param {number} count
 * @param {number} seed
 * @returns {Sentence[]}
 */
const drawn = (count, seed) => {
  const draw = normal(seed);
  const lengths = uniform(seed);
  const middle = several(draw, WIDTH);
  const spread = several(draw, WIDTH).map(Math.exp);
  return counted(count).map(i => {
    const shift = several(draw, WIDTH);
    const length = i ? 2 + Math.floor(lengths() * (LONGEST - 1)) : OWN;
    return counted(length).map(() =>
      several(draw, WIDTH).map((value, d) => 2 * middle[d] + shift[d] + spread[d] * value),
    );
  });
};

/**
 * Sums of each dimension over all vectors of a batch, and of their squares: padding adds nothing to either.
 * @param {Sentence[]} sentences
 */
const summed = sentences => {
  const sums = new Float64Array(WIDTH);
  const squares = new Float64Array(WIDTH);
  let count = 0;
  for (const sentence of sentences)
    for (const vector of sentence) {
      count += 1;
      for (let d = 0; d < WIDTH; d++) {
        sums[d] += vector[d];
        squares[d] += vector[d] ** 2;
      }
    }
  return {sums, squares, count};
};

/**
 * A sentence after batch normalisation: each dimension over all vectors of the batch.
 * @param {Sentence} own
 * @param {ReturnType<typeof summed>} batch
 * @param {number} padding vectors of zeros that enter the statistics
 */
const batchNormed = (own, {sums, squares, count}, padding) => {
  const size = count + padding;
  return own.map(vector =>
    Array.from(vector, (value, d) => {
      const middle = sums[d] / size;
      return (value - middle) / Math.sqrt(squares[d] / size - middle ** 2 + EPS);
    }),
  );
};

/** The first sentence after layer normalisation: each vector by itself. @param {Sentence[]} sentences */
const layerNormed = ([own]) =>
  own.map(vector => {
    const middle = mean(vector);
    const deviation = Math.sqrt(variance(vector) + EPS);
    return Array.from(vector, value => (value - middle) / deviation);
  });

/**
 * @param {number[][]} a
 * @param {number[][]} b
 */
const difference = (a, b) => a.map((row, i) => row.map((value, j) => value - b[i][j]));

/** The root mean square of a matrix. @param {number[][]} matrix */
const size = matrix => Math.sqrt(mean(matrix.map(row => mean(row.map(value => value ** 2)))));

/** @type {Lab} */
export const LAB = {
  name: 'batch_norm',
  group: 'layer',
  order: 6,
  section: '3.1',
  controls: [
    range('others', {low: 0, high: 7, first: 3}),
    range('columns', {low: LONGEST, high: WIDEST, first: 16}),
    toggle('counted', true),
    range('seed', {low: 1, high: 99, first: 1}),
  ],
  compute: ({others, columns, counted: isCounted, seed}) => {
    const sentences = drawn(others + 1, seed);
    const tokens = sentences.flat().length;
    const [own] = sentences;
    const batch = summed(sentences);
    const alone = batchNormed(own, summed([own]), 0);
    const padded = (/** @type {number} */ wide) => wide * sentences.length - tokens;
    const changed = (/** @type {number} */ wide) =>
      difference(batchNormed(own, batch, isCounted ? padded(wide) : 0), alone);
    const widths = counted(WIDEST - LONGEST + 1).map(i => LONGEST + i);
    const moved = changed(columns);
    const layer = difference(layerNormed(sentences), layerNormed([sentences[0]]));
    const grid = sentences.map(sentence => counted(columns).map(i => (i < sentence.length ? sentence[i][0] : NaN)));
    return {
      grid,
      batch: moved,
      layer,
      widths,
      sizes: widths.map(wide => size(changed(wide))),
      layers: widths.map(() => size(layer)),
      share: padded(columns) / (columns * sentences.length),
      batchSize: size(moved),
      layerSize: size(layer),
    };
  },
  draw: ({grid, batch, layer, widths, sizes, layers, share, batchSize, layerSize}, {say, values: {columns}}) => {
    // a scale that stays, so that a matrix of zeros does
    const high = ENDS.find(end => end >= Math.max(...batch.flat().map(Math.abs))) ?? ENDS[ENDS.length - 1];
    const matrix = (/** @type {number[][]} */ values) =>
      /** @type {any} */ ({
        kind: 'matrix',
        title: say('change', {largest: num(Math.max(...values.flat().map(Math.abs)), 3)}),
        values,
        rowTitle: say('position'),
        columnTitle: say('dimension'),
        scale: 'signed',
        high,
        height: 260,
      });
    return {
      figures: [
        {
          kind: 'matrix',
          title: say('grid'),
          values: grid,
          rows: grid.map((/** @type {number[]} */ _, /** @type {number} */ i) => String(i + 1)),
          rowTitle: say('sentence'),
          columnTitle: say('position'),
          scale: 'signed',
          written: false,
          rowHeight: 24,
        },
        {kind: 'pair', titles: [say('batch'), say('layer')], left: [matrix(batch)], right: [matrix(layer)]},
        {
          kind: 'chart',
          title: say('sizes'),
          x: {label: say('columns')},
          y: {label: say('rms'), low: 0},
          height: 240,
          marks: [{x: columns, label: ''}],
          series: [
            {name: say('batch'), x: widths, y: sizes, hue: 'cross'},
            {name: say('layer'), x: widths, y: layers, hue: 'encoder'},
          ],
        },
      ],
      numbers: {share: percent(share), batch: batchSize, layer: layerSize},
      reading: say('reading', {batch: num(batchSize, 3), layer: num(layerSize, 3)}),
    };
  },
};
