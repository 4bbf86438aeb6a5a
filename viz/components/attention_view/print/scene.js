// A figure for print: heads as panels of one grid, with its lines of text, laid out at the size it will have on paper.
// Lengths are in points.

import {cssColour} from '../../shared/colours.js';
import {listed} from '../../shared/locale.js';
import {PRINT_FAMILY, printLabel, printLines, withLengths} from '../../shared/print_text.js';
import {INVISIBLE, say} from '../../shared/text.js';
import {rowsFor} from '../numbers/choices.js';
import {WEIGHTS} from '../numbers/lenses.js';
import {axisNames, sideName} from '../numbers/heads.js';
import {isPredicted} from '../numbers/payload.js';
import {MM, printHeads} from './choices.js';
import {headsFused, shownPacked} from '../store/selectors.js';
import {makeSheets, onOneScale} from '../store/sheets.js';
import {printLegend} from './legend.js';
import {linesPart} from './lines.js';
import {matrixPart, printCell, printEvery} from './matrix.js';
import {statements} from '../figure/statements.js';

/** @import {Colours, HeadAt, Item, Kind, Scene, Sheet, View} from '../types.js' */
/** @import {PrintOptions, PrintPanel, PrintStyle} from './types.js' */

const MARGIN = 1.5; // mm between the drawing and each edge of its paper

const LINE = 1.3; // ems from one line of text to the next

/** @param {number} mm */
const points = mm => Math.round(mm * MM * 1000) / 1000;

/**
 * A scale that all panels of a kind share, so that they can be compared.
 * @param {PrintPanel[]} panels
 */
const kindsOnOneScale = panels =>
  panels.map(panel => {
    const alike = panels.filter(({sheet}) => sheet.kind === panel.sheet.kind);
    return {...panel, sheet: onOneScale(alike.map(({sheet}) => sheet))[alike.indexOf(panel)]};
  });

/**
 * The name of a head in a figure; of its layer where the lens joins the heads of one.
 * @param {View} view
 * @param {HeadAt} head
 * @param {boolean} isMixed heads of several kinds
 */
const printedHead = (view, head, isMixed) => {
  const {texts, choice} = view;
  const key = headsFused(/** @type {View} */ ({...view, choice: {...choice, ...head}})) ? 'layer' : 'panel';
  const name = say(texts, `print.${key}`, {layer: head.layer + 1, head: head.head + 1});
  return isMixed ? `${say(texts, `kind.${head.kind}.short`)} ${name}` : name;
};

/**
 * The name of a panel among others: its head, its kind and its side where they differ.
 * @param {View} view
 * @param {Sheet} sheet
 * @param {HeadAt | null} head
 * @param {boolean} isMixed
 */
const panelName = (view, sheet, head, isMixed) =>
  [
    ...(head ? [printedHead(view, head, isMixed)] : []),
    ...(view.choice.side === 'both' || !head ? [sideName(view, sheet.side)] : []),
  ].join(' · ');

/**
 * @param {View} view
 * @param {PrintOptions} options
 * @returns {PrintPanel[]}
 */
const printPanels = (view, options) => {
  const heads = printHeads(shownPacked(view), view.choice, options) ?? [null];
  const isMixed = new Set(heads.map(head => head?.kind)).size > 1;
  return kindsOnOneScale(
    heads.flatMap(head => {
      const choice = head
        ? {
            ...view.choice,
            ...head,
            rows: rowsFor(view.choice, head.kind),
            combine: /** @type {const} */ ('one'),
            heads: [],
          }
        : view.choice;
      return makeSheets(/** @type {View} */ ({...view, choice})).map(sheet => ({
        sheet,
        choice,
        name: panelName(view, sheet, head, isMixed),
      }));
    }),
  );
};

/**
 * The room of the labels, and the width that is left to each panel for its lines or cells.
 * @param {PrintPanel[]} panels
 * @param {PrintOptions} options
 * @param {number} columns
 */
const roomsOf = (panels, {width, size, tokens, drawing}, columns) => {
  const whole = points(width);
  const gap = columns > 1 ? 1.5 * size : 0;
  const [{sheet: first}] = panels;
  const isShared = panels.every(
    ({sheet}) =>
      sheet.queries.join('\n') === first.queries.join('\n') && sheet.keys.join('\n') === first.keys.join('\n'),
  );
  const most = (drawing === 'lines' ? 0.3 : 0.4) * (isShared ? whole : (whole - gap * (columns - 1)) / columns);
  /** @param {'queries' | 'keys'} side */
  const widest = side =>
    tokens
      ? Math.max(
          ...panels.map(({sheet}) => Math.max(...sheet[side].map(token => printLabel(token, Infinity, size).width))),
        ) +
        0.6 * size
      : 0;
  const left = Math.min(widest('queries'), most);
  const right = drawing === 'lines' ? Math.min(widest('keys'), most) : 0;
  const beside = (left + right) * (isShared ? 1 : columns);
  const band = (whole - gap * (columns - 1) - beside) / columns;
  return {
    left,
    right,
    band,
    gap,
    isShared,
    above: drawing === 'matrix' && tokens ? Math.min(widest('keys'), 8 * size) : 0,
  };
};

