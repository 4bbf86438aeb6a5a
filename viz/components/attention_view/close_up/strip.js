// A part of the close-up, its tokens, and a vector as a strip of colour.

import {packedColour, signedColour} from '../../shared/colours.js';
import {penOf} from '../../shared/elements.js';
import {markedToken} from '../../shared/text.js';

/** @import {CloseUp} from './types.js' */
/** @import {View} from '../types.js' */

/**
 * @param {CloseUp} close
 * @param {string} name
 */
export const closePart = (close, name) => close.host.querySelector(`[data-close="${name}"]`);

/** @param {string} token */
export const closeUpToken = token => markedToken(token).slice(0, 200);

/**
 * A vector with one pixel per number, on a diverging scale of -most to most.
 * @param {View} view
 * @param {HTMLCanvasElement} canvas
 * @param {number[]} vector
 * @param {number} most
 */
export const closeUpStrip = (view, canvas, vector, most) => {
  canvas.width = vector.length;
  canvas.height = 1;
  const context = penOf(canvas);
  const image = context.createImageData(vector.length, 1);
  const pixels = new Uint32Array(image.data.buffer);
  /** @param {number} value */
  const colour = value => packedColour(signedColour(view.colours, view.choice.kind, value / most));
  vector.forEach((value, i) => {
    pixels[i] = colour(value);
  });
  context.putImageData(image, 0, 0);
};
