// A saved picture: title, what was applied to the numbers, the figure, its legend, the model and the sentence.

import {cssColour, shade, signedColour} from '../../shared/colours.js';
import {fontOf, widthOf, wrapped} from '../../shared/measure.js';
import {scaleEnd} from '../../shared/numbers.js';
import {INVISIBLE, say} from '../../shared/text.js';
import {SIDE_GAP} from '../figure/figure.js';
import {legendUnit} from '../figure/legend.js';
import {statements} from '../figure/statements.js';
import {WEIGHTS, areShares} from '../numbers/lenses.js';
import {axisNames, sideName} from '../numbers/heads.js';
import {overviewWords} from '../overview/overview.js';
import {overviewRange, overviewScene} from '../overview/scene.js';
import {shownPacked} from '../store/selectors.js';

/** @import {Item, Scene, Sheet, View} from '../types.js' */

const SAVED_MARGIN = 16; // pixels around a saved picture

const SAVED_LINE = 18; // pixels between lines of text

/**
 * The legend of a sheet as primitives, starting at (x, y): the scale with its ends, or the overlaid heads by colour.
 * @param {View} view
 * @param {Sheet} sheet
 * @param {number} x
 * @param {number} y
 * @param {string} family
 * @returns {Item[]}
 */
const legendItems = (view, sheet, x, y, family) => {
  const {texts, colours} = view;
  const small = {size: 11, family, fill: cssColour(colours.soft)};
  /** @type {Item[]} */
  const items = [];
  if (sheet.overlays) {
    for (const {layer, head, colour} of sheet.overlays) {
      const text = say(texts, 'table.head', {layer: layer + 1, head: head + 1});
      items.push({do: 'rect', x, y: y - 2, width: 16, height: 4, fill: cssColour(colour)});
      items.push({do: 'text', x: x + 22, y, text, ...small});
      x += 40 + widthOf(text, fontOf(small));
    }
    return items;
  }
  const low = scaleEnd(sheet.low);
  const high = scaleEnd(sheet.high);
  const steps = 32;
  const wide = 128;
  const start = x + widthOf(low, fontOf(small)) + 8;
  items.push({do: 'text', x, y, text: low, ...small});
  for (let i = 0; i < steps; i++) {
    const share = sheet.signed ? (2 * i) / (steps - 1) - 1 : i / (steps - 1);
    const colour = sheet.signed
      ? signedColour(colours, sheet.kind, share)
      : shade(colours.background, colours.hues[sheet.kind], share);
    items.push({
      do: 'rect',
      x: start + (i * wide) / steps,
      y: y - 4,
      width: wide / steps + 0.5,
      height: 8,
      fill: cssColour(colour),
    });
  }
  const unit = legendUnit(view, sheet);
  const after = start + wide + 16 + widthOf(high, fontOf(small));
  items.push(
    {do: 'text', x: start + wide + 8, y, text: high, ...small},
    {do: 'text', x: after, y, text: unit, ...small},
  );
  if (sheet.values.some(Number.isNaN)) {
    const box = after + 24 + widthOf(unit, fontOf(small));
    items.push({do: 'rect', x: box, y: y - 5, width: 16, height: 10, fill: cssColour(colours.nothing)});
    items.push({do: 'hatch', rects: [box, y - 5, 16, 10], stroke: cssColour(colours.hatch)});
    items.push({do: 'text', x: box + 22, y, text: say(texts, 'legend.nothing'), ...small});
  }
  return items;
};

/**
 * One figure, or two side by side as on the page.
 * @param {View} view
 */
const shownScene = view => {
  const scenes = view.drawn.figures.map(figure => figure.scene());
  const {colours} = view;
  if (scenes.length < 2) return {...scenes[0], axes: view.drawn.figures[0].axes};
  const family = getComputedStyle(view.root).fontFamily;
  /** @type {Item[]} */
  const items = [];
  const beside = view.part('figure').dataset.sides === 'beside';
  let x = 0;
  let y = 0;
  let width = 0;
  let height = 0;
  scenes.forEach((scene, i) => {
    items.push({
      do: 'text',
      x,
      y: y + 8,
      text: sideName(view, view.sheets[i].side),
      size: 12,
      weight: 600,
      family,
      fill: cssColour(colours.ink),
    });
    items.push({do: 'shift', x, y: y + 24, items: scene.items});
    width = Math.max(width, x + scene.width);
    height = Math.max(height, y + 24 + scene.height);
    if (beside) x += scene.width + SIDE_GAP;
    else y += 48 + scene.height;
  });
  return {width, height, items, axes: null};
};