/**
 * @param {PrintPanel[]} panels
 * @param {PrintOptions} options
 * @param {PrintStyle} style
 */
const gridPart = (panels, options, style) => {
  const {size, drawing, tokens} = options;
  const columns = Math.min(options.columns, panels.length);
  const rooms = roomsOf(panels, options, columns);
  const {left, right, band, gap, isShared, above} = rooms;
  const isNamed = panels.length > 1;
  const part = drawing === 'lines' ? linesPart : matrixPart;
  const isNarrow =
    drawing === 'lines' ? band < 2.5 * size : panels.some(({sheet}) => printCell(sheet, band, size) < 0.5);
  const every =
    drawing === 'matrix' && tokens
      ? Math.max(...panels.map(({sheet}) => printEvery(printCell(sheet, band, size), size)))
      : 1;
  if (isNarrow) return {height: 0, items: [], isNarrow, every};
  /** @type {Item[]} */
  const items = [];
  let y = 0;
  for (let at = 0; at < panels.length; at += columns) {
    const row = panels.slice(at, at + columns);
    const head = (isNamed ? LINE * size : 0) + (isShared && at ? 0 : above);
    const parts = row.map((panel, column) =>
      part(
        panel,
        {
          band,
          above: isShared && at ? 0 : above,
          left: isShared && column ? 0 : left,
          right: isShared && column < row.length - 1 ? 0 : right,
        },
        style,
      ),
    );
    parts.forEach((one, column) => {
      const x = left + column * (band + gap + (isShared ? 0 : left + right));
      const {text} = printLabel(row[column].name, (band + 0.8 * gap) / 1.1, size);
      if (isNamed)
        items.push({
          do: 'text',
          x,
          y: y + 0.6 * size,
          text,
          size,
          weight: 700,
          family: PRINT_FAMILY,
          fill: cssColour(style.colours.ink),
        });
      items.push({do: 'shift', x, y: y + head, items: one.items});
    });
    y += head + Math.max(...parts.map(one => one.height)) + (at + columns < panels.length ? size : 0);
  }
  return {height: y, items, isNarrow, every};
};

/**
 * The title of a figure: that of its only head, or what its heads have in common.
 * @param {View} view
 * @param {PrintPanel[]} panels
 */
const titleOf = (view, panels) => {
  const {texts, choice, variant} = view;
  const heads = panels.filter(({sheet}) => sheet.side !== 'variant' || choice.side === 'variant');
  if (panels.length === 1) return panels[0].sheet.title;
  const kinds = [...new Set(panels.map(({sheet}) => sheet.kind))];
  const layers = new Set(panels.map(one => one.choice.layer));
  const names = listed(kinds.map(kind => say(texts, `kind.${kind}`)));
  const of =
    kinds.length === 1 && layers.size === 1
      ? say(texts, 'head.of_layer', {kind: names, layer: panels[0].choice.layer + 1})
      : names;
  if (heads.length === 1) return heads[0].sheet.title.replace(` · ${sideName(view, 'base')}`, '');
  return [
    of,
    ...(choice.lens === WEIGHTS ? [] : [say(texts, `lens.${choice.lens}`)]),
    ...(variant && choice.side !== 'both' ? [sideName(view, choice.side)] : []),
  ].join(' · ');
};

/**
 * The names of the axes, for each kind.
 * @param {View} view
 * @param {PrintPanel[]} panels
 * @param {PrintOptions} options
 */
const axisLines = ({texts, choice}, panels, {drawing}) => {
  const kinds = [...new Set(panels.map(({sheet}) => sheet.kind))];
  return kinds.map(
    kind =>
      (kinds.length > 1 ? `${say(texts, `kind.${kind}.short`)} – ` : '') +
      say(
        texts,
        drawing === 'lines' ? 'print.axes' : 'axis.both',
        axisNames(texts, {rows: rowsFor(choice, kind), kind}),
      ),
  );
};

/** @param {string} text */
const oneLine = text => Array.from(text.replace(INVISIBLE, ' ')).slice(0, 400).join('');

/**
 * The lines of text below a figure, in the order of the options.
 * @param {View} view
 * @param {PrintOptions} options
 */
