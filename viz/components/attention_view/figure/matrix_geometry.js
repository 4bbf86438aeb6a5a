// Positions of the cells and labels of a matrix, and the colour of each cell.

import {packedColour, rampOf, shareOf} from '../../shared/colours.js';
import {fontOf, widthOf} from '../../shared/measure.js';
import {clamp} from '../../shared/numbers.js';
import {axisToken} from '../../shared/text.js';
import {strongestOf} from '../numbers/sheet.js';

/** @import {Colours, Ramp, Sheet} from '../types.js' */
/** @import {MatrixGeometry} from './types.js' */

const TALLEST = 590; // pixels: the panel's height without scrolling

const READABLE = 10; // pixels per cell: from this size every row and column has its label

const ENLARGED = 18; // pixels per cell in the larger view

/**
 * @param {string[]} queries
 * @param {string[]} keys
 * @param {number} width
 * @param {string} family
 * @param {boolean} enlarged
 * @returns {MatrixGeometry}
 */
export const matrixGeometry = (queries, keys, width, family, enlarged) => {
  const narrow = width < 480;
  const font = fontOf({size: 12, family});
  /** @param {string[]} tokens */
  const widest = tokens =>
    tokens.reduce((most, token) => Math.max(most, widthOf(axisToken(token).text.slice(0, 60), font)), 0) + 20;
  const left = Math.ceil(Math.min(widest(queries), narrow ? 96 : 150) + 10);
  const tall = Math.min(widest(keys), 120);
  const fit = Math.floor(
    Math.min((width - left - 8) / (keys.length + (narrow ? 0.8 : 1.6)), (TALLEST - 18 - tall) / queries.length),
  );
  const smallest = clamp(fit, 1, 44);
  const cell = enlarged ? Math.max(ENLARGED, smallest) : smallest;
  const upright = cell < 22;
  const size = cell >= 18 ? 13 : clamp(cell - 1, 10, 12);
  const top = Math.ceil(upright ? tall + 10 : tall * 0.71 + 18);
  const every = Math.ceil(12 / cell);
  const over = upright
    ? 8
    : keys.reduce(
        (most, token, i) => Math.max(most, Math.min(widest([token]), 120) * 0.71 - (keys.length - i - 0.5) * cell + 4),
        8,
      );
  const wide = Math.ceil(left + keys.length * cell + over);
  const high = top + queries.length * cell + 2;
  return {
    left,
    top,
    cell,
    upright,
    tall,
    size,
    family,
    every,
    wide,
    high,
    small: smallest < READABLE,
    width: Math.min(width, wide),
    height: Math.min(Math.max(TALLEST, top + 120), high),
  };
};

/**
 * One pixel per cell: [pixels, canvas]. Several heads: each cell in the colour of the one with the largest number.
 * @param {Sheet} sheet
 * @param {Colours} colours
 */
export const matrixPixels = (sheet, colours) => {
  const {values, overlays} = sheet;
  const share = shareOf(sheet);
  const size = values.length;
  const pixels = new Uint32Array(size);
  const nothing = packedColour(colours.nothing);
  const {background} = colours;
  const own = sheet.signed
    ? [rampOf(background, colours.more), rampOf(background, colours.less)]
    : [colours.ramps[sheet.kind]];
  const ramps = overlays ? overlays.map(({colour}) => rampOf(background, colour)) : own;
  /**
   * @param {number} level
   * @param {Ramp} ramp
   */
  const coloured = (level, ramp) => (Number.isNaN(level) ? nothing : ramp[Math.round(Math.abs(level) * 255)]);
  for (let i = 0; i < size; i++) {
    if (overlays) {
      const {value, layer} = strongestOf(sheet, i);
      pixels[i] = coloured(share(value), ramps[layer]);
    } else {
      const level = share(values[i]);
      pixels[i] = coloured(level, ramps[level < 0 ? 1 : 0]);
    }
  }
  return pixels;
};
