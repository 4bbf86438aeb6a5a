// The chosen head, large: a row for each query, a column for each key, and the model's probability of each row's token.

import {cssColour, mixed, readableOn} from '../shared/colours.js';
import {make, penOf} from '../shared/elements.js';
import {clauses, grouped} from '../shared/locale.js';
import {axisLabel, fontOf, tokenFamily, wrapped} from '../shared/measure.js';
import {clamp} from '../shared/numbers.js';
import {download, pngFile, svgFile} from '../shared/saving.js';
import {xmlText} from '../shared/scene_svg.js';
import {paintScene} from '../shared/scene.js';
import {columnLabel, plainToken, say} from '../shared/text.js';
import {flatFocus, headAt, labelsOf, strongestOfRow} from './history.js';

/** @import {Geometry, Item, Scene, TextItem, TimeView} from './types.js' */

const PICTURE_TALL = 460; // pixels of the cells, at most

const SURE_WIDE = 56; // pixels of the bars next to the rows

const CELL_WRITTEN = 30; // pixels of a cell large enough for its number

/**
 * @param {TimeView} view
 * @param {{queries: string[], keys: string[]}} labels
 */
const pictureGeometry = (view, labels) => {
  const family = tokenFamily(view);
  const narrow = view.pictureWidth < 480;
  const size = narrow ? 12 : 13;
  const font = fontOf({size, family});
  /** @param {string[]} tokens */
  const widest = tokens => tokens.reduce((most, token) => Math.max(most, axisLabel(token, 110, font).width), 0);
  const left = Math.min(widest(labels.queries), narrow ? 84 : 130) + 20;
  const tall = Math.min(widest(labels.keys), 110);
  const sure = view.choice.kind === 'cross' ? (narrow ? 36 : SURE_WIDE) + 14 : 0;
  const over = sure ? 0 : Math.ceil(tall * 0.71);
  const cell = clamp(
    Math.floor(
      Math.min(
        (view.pictureWidth - left - Math.max(sure, over) - 4) / labels.keys.length,
        PICTURE_TALL / labels.queries.length,
      ),
    ),
    6,
    40,
  );
  const upright = cell < 20;
  const top = Math.ceil(upright ? tall : tall * 0.71) + 22;
  const wide = labels.keys.length * cell;
  const high = labels.queries.length * cell;
  return {
    family,
    font,
    size,
    upright,
    left,
    top,
    cell,
    wide,
    high,
    sure,
    width: Math.min(view.pictureWidth, Math.ceil(left + wide + Math.max(sure, over) + 4)),
    height: top + high + (sure ? 22 : 4),
  };
};

/**
 * The parts that do not change with time: labels, frame, hover.
 * @param {TimeView} view
 * @param {Geometry} g
 * @returns {Item[]}
 */
const stillItems = (view, g) => {
  const {history, choice, colours, texts, hover} = view;
  const labels = labelsOf(history.sentences[choice.sentence], choice.kind);
  const {left, top, cell, wide, high, family} = g;
  const ink = cssColour(colours.ink);
  /** @type {Item[]} */
  const items = [];
  items.push({
    do: 'rect',
    x: left - 0.5,
    y: top - 0.5,
    width: wide + 1,
    height: high + 1,
    stroke: cssColour(colours.rule),
  });
  /**
   * @param {string} token
   * @param {number} room
   * @param {Pick<TextItem, 'x' | 'y' | 'anchor' | 'turn'>} place
   * @param {boolean} on
   */
  const word = (token, room, place, on) => {
    const {text, blank} = axisLabel(token, room, g.font);
    items.push({
      do: 'text',
      text,
      blank,
      soft: cssColour(colours.faint),
      size: g.size,
      family,
      title: token,
      weight: on ? 700 : 400,
      fill: on ? cssColour(colours.hueTexts[choice.kind]) : ink,
      ...place,
    });
  };
  labels.queries.forEach((token, q) =>
    word(token, left - 18, {x: left - 8, y: top + (q + 0.5) * cell, anchor: 'end'}, hover?.query === q),
  );
  labels.keys.forEach((token, k) =>
    word(
      token,
      110,
      {x: left + (k + 0.5) * cell, y: top - 8, ...columnLabel(token, {anchor: 'start', turn: g.upright ? -90 : -45})},
      hover?.key === k,
    ),
  );
  if (g.sure)
    items.push({
      do: 'text',
      x: left + wide + g.sure,
      y: top + high + 12,
      anchor: 'end',
      size: 12,
      family: view.sans,
      fill: cssColour(colours.soft),
      text: say(texts, 'sure'),
    });
  if (hover)
    items.push({
      do: 'rect',
      x: left + hover.key * cell,
      y: top + hover.query * cell,
      width: cell,
      height: cell,
      stroke: ink,
      line: 2,
    });
  return items;
};

