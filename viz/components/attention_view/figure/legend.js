// The scale of the numbers, and the names of the axes.

import {cssColour, shade, signedColour} from '../../shared/colours.js';
import {make, sayTokens} from '../../shared/elements.js';
import {textWidth} from '../../shared/measure.js';
import {scaleEnd} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';
import {WEIGHTS} from '../numbers/lenses.js';
import {axisNames, sideNames} from '../numbers/heads.js';
import {termNode} from '../widgets/hints.js';

/** @import {Sheet, View} from '../types.js' */

/**
 * The title of the scale, with its unit; that of a difference says what is subtracted from what, and what the colours
 * mean.
 * @param {View} view
 * @param {{side: string}} given
 */
export const legendUnit = (view, {side}) => {
  const {
    texts,
    choice: {lens},
  } = view;
  const unit = lens === WEIGHTS ? say(texts, 'legend.weight') : (texts[`legend.${lens}`] ?? say(texts, `lens.${lens}`));
  return side === 'difference' ? say(texts, 'legend.difference', {unit, ...sideNames(view)}) : unit;
};

/** @param {View} view */
export const wireLegend = view => view.show(({sheets, choice}) => [sheets, choice.view], drawLegend);

/**
 * The scale of a sheet: its ends, and its colours between them.
 * @param {View} view
 * @param {Sheet} sheet
 */
export const scaleNodes = ({colours}, sheet) => {
  const {kind, low, high, signed} = sheet;
  const ramp = make('i');
  /** @param {number} share */
  const colour = share =>
    cssColour(signed ? signedColour(colours, kind, share) : shade(colours.background, colours.hues[kind], share));
  const half = [0, 0.02, 0.1, 0.25, 0.5, 0.75, 1];
  const shares = signed
    ? [
        ...half
          .slice(1)
          .reverse()
          .map(share => -share),
        ...half,
      ]
    : half;
  const stops = shares.map(share => `${colour(share)} ${signed ? 50 + 50 * share : 100 * share}%`);
  ramp.style.background = `linear-gradient(to right, ${stops.join(', ')})`;
  return [scaleEnd(low), ramp, scaleEnd(high)];
};

const LEAST_LINE = 0.008; // of the scale: fainter lines are not drawn

/**
 * The title of the scale of the lines, with what is left out and how exact they are.
 * @param {View} view
 * @param {Sheet} sheet
 */
const scaleTerm = (view, sheet) => {
  const least = Number((LEAST_LINE * Math.max(Math.abs(sheet.low), Math.abs(sheet.high))).toPrecision(2));
  return termNode(view, view.sheets.every(({exact}) => exact) ? 'scale.exact' : 'scale', legendUnit(view, sheet), {
    least,
  });
};

/** @param {View} view */
const drawLegend = view => {
  const {
    texts,
    sheets: [sheet],
    choice,
  } = view;
  const {overlays} = sheet;
  if (sheet.empty) {
    view.part('legend').replaceChildren();
    return;
  }
  if (overlays) {
    view.part('legend').replaceChildren(
      ...overlays.map(({layer, head, colour}) => {
        const line = make('i');
        line.style.background = cssColour(colour);
        return make(
          'span',
          {class: 'gf-legend-head'},
          line,
          say(texts, 'options.chip', {layer: layer + 1, head: head + 1}),
        );
      }),
    );
    return;
  }
  const unit = choice.view === 'lines' ? scaleTerm(view, sheet) : make('span', {}, legendUnit(view, sheet));
  const hatched =
    choice.view === 'matrix' && sheet.values.some(Number.isNaN)
      ? [make('i', {class: 'gf-hatched'}), make('span', {}, say(texts, 'legend.nothing'))]
      : [];
  view.part('legend').replaceChildren(...scaleNodes(view, sheet), unit, ...hatched);
};

/**
 * The names of the two axes: above the columns of the lines, in one sentence for the matrix.
 * @param {View} view
 */
export const drawAxes = view => {
  const {texts, sheets, drawn, choice} = view;
  const axes = sheets.length > 1 ? null : drawn.figures[0].axes;
  const host = view.part('axes');
  const {query, key} = axisNames(texts, choice);
  host.dataset.view = choice.view;
  const isStep = choice.kind !== 'encoder';
  const named = isStep ? termNode(view, choice.rows, query) : document.createTextNode(query);
  if (!axes) {
    host.replaceChildren(...sayTokens(texts, 'axis.both', {query: named, key: document.createTextNode(key)}));
    return;
  }
  const left = make('span', {class: 'gf-axis-query'}, named);
  const right = make('span', {class: 'gf-axis-key'}, key);
  left.style.right = `calc(100% - ${axes.from}px)`;
  const room = Math.ceil(textWidth(key, `${view.stage ? 16 : 12}px ${getComputedStyle(view.root).fontFamily}`)) + 12;
  right.style.left = `min(${axes.to}px, 100% - ${room}px)`;
  host.replaceChildren(left, right);
};
