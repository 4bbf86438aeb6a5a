// Number formats of training: range, rounding, updates that vanish, and sums of many small numbers.

import {oneOf, range} from '../../components/maths/model/controls.js';
import {counted} from '../../components/maths/model/linear.js';
import {num} from '../../components/maths/model/numbers.js';

/** @import {Lab} from '../../components/maths/types.js' */

/** Bits of the mantissa behind the point, and the smallest and largest exponent of normal numbers. */
const FORMATS = {
  fp32: {bits: 23, least: -126, most: 127},
  bf16: {bits: 7, least: -126, most: 127},
  fp16: {bits: 10, least: -14, most: 15},
};

/**
 * The nearest number of a format, ties to even; infinity beyond its range.
 * @param {number} value
 * @param {{bits: number, least: number, most: number}} format
 */
const rounded = (value, {bits, least, most}) => {
  if (value === 0 || !Number.isFinite(value)) return value;
  const step = spacing(value, {bits, least, most});
  const units = Math.abs(value) / step;
  const low = Math.floor(units);
  const part = units - low;
  const whole = part > 0.5 || (part === 0.5 && low % 2) ? low + 1 : low;
  const size = whole * step;
  return Math.sign(value) * (size > (2 - 2 ** -bits) * 2 ** most ? Infinity : size);
};

/**
 * The distance between neighbours of a format around a number.
 * @param {number} value
 * @param {{bits: number, least: number, most: number}} format
 */
const spacing = (value, {bits, least}) =>
  2 ** (Math.max(least, value === 0 ? least : Math.floor(Math.log2(Math.abs(value)))) - bits);

const TERMS = 4096;

/**
 * The sum of equal terms, added one by one and rounded each time, over the exact one, at each power of two.
 * @param {number} term
 * @param {{bits: number, least: number, most: number}} format
 */
const sumShares = (term, format) => {
  const held = rounded(term, format);
  const shares = [];
  let total = 0;
  for (let n = 1, next = 1; n <= TERMS; n++) {
    total = rounded(total + held, format);
    if (n === next) {
      shares.push(total / (n * term));
      next *= 2;
    }
  }
  return shares;
};

/** @type {Lab} */
export const LAB = {
  name: 'precision',
  group: 'training',
  order: 6,
  section: '',
  controls: [
    range('power', {low: -8, high: 6, step: 0.1, first: 0}),
    range('update', {low: -8, high: 0, step: 0.1, first: -3.5}),
    oneOf('format', ['bf16', 'fp16', 'fp32']),
    range('steps', {low: 10, high: 500, step: 10, first: 100}),
  ],
  compute: ({power, update, format, steps}) => {
    const weight = 10 ** power;
    const delta = 10 ** update;
    const rows = Object.entries(FORMATS).map(([name, one]) => {
      const held = rounded(weight, one);
      const added = rounded(held + rounded(delta, one), one);
      return {
        name,
        held,
        error: Math.abs(held - weight) / weight,
        spacing: Number.isFinite(held) ? spacing(weight, one) : NaN, // beyond the range there is no next number
        moved: added - held,
        largest: (2 - 2 ** -one.bits) * 2 ** one.most,
        least: 2 ** (one.least - one.bits),
      };
    });
    const own = FORMATS[/** @type {keyof typeof FORMATS} */ (format)];
    let low = rounded(weight, own);
    const path = counted(steps).map(() => {
      const at = low;
      low = rounded(low + rounded(delta, own), own);
      return at;
    });
    const sums = Object.entries(FORMATS).map(([name, one]) => ({name, shares: sumShares(delta, one)}));
    return {rows, sums, path, exact: counted(steps).map(i => weight + i * delta), weight, delta};
  },
  draw: ({rows, sums, path, exact, weight, delta}, {say, values: {format}}) => {
    const at = rows.find((/** @type {any} */ row) => row.name === format);
    const steps = counted(path.length);
    const beyond = say('reading.beyond', {weight: num(weight, 3), largest: num(at.largest, 3)});
    const words = at.moved ? 'reading.moves' : 'reading.vanishes';
    return {
      figures: [
        {
          kind: 'chart',
          title: say('chart', {format: say(`format.${format}`)}),
          x: {label: say('step')},
          y: {label: say('weight')},
          height: 280,
          series: [
            {name: say('exact'), x: steps, y: exact, hue: 'faint', dash: true},
            {name: say('stored'), x: steps, y: path, hue: 'encoder'},
          ],
        },
        {
          kind: 'chart',
          title: say('sums', {update: num(delta, 3)}),
          x: {label: say('terms'), log: true},
          y: {label: say('share'), low: 0},
          height: 220,
          series: sums.map((/** @type {any} */ {name, shares}, /** @type {number} */ i) => ({
            name: say(`format.${name}`),
            x: shares.map((/** @type {any} */ _, /** @type {number} */ n) => 2 ** n),
            y: shares,
            hue: /** @type {const} */ (['faint', 'encoder', 'cross'])[i],
            dash: i === 0,
          })),
        },
        {
          kind: 'table',
          title: say('table'),
          digits: 5, // the weight and its neighbours differ in the last ones
          head: ['', say('held'), say('error'), say('spacing'), say('moved')],
          rows: rows.map((/** @type {any} */ row) => [
            say(`format.${row.name}`),
            row.held,
            row.error,
            row.spacing,
            row.moved,
          ]),
        },
        {
          kind: 'table',
          title: say('ranges'),
          head: ['', say('least'), say('largest')],
          rows: rows.map((/** @type {any} */ row) => [say(`format.${row.name}`), row.least, row.largest]),
        },
      ],
      digits: 4,
      numbers: {weight, update: delta, moved: at.moved, half: at.spacing / 2},
      reading: Number.isFinite(at.held) ? say(words, {update: num(delta, 3), half: num(at.spacing / 2, 3)}) : beyond,
    };
  },
};