/**
 * The parts of each snapshot: the weights and the probabilities.
 * @param {TimeView} view
 * @param {Geometry} g
 * @returns {Item[]}
 */
const movingItems = (view, g) => {
  const {history, choice, colours} = view;
  const part = headAt(history, choice, choice.at);
  const {keys, queries, levels} = part;
  const {left, top, cell, wide, family} = g;
  const ramp = colours.ramps[choice.kind];
  const pixels = Uint32Array.from(levels, level => ramp[level]);
  view.pixelSheet ??= make('canvas');
  view.pixelSheet.width = keys;
  view.pixelSheet.height = queries;
  penOf(view.pixelSheet).putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), keys, queries), 0, 0);
  /** @type {Item[]} */
  const items = [{do: 'cells', x: left, y: top, cell, rows: queries, columns: keys, pixels, image: view.pixelSheet}];
  if (choice.kind === 'decoder') {
    const rects = [];
    for (let q = 0; q < queries - 1; q++)
      rects.push(left + (q + 1) * cell, top + q * cell, wide - (q + 1) * cell, cell);
    if (rects.length) items.push({do: 'hatch', rects, stroke: cssColour(colours.hatch)});
  }
  if (cell >= CELL_WRITTEN)
    levels.forEach((level, i) => {
      if (level < 13) return;
      const fill = [pixels[i] & 255, (pixels[i] >> 8) & 255, (pixels[i] >> 16) & 255];
      items.push({
        do: 'text',
        x: left + ((i % keys) + 0.5) * cell,
        y: top + (Math.floor(i / keys) + 0.5) * cell,
        size: 11,
        family,
        text: (level / 255).toFixed(2),
        anchor: 'middle',
        fill: cssColour(readableOn(fill, [colours.ink, colours.background])),
      });
    });
  if (g.sure) {
    const from = left + wide + 14;
    const log_probs = history.moments[choice.at].states[choice.sentence].reference_log_probs;
    log_probs.forEach((value, q) => {
      const y = top + (q + 0.5) * cell - 3;
      const p = Math.exp(value ?? -Infinity);
      items.push({do: 'rect', x: from, y, width: g.sure - 14, height: 6, fill: cssColour(colours.rule)});
      items.push({
        do: 'rect',
        x: from,
        y,
        width: (g.sure - 14) * p,
        height: 6,
        fill: cssColour(mixed(colours.background, colours.ink, 0.6)),
      });
    });
  }
  return items;
};

/**
 * All positions; recomputed when sentence, kind or width change.
 * @param {TimeView} view
 */
export const layOutPicture = view => {
  const {history, choice} = view;
  const labels = labelsOf(history.sentences[choice.sentence], choice.kind);
  view.geometry = {...pictureGeometry(view, labels), queries: labels.queries.length, keys: labels.keys.length};
  for (const canvas of [view.part('moving'), view.part('still')]) {
    canvas.style.width = `${view.geometry.width}px`;
    canvas.style.height = `${view.geometry.height}px`;
  }
};

/**
 * @param {TimeView} view
 * @param {'moving' | 'still'} name
 * @returns {HTMLCanvasElement}
 */
const canvasOf = (view, name) => /** @type {any} */ (view.part(name));

/**
 * @param {TimeView} view
 * @param {Item[]} items
 */
const sceneOf = (view, items) => ({width: view.geometry.width, height: view.geometry.height, items});

/** @param {TimeView} view */
export const paintMoving = view =>
  paintScene(canvasOf(view, 'moving'), sceneOf(view, movingItems(view, view.geometry)));

/** @param {TimeView} view */
export const paintStill = view => paintScene(canvasOf(view, 'still'), sceneOf(view, stillItems(view, view.geometry)));

/**
 * The cell under the pointer, or null.
 * @param {TimeView} view
 * @param {MouseEvent} event
 */