/**
 * A self-contained picture: title, axis names, options applied to the numbers, the figure, legend, model,
 * sentence.
 * @param {View} view
 * @param {'view' | 'overview'} [what]
 * @returns {Scene}
 */
export const savedScene = (view, what = 'view') => {
  const {texts, colours, choice} = view;
  const packed = shownPacked(view);
  const family = getComputedStyle(view.root).fontFamily;
  const all = what === 'overview';
  const scene = all ? {...overviewScene(view), axes: null} : shownScene(view);
  const [sheet] = view.sheets;
  const title = all
    ? [
        say(texts, 'heads.title'),
        ...(choice.lens === WEIGHTS ? [] : [say(texts, `lens.${choice.lens}`)]),
        ...(view.variant ? [sideName(view, choice.side)] : []),
      ].join(' · ')
    : sheet.title;
  const width = Math.max(420, Math.ceil(scene.width));
  const ink = cssColour(colours.ink);
  const soft = cssColour(colours.soft);
  /** @type {Item[]} */
  const items = [];
  let y = 10;
  /**
   * @param {string} text
   * @param {any} style
   */
  const line = (text, style) => {
    items.push({do: 'text', x: 0, y, text, family, fill: ink, ...style});
    y += style.step ?? SAVED_LINE;
  };
  /**
   * @param {string} text
   * @param {any} style
   */
  const sentences = (text, style) =>
    wrapped(text, width, fontOf({family, ...style})).forEach(part => line(part, style));
  sentences(title, {size: 16, weight: 600, step: 24, fill: all ? ink : cssColour(colours.hueTexts[sheet.kind])});
  const own = !areShares(packed, choice.lens); // each kind has its own range
  const about = own ? [say(texts, 'picture.scale', {kind: say(texts, `kind.${choice.kind}`)})] : [];
  for (const line of all ? [overviewWords(view), ...about] : statements(view)) sentences(line, {size: 12, fill: soft});
  const axes = axisNames(texts, choice);
  const small = {size: 12, family, fill: ink};
  if (!all && scene.axes) {
    items.push({do: 'text', x: scene.axes.from, y, text: axes.query, anchor: 'end', ...small});
    items.push({
      do: 'text',
      x: Math.min(scene.axes.to, width - widthOf(axes.key, fontOf(small))),
      y,
      text: axes.key,
      ...small,
    });
    y += SAVED_LINE;
  } else if (!all) sentences(say(texts, 'axis.both', axes), {size: 12});
  y += 4;
  items.push({do: 'shift', x: 0, y, items: scene.items});
  y += scene.height + 20;
  items.push(...legendItems(view, all ? {...sheet, overlays: null, ...overviewRange(view)} : sheet, 0, y, family));
  y += 22;
  const from = Array.from(packed.source.replace(INVISIBLE, ' ')).slice(0, 200).join('');
  const to = Array.from(packed.translation.replace(INVISIBLE, ' ')).slice(0, 200).join('');
  sentences(
    say(texts, packed.checkpoint ? 'picture.note' : 'picture.note.plain', {
      checkpoint: packed.checkpoint,
      source: from,
      translation: to,
    }),
    {size: 11, fill: soft},
  );
  return {
    width: width + 2 * SAVED_MARGIN,
    height: y + SAVED_MARGIN,
    title,
    items: [
      {
        do: 'rect',
        x: 0,
        y: 0,
        width: width + 2 * SAVED_MARGIN,
        height: y + SAVED_MARGIN,
        fill: cssColour(colours.background),
      },
      {do: 'shift', x: SAVED_MARGIN, y: SAVED_MARGIN, items},
    ],
  };
};
