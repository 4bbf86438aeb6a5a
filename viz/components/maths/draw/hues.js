// The colours of a figure's parts.

import {cssColour} from '../../shared/colours.js';

/** @import {Colours, Hue} from '../types.js' */
/** @import {Rgb} from '../../shared/types.js' */

/**
 * The colour of a hue: blue, vermilion and green first, then those of overlaid heads; none twice.
 * @param {Colours} colours
 * @param {Hue} hue
 * @returns {Rgb}
 */
export const rgbOf = (colours, hue) => {
  const {hues, overlays} = colours;
  if (typeof hue === 'number') {
    const series = new Map(
      [hues.encoder, hues.cross, hues.decoder, ...overlays].map(colour => [String(colour), colour]),
    );
    return [...series.values()][hue % series.size];
  }
  if (hue === 'encoder' || hue === 'decoder' || hue === 'cross') return hues[hue];
  return hue === 'faint' ? colours.quiet : colours[hue];
};

/**
 * @param {Colours} colours
 * @param {Hue} hue
 */
export const inkOf = (colours, hue) => cssColour(rgbOf(colours, hue));