export const cellUnder = (view, event) => {
  const box = view.part('moving').getBoundingClientRect();
  const {left, top, cell, queries, keys} = view.geometry;
  const key = Math.floor((event.clientX - box.left - left) / cell);
  const query = Math.floor((event.clientY - box.top - top) / cell);
  return key >= 0 && key < keys && query >= 0 && query < queries ? {query, key} : null;
};

/** @param {TimeView} timeView */
export const headTitle = ({texts, choice: {kind, layer, head}}) =>
  say(texts, 'head.title', {kind: say(texts, `kind.${kind}`), layer: layer + 1, head: head + 1});

/**
 * The sentence about the picture, or about the hovered cell.
 * @param {TimeView} view
 */
export const readoutText = view => {
  const {history, choice, texts, hover, focus} = view;
  const part = headAt(history, choice, choice.at);
  if (!hover)
    return say(texts, 'readout.focus', {
      focus: focus[choice.at].toFixed(2),
      flat: flatFocus(part, choice.kind).toFixed(2),
    });
  const labels = labelsOf(history.sentences[choice.sentence], choice.kind);
  return say(texts, `readout.cell`, {
    query: plainToken(labels.queries[hover.query]),
    key: plainToken(labels.keys[hover.key]),
    weight: (part.levels[hover.query * part.keys + hover.key] / 255).toFixed(2),
  });
};

/**
 * The description for screen readers: the largest weight of each row.
 * @param {TimeView} view
 */
export const pictureWords = view => {
  const {history, choice, texts} = view;
  const part = headAt(history, choice, choice.at);
  const labels = labelsOf(history.sentences[choice.sentence], choice.kind);
  const rows = labels.queries.map((token, q) => {
    const key = strongestOfRow(part, q);
    return say(texts, 'heard.row', {
      query: plainToken(token),
      key: plainToken(labels.keys[key]),
      weight: (part.levels[q * part.keys + key] / 255).toFixed(2),
    });
  });
  return say(texts, 'heard', {
    head: headTitle(view),
    step: grouped(history.moments[choice.at].step),
    rows: clauses(rows),
  });
};

/**
 * The self-contained picture with its title, step and sentence.
 * @param {TimeView} view
 * @returns {Scene}
 */
const savedPicture = view => {
  const {history, choice, texts, colours, sans} = view;
  const scene = sceneOf(view, [
    ...movingItems(view, view.geometry),
    ...stillItems({...view, hover: null}, view.geometry),
  ]);
  const {loss, step} = history.moments[choice.at];
  const width = Math.max(scene.width, 420);
  const sentence = history.sentences[choice.sentence];
  /** @type {Item[]} */
  const items = [];
  let y = 10;
  /**
   * @param {string} text
   * @param {{size: number, fill: string, weight?: number}} style
   */
  const lines = (text, style) => {
    for (const line of wrapped(xmlText(text), width, fontOf({family: sans, ...style}))) {
      items.push({do: 'text', x: 0, y, text: line, family: sans, ...style});
      y += 20;
    }
  };
  lines(headTitle(view), {size: 16, weight: 600, fill: cssColour(colours.hueTexts[choice.kind])});
  lines(say(texts, loss === null ? 'range.step' : 'range.value', {step: grouped(step), loss: loss?.toFixed(2)}), {
    size: 13,
    fill: cssColour(colours.ink),
  });
  lines(say(texts, `meaning.${choice.kind}`), {size: 12, fill: cssColour(colours.soft)});
  items.push({do: 'shift', x: 0, y: y + 4, items: scene.items});
  y += scene.height + 24;
  lines(say(texts, 'saved.note', {name: history.name, source: sentence.source, reference: sentence.reference}), {
    size: 11,
    fill: cssColour(colours.soft),
  });
  return {
    width: width + 32,
    height: y + 16,
    title: headTitle(view),
    items: [
      {do: 'rect', x: 0, y: 0, width: width + 32, height: y + 16, fill: cssColour(colours.background)},
      {do: 'shift', x: 16, y: 16, items},
    ],
  };
};

/**
 * @param {TimeView} view
 * @param {string} format
 */
export const savePicture = (view, format) => {
  const scene = savedPicture(view);
  const {kind, layer, head, at} = view.choice;
  const name = `attention-${kind}-layer${layer + 1}-head${head + 1}-step${view.history.moments[at].step}.${format}`;
  download(format === 'svg' ? svgFile(scene) : pngFile(scene), name);
};
