// Colours of the page, and conversion of numbers to colours.

import {make} from './elements.js';
import {KINDS} from './kinds.js';
import {clamp} from './numbers.js';

/** @import {Colours, Kind, Rgb, Scale} from './types.js' */

/**
 * The colours of an element, as the browser resolves them: one probe for all of them.
 * @param {HTMLElement} root
 * @param {Rgb} [background] of the figures, instead of the page's
 */
const resolvedColours = (root, background) => {
  const probe = make('span', {style: 'forced-color-adjust: none; display: none'});
  root.append(probe);
  const resolved = getComputedStyle(probe);
  const colours = coloursFrom(name => {
    probe.style.color = `var(--gf-${name})`;
    const numbers = resolved.color.match(/[\d.]+/g) ?? [0, 0, 0];
    return numbers.slice(0, 3).map(Number);
  }, background);
  probe.remove();
  return colours;
};

const OVERLAYS = 7; // colours of overlaid heads (theme.py)

// Both ends are exact (0 the background, 1 the full hue); between them small weights are lifted.
export const LIFT = 0.62;

/**
 * @param {Rgb} background
 * @param {Rgb} hue
 * @param {number} weight
 */
export const shade = (background, hue, weight) => {
  const share = Math.pow(weight, LIFT);
  return background.map((from, i) => Math.round(from + (hue[i] - from) * share));
};

/** @param {Rgb} rgb */
export const cssColour = ([r, g, b]) => `rgb(${r}, ${g}, ${b})`;

/** @param {Rgb} rgb */
export const packedColour = ([r, g, b]) => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;

/**
 * 256 packed RGBA values, one for each quantised weight (little-endian, as ImageData is).
 * @param {Rgb} background
 * @param {Rgb} hue
 */
export const rampOf = (background, hue) =>
  Uint32Array.from({length: 256}, (_, level) => packedColour(shade(background, hue, level / 255)));

/**
 * @param {Rgb} from
 * @param {Rgb} to
 * @param {number} share
 */
export const mixed = (from, to, share) => from.map((value, i) => Math.round(value + (to[i] - value) * share));

/**
 * The colours that an element sees.
 * @param {HTMLElement} root
 */
export const readColours = root => resolvedColours(root);

/**
 * The colours of print on white that an element has.
 * @param {HTMLElement} root
 */
export const readPrintColours = root => resolvedColours(root, WHITE);

/** @type {Rgb} */
export const WHITE = [255, 255, 255];

/**
 * @param {(name: string) => Rgb} read a colour by its name in theme.py
 * @param {Rgb} [background] of the figures, instead of the page's
 * @returns {Colours}
 */
export const coloursFrom = (read, background = read('bg')) => {
  /**
   * @template T
   * @param {(kind: Kind) => T} make
   */
  const of = make => /** @type {Record<Kind, T>} */ (Object.fromEntries(KINDS.map(kind => [kind, make(kind)])));
  const ink = read('ink');
  const soft = read('soft');
  const hues = of(read);
  /** @param {number} share */
  const blend = share => mixed(background, ink, share);
  return {
    background,
    ink,
    soft,
    hues,
    hueTexts: of(kind => read(`${kind}-text`)),
    ramps: of(kind => rampOf(background, hues[kind])),
    quiet: read('quiet'),
    rule: read('rule'),
    tint: read('tint'),
    onHue: read('on-hue'),
    more: read('more'),
    less: read('less'),
    overlays: Array.from({length: OVERLAYS}, (_, i) => read(`overlay-${i + 1}`)),
    faint: mixed(background, soft, 0.55),
    nothing: blend(0.05),
    hatch: blend(0.16),
  };
};

/**
 * The colour of a signed share, -1 to 1: one hue for less, one for more, the background for 0.
 * @param {Colours} colours
 * @param {Kind} kind
 * @param {number} share
 */
export const signedColour = (colours, kind, share) =>
  shade(colours.background, share < 0 ? colours.less : colours.more, Math.min(1, Math.abs(share)));

/**
 * Convert a sheet's numbers to shares of its scale: 0 to 1, or -1 to 1 around 0; NaN stays NaN.
 * @param {Scale} scale
 * @returns {(value: number) => number}
 */
export const shareOf = ({signed, low, high}) => {
  const most = Math.max(Math.abs(low), Math.abs(high)) || 1;
  const span = high - low || 1;
  return signed ? value => clamp(value / most, -1, 1) : value => clamp((value - low) / span, 0, 1);
};

/**
 * The full hue of a share.
 * @param {{signed: boolean, kind: Kind}} sheet
 * @param {Colours} colours
 * @param {number} share
 */
export const sheetColour = (sheet, colours, share) => {
  if (!sheet.signed) return colours.hues[sheet.kind];
  return share < 0 ? colours.less : colours.more;
};

/**
 * A hue with enough contrast for small letters: closer to the ink.
 * @param {Colours} colours
 * @param {Rgb} hue
 */
export const legible = ({ink}, hue) => mixed(hue, ink, 0.45);

/** @param {Rgb} colour */
const luminance = colour =>
  colour
    .map(part => part / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);

/**
 * Contrast of two colours, 1 to 21 (WCAG 2, relative luminance).
 * @param {Rgb} one
 * @param {Rgb} other
 */
export const contrastOf = (one, other) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

/** @type {Rgb} */
const BLACK = [0, 0, 0];
const LEGIBLE = 4.5; // contrast of letters (WCAG 2, 1.4.3)

/**
 * Of some colours the one that contrasts most with a ground; black or white where that is not enough for letters.
 * @param {Rgb} ground
 * @param {Rgb[]} colours
 */
export const readableOn = (ground, colours) => {
  /** @param {Rgb[]} among */
  const strongest = among =>
    among.reduce((best, colour) => (contrastOf(ground, colour) > contrastOf(ground, best) ? colour : best));
  const best = strongest(colours);
  return contrastOf(ground, best) < LEGIBLE ? strongest([WHITE, BLACK]) : best;
};
