// A map of the embeddings of the sentence and its translation (3.4): do translations lie together?

import {pick, range, toggle} from '../../components/maths/model/controls.js';
import {mean} from '../../components/maths/model/linear.js';
import {num, percent} from '../../components/maths/model/numbers.js';

/** @import {Facts, Lab} from '../../components/maths/types.js' */

const MOST = 20; // tokens of a side in the matrix
const LETTER = 7.5;
const LINE = 15;
const WIDTH = 300;
const HEIGHT = 280; // pixels of a letter, a label, and the chart on a phone

/** @typedef {{name: string, x: number, y: number, kind: string}} Point */

/**
 * A number as text; a dash where no pair can be compared.
 * @param {number} value
 * @param {(value: number) => string} [written]
 */
const known = (value, written = one => num(one, 3)) => (Number.isFinite(value) ? written(value) : '–');

/** @param {Facts} facts */
const tokensOf = ({source, target}) => [...source.slice(0, -1), ...target.slice(0, -1)];

/**
 * The points whose labels do not touch, first come, first served.
 * @param {Point[]} points
 * @param {number[]} order
 */
const labelled = (points, order) => {
  const xs = points.map(one => one.x);
  const ys = points.map(one => one.y);
  const across = WIDTH / (Math.max(...xs) - Math.min(...xs) || 1);
  const up = HEIGHT / (Math.max(...ys) - Math.min(...ys) || 1);
  /** @type {{left: number, right: number, y: number}[]} */
  const boxes = [];
  const found = new Set();
  for (const i of order) {
    const letters = [...points[i].name.trim()].reduce((total, letter) => total + (letter > '⺀' ? 1.7 : 1), 0);
    const wide = 10 + letters * LETTER;
    const at = (points[i].x - Math.min(...xs)) * across;
    const left = at + wide > WIDTH + 10 ? at - wide : at;
    const y = points[i].y * up;
    if (boxes.some(box => left < box.right && left + wide > box.left && Math.abs(box.y - y) < LINE)) continue;
    boxes.push({left, right: left + wide, y});
    found.add(i);
  }
  return found;
};

/**
 * Cosines of aligned pairs and of all other pairs, without pairs of a row with itself.
 * @param {{cosines: number[][], same: number[][], aligned: number[]}} answer
 */
const compared = ({cosines, same, aligned}) => {
  const pairs = /** @type {number[]} */ ([]);
  const others = /** @type {number[]} */ ([]);
  const below = /** @type {number[]} */ ([]);
  aligned.forEach((own, t) => {
    const rest = cosines.map(row => row[t]).filter((_, s) => s !== own && !same[s][t]);
    others.push(...rest);
    if (same[own][t]) return;
    pairs.push(cosines[own][t]);
    if (rest.length) below.push(rest.filter(one => one < cosines[own][t]).length / rest.length);
  });
  return {close: mean(pairs), others: mean(others), below: mean(below), count: pairs.length};
};

/** @type {Lab} */
export const LAB = {
  name: 'embedding_map',
  group: 'layer',
  order: 2,
  section: '3.4',
  controls: [pick('token', tokensOf), range('neighbours', {low: 0, high: 3, first: 1}), toggle('pairs', true)],
  ask: ({neighbours}) => ({neighbours}),
  compute: ({token}, _, answer) => {
    const {names, x, y, neighbour, source, target, aligned} = answer;
    const ofSource = new Set(source);
    const ofTarget = new Set(target);
    const kindOf = (/** @type {number} */ i) => {
      if (neighbour[i]) return 'neighbour';
      if (ofSource.has(i) && ofTarget.has(i)) return 'both';
      return ofSource.has(i) ? 'source' : 'target';
    };
    const points = names.map((/** @type {string} */ name, /** @type {number} */ i) => ({
      name,
      x: x[i],
      y: y[i],
      kind: kindOf(i),
    }));
    const linked = aligned.map((/** @type {number} */ s, /** @type {number} */ t) => [source[s], target[t]]);
    const chosen = [...source, ...target][Math.min(token, source.length + target.length - 1)];
    const partners = linked.filter((/** @type {number[]} */ one) => one.includes(chosen)).flat();
    const rest = points.map((/** @type {Point} */ _, /** @type {number} */ i) => i);
    const order = points.length ? [...new Set([chosen, ...partners, ...rest])] : [];
    return {
      ...answer,
      ...compared(answer),
      points,
      linked,
      chosen,
      written: labelled(points, /** @type {number[]} */ (order)),
    };
  },
  draw: (
    {points, source, target, linked, chosen, written, kept, cosines, same, aligned, close, others, below, count},
    {say, values: {pairs}},
  ) => {
    const of = (/** @type {string} */ kind) =>
      points.flatMap((/** @type {Point} */ one, /** @type {number} */ i) =>
        one.kind === kind ? [{...one, label: written.has(i) ? one.name.trim() : ''}] : [],
      );
    const dots = (/** @type {string} */ kind, /** @type {any} */ hue) => {
      const own = of(kind);
      const each = (/** @type {string} */ key) => own.map((/** @type {any} */ one) => one[key]);
      return {name: say(kind), x: each('x'), y: each('y'), labels: each('label'), dots: true, hue};
    };
    const ends = pairs
      ? linked.flatMap((/** @type {number[]} */ [s, t]) => [points[s], points[t], {x: NaN, y: NaN}])
      : [];
    const axis = (/** @type {number} */ i) => ({label: say('component', {number: i + 1, share: percent(kept[i])})});
    const named = (/** @type {number[]} */ list) => list.slice(0, MOST).map(i => points[i].name);
    return {
      figures: [
        {
          kind: 'chart',
          title: say('map'),
          x: axis(0),
          y: axis(1),
          height: 420,
          series: [
            {
              name: '',
              x: ends.map((/** @type {Point} */ one) => one.x),
              y: ends.map((/** @type {Point} */ one) => one.y),
              hue: 'faint',
              line: 1,
            },
            dots('neighbour', 'faint'),
            dots('source', 'encoder'),
            dots('target', 'cross'),
            dots('both', 'decoder'),
            {
              name: say('chosen'),
              x: points.length ? [points[chosen].x] : [],
              y: points.length ? [points[chosen].y] : [],
              dots: true,
              hue: 'ink',
            },
          ],
        },
        {
          kind: 'matrix',
          title: say('matrix', {most: MOST}),
          values: cosines
            .slice(0, MOST)
            .map((/** @type {number[]} */ row, /** @type {number} */ s) =>
              row.slice(0, MOST).map((one, t) => (same[s][t] ? NaN : one)),
            ),
          rows: named(source),
          columns: named(target),
          rowTitle: say('source'),
          columnTitle: say('target'),
          scale: 'signed',
          written: false,
          outlined: aligned
            .slice(0, MOST)
            .flatMap((/** @type {number} */ s, /** @type {number} */ t) => (s < MOST ? [[s, t]] : [])),
        },
      ],
      numbers: {
        aligned: known(close),
        others: known(others),
        below: known(below, percent),
        count,
        kept: percent(kept[0] + kept[1]),
      },
      reading: say('reading', {aligned: known(close), others: known(others), below: known(below, percent)}),
    };
  },
};