const footLines = (view, {model, sentence}) => {
  const packed = shownPacked(view);
  const {checkpoint, source, translation} = packed;
  const {texts} = view;
  const line = translation || isPredicted(packed) ? 'print.sentence.line' : 'print.sentence.alone';
  return [
    ...(model ? [checkpoint ? say(texts, 'print.model.line', {checkpoint}) : say(texts, 'print.made')] : []),
    ...(sentence ? [say(texts, line, {source: oneLine(source), translation: oneLine(translation)})] : []),
  ];
};

/**
 * A view for print: the same numbers and choices in other colours.
 * @param {View} view
 * @param {Colours} colours
 * @returns {View}
 */
const printView = (view, colours) => {
  const {packed, variant, choice, texts, server, lensFailed} = view;
  return /** @type {View} */ ({
    packed,
    variant,
    choice: {...choice, hover: null, cell: null},
    texts,
    server,
    lensFailed,
    colours,
    stage: /** @type {any} */ (null),
  });
};

/**
 * A drawing on its paper, with a margin around it.
 * @param {{items: Item[], height: number, title: string}} drawing
 * @param {number} wide mm of the paper
 * @param {string | null} fill of the paper; null for none
 * @returns {Scene}
 */
const onPaper = ({items, height: inside, title}, wide, fill) => {
  const high = Math.ceil((inside / MM + 2 * MARGIN) * 10) / 10;
  const width = points(wide);
  const height = points(high);
  const edge = points(MARGIN);
  /** @type {Item[]} */
  const paper = fill ? [{do: 'rect', x: 0, y: 0, width, height, fill}] : [];
  return {width, height, mm: [wide, high], title, items: [...paper, {do: 'shift', x: edge, y: edge, items}]};
};

/**
 * A figure for print. `problem` is the key of a sentence where it cannot be drawn; one token in `every` is written.
 * @param {View} given
 * @param {PrintOptions} paperOptions
 * @param {Colours} colours
 * @returns {{scene: Scene, problem: string | null, panels: PrintPanel[], every: number}}
 */
export const printScene = (given, paperOptions, colours) => {
  const options = {...paperOptions, width: paperOptions.width - 2 * MARGIN};
  const {size, ground, drawing} = options;
  const view = printView(given, colours);
  const width = points(options.width);
  const style = {size, colours, marked: options.marked};
  const panels = printPanels(view, options);
  /** @type {Item[]} */
  const items = [];
  if (!panels.length) return {scene: {width, height: 1, items}, problem: 'print.none', panels, every: 1};
  let y = 0;
  /**
   * @param {string} text
   * @param {{weight?: number, fill: string}} look
   */
  const write = (text, {weight = 400, fill}) =>
    printLines(text, width, size, weight).forEach(line => {
      items.push({do: 'text', x: 0, y: y + (LINE * size) / 2, text: line, size, weight, fill, family: PRINT_FAMILY});
      y += LINE * size;
    });
  const ink = {fill: cssColour(colours.ink)};
  const soft = {fill: cssColour(colours.soft)};
  const title = titleOf(view, panels);
  if (options.title) {
    write(title, {...ink, weight: 700});
    const stated = {...view, choice: {...panels[0].choice, view: drawing}, sheets: panels.map(one => one.sheet)};
    for (const text of statements(/** @type {View} */ (stated), {isMarked: options.marked})) write(text, soft);
  }
  if (options.legend) for (const text of axisLines(view, panels, options)) write(text, ink);
  if (y) y += 0.5 * size;
  const grid = gridPart(panels, options, style);
  items.push({do: 'shift', x: 0, y, items: grid.items});
  y += grid.height + 0.5 * size;
  if (options.legend)
    for (const sheet of legendSheets(panels)) {
      const hatched =
        drawing === 'matrix' &&
        panels.some(one => one.sheet.kind === sheet.kind && one.sheet.values.some(Number.isNaN));
      const legend = printLegend(view, sheet, hatched, width, style);
      items.push({do: 'shift', x: 0, y, items: legend.items});
      y += legend.height;
    }
  for (const text of footLines(view, options)) write(text, soft);
  return {
    scene: onPaper(
      {items: withLengths(items), height: y, title},
      paperOptions.width,
      ground === 'transparent' ? null : cssColour(colours.background),
    ),
    panels,
    every: grid.every,
    problem: grid.isNarrow ? 'print.narrow' : null,
  };
};

/**
 * One sheet of each kind, whose scale is that of all its panels.
 * @param {PrintPanel[]} panels
 */
const legendSheets = panels => [
  ...new Map(panels.map(({sheet}) => [/** @type {Kind} */ (sheet.kind), sheet])).values(),
];
