// The layout of a plotly figure for a width and a theme. Pure functions.

/** @import {PaperColours, PlotlyFigure, Room} from './types.js' */

const NARROW = 560; // pixels of the figure's own width

/** @param {any} item */
const isPlain = item => item !== null && typeof item === 'object' && !Array.isArray(item);

/**
 * A copy of `target` in which every setting of `patch` holds; arrays are replaced as a whole.
 * @param {Record<string, any>} target
 * @param {Record<string, any>} patch
 */
export const merged = (target, patch) => {
  const result = {...target};
  for (const [key, item] of Object.entries(patch))
    result[key] = isPlain(item) && isPlain(result[key]) ? merged(result[key], item) : item;
  return result;
};

/**
 * Replace each colour of the light theme in a text by that of the dark theme.
 * @param {string} text
 * @param {Record<string, string>} swaps
 */
export const recoloured = (text, swaps) => {
  const names = Object.keys(swaps).map(name => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return names.length ? text.replace(new RegExp(names.join('|'), 'g'), found => swaps[found]) : text;
};

/**
 * @param {Record<string, any>} layout
 * @param {PaperColours} colours
 */
const dressed = (layout, {ink, soft, rule, panel}) =>
  merged(layout, {
    template: {
      layout: {
        font: {color: soft},
        title: {font: {color: ink}},
        xaxis: {gridcolor: rule, linecolor: rule},
        yaxis: {gridcolor: rule, linecolor: rule},
        hoverlabel: {bgcolor: panel, bordercolor: rule, font: {color: ink}},
      },
    },
  });

/**
 * The figure of a packed value, ready for plotly.
 * @param {string} value
 * @param {Room} room
 * @param {PaperColours} colours
 * @param {Record<string, string>} swaps the colours of a dark page by those of a light one
 * @returns {PlotlyFigure}
 */
export const prepared = (value, {width, dark}, colours, swaps) => {
  const {data, layout: given} = JSON.parse(dark ? recoloured(value, swaps) : value);
  const {narrow = {}} = given.meta ?? {};
  const plain = dressed(given, colours);
  const layout = width < NARROW ? merged(plain, narrow) : plain;
  const inked = data.map((/** @type {any} */ trace) =>
    trace.error_y ? {...trace, error_y: {...trace.error_y, color: colours.ink}} : trace,
  );
  return {data: inked, layout: {...layout, width, autosize: false}};
};
