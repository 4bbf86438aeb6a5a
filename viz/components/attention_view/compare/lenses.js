// One head through two lenses, next to each other as matrices, and the difference of their shares of each row. The cell
// under the pointer is that of the large figure: it is marked in all of them, and its numbers are written below.

import {make, targetOf} from '../../shared/elements.js';
import {changeText, clamp, minus, numberText, weightText} from '../../shared/numbers.js';
import {inARow, plainToken, say} from '../../shared/text.js';
import {focusOf, largestKey} from '../numbers/focus.js';
import {headName} from '../numbers/heads.js';
import {WEIGHTS} from '../numbers/lenses.js';
import {lensPair} from '../numbers/lens_pair.js';
import {comparedLens, headsFused, layersFused, lensData, shownPacked} from '../store/selectors.js';
import {scaleNodes} from '../figure/legend.js';
import {matrixFigure} from '../figure/matrix.js';

/** @import {Attributes, CellAt, Facing, Figure, LensPair, Part, View} from '../types.js' */

const GAP = 24; // pixels between two matrices

const LEAST = 300; // pixels of a matrix next to another one

/**
 * @typedef {object} Drawn
 * @property {LensPair | null} pair
 * @property {Figure[]} figures
 * @property {string} frame of which they are
 */

/**
 * The section, without words.
 * @param {View} view
 */
export const buildLenses = view => {
  /**
   * @param {string} name
   * @param {keyof HTMLElementTagNameMap} tag
   * @param {Attributes} [attributes]
   */
  const part = (name, tag, attributes = {}) => make(tag, {'data-lenses': name, ...attributes});
  const node = /** @type {Part} */ (
    make(
      'section',
      {class: 'gf-lenses'},
      part('title', 'h3', {class: 'gf-heading'}),
      make('label', {class: 'gf-pick'}, part('label', 'span'), ' ', part('pick', 'select')),
      part('hint', 'p', {class: 'gf-hint', role: 'status'}),
      part('figures', 'div', {class: 'gf-lens-figures'}),
      part('readout', 'p', {class: 'gf-readout', 'aria-live': 'polite'}),
      part('words', 'p', {class: 'gf-hint'}),
    )
  );
  /** @type {Drawn} */
  const drawn = {pair: null, figures: [], frame: ''};
  const isOpen = () => view.choice.bench === 'compare' && Boolean(view.server?.lens_values);
  view.show(
    ({choice, sheets, lensFailed}) => [isOpen(), choice.against, sheets, lensFailed],
    () => {
      node.hidden = !isOpen();
      if (isOpen()) drawLenses(view, node, drawn);
    },
  );
  view.show(
    ({choice: {cell, hover, pin, step}}) => [cell, hover, pin, step],
    () => {
      if (isOpen()) markLenses(view, node, drawn);
    },
  );
  wireLenses(view, node, drawn);
  return node;
};

/**
 * @param {Part} node
 * @param {string} name
 */
const partOf = (node, name) => /** @type {Part} */ (node.querySelector(`[data-lenses="${name}"]`));

/**
 * The head as a lens sees it: some combine the heads of a layer, or describe the whole model.
 * @param {View} view
 * @param {string} lens
 */
const seenAs = (view, lens) => {
  const {texts, choice} = view;
  const kind = say(texts, `kind.${choice.kind}`);
  const name = say(texts, `lens.${lens}`);
  if (!headsFused(view, lens)) return name;
  const key = layersFused(view, lens) ? 'head.model' : 'head.of_layer';
  return `${name} · ${say(texts, key, {kind, layer: choice.layer + 1})}`;
};

/**
 * Why there is nothing to draw; '' if there is.
 * @param {View} view
 * @param {LensPair} pair
 */
const missing = (view, {lenses, sheets}) => {
  const {
    texts,
    choice: {kind},
    lensFailed,
  } = view;
  for (const [i, lens] of lenses.entries()) {
    const data = lensData(view, lens);
    const name = say(texts, `lens.${lens}`);
    if (lens === WEIGHTS) continue;
    if (data?.problem) return `${name}: ${data.problem}`;
    if (!data) return `${name}: ${say(texts, lensFailed === lens ? 'stated.lens.failed' : 'stated.lens.waiting')}`;
    if (sheets[i].empty) return `${name}: ${say(texts, 'stated.lens.nothing', {kind: say(texts, `kind.${kind}`)})}`;
  }
  return '';
};

/**
 * @param {View} view
 * @param {Part} node
 * @param {Drawn} drawn
 */
const drawLenses = (view, node, drawn) => {
  const {texts, choice} = view;
  const packed = shownPacked(view);
  const other = comparedLens(view);
  const names = packed.lenses.map(lens => lens.name).filter(name => name !== choice.lens);
  partOf(node, 'title').replaceChildren(
    make('span', {}, say(texts, 'compare.lenses')),
    make('span', {class: 'gf-hint'}, headName(texts, choice)),
  );
  partOf(node, 'label').textContent = say(texts, 'compare.lenses.second', {first: say(texts, `lens.${choice.lens}`)});
  partOf(node, 'pick').replaceChildren(
    make('option', {value: ''}, say(texts, 'compare.lenses.none')),
    ...names.map(name => make('option', {value: name}, say(texts, `lens.${name}`))),
  );
  partOf(node, 'pick').value = other;
  drawn.pair = other ? lensPair(packed, choice, view.choice.side === 'variant' ? 'variant' : 'base') : null;
  const why = drawn.pair ? missing(view, drawn.pair) : say(texts, 'compare.lenses.hint');
  partOf(node, 'hint').textContent = why || inARow(['note', 'limits'].map(part => say(texts, `lens.${other}.${part}`)));
  for (const name of ['figures', 'readout', 'words']) partOf(node, name).hidden = Boolean(why);
  if (why || !drawn.pair) {
    drawn.frame = '';
    return;
  }
  drawFigures(view, node, drawn, drawn.pair);
  partOf(node, 'words').textContent = inARow([rhoSentence(view, drawn.pair), say(texts, 'compare.lenses.shares')]);
  markLenses(view, node, drawn);
};

/**
 * How alike both lenses order the keys of a row; '' without a row that says.
 * @param {View} view
 * @param {LensPair} pair
 */
const rhoSentence = ({texts}, {mean, rows, signed}) => {
  if (!rows) return '';
  if (signed === null) return say(texts, 'compare.lenses.rho', {mean: minus(mean, 2), rows});
  return say(texts, 'compare.lenses.rho.sized', {mean: minus(mean, 2), rows, signed: minus(signed, 2)});
};

/**
 * Draw the three matrices; their frames are made anew only for other tokens, widths or colours.
 * @param {View} view
 * @param {Part} node
 * @param {Drawn} drawn
 * @param {LensPair} pair
 */
const drawFigures = (view, node, drawn, pair) => {
  const {texts} = view;
  const host = partOf(node, 'figures');
  const sheets = [...pair.sheets, pair.difference];
  const room = host.clientWidth;
  const columns = clamp(Math.floor((room + GAP) / (LEAST + GAP)), 1, 3);
  const width = Math.floor((room - (columns - 1) * GAP) / columns);
  const frame = [pair.sheets[0].frame, width, view.look].join('|');
  const [first, second] = pair.lenses.map(lens => say(texts, `lens.${lens}`));
  const names = [
    ...pair.lenses.map(lens => seenAs(view, lens)),
    say(texts, 'compare.lenses.difference', {first, second}),
  ];
  if (frame !== drawn.frame) {
    drawn.frame = frame;
    host.style.setProperty('--columns', String(columns));
    const hosts = sheets.map((_, i) =>
      make('div', {class: 'gf-lens-figure', role: 'group', tabindex: 0, 'data-lens-figure': i}),
    );
    host.replaceChildren(
      ...hosts.map(one =>
        make(
          'div',
          {class: 'gf-side-column'},
          make('div', {class: 'gf-side-name'}),
          one,
          make('p', {class: 'gf-legend', 'aria-hidden': 'true'}),
        ),
      ),
    );
    drawn.figures = sheets.map((sheet, i) => matrixFigure(facing(view, width), hosts[i], sheet));
  }
  for (const [i, column] of [...host.children].entries()) {
    column.children[0].textContent = names[i];
    column.children[2].replaceChildren(...scaleNodes(view, sheets[i]));
    column.children[1].setAttribute('aria-label', say(texts, 'compare.lenses.figure', {name: names[i]}));
  }
  drawn.figures.forEach((figure, i) => figure.draw(sheets[i]));
};

/**
 * The view of a matrix of this section: what is highlighted in the large figure is highlighted here.
 * @param {View} view
 * @param {number} figureWidth
 * @returns {Facing}
 */
const facing = (view, figureWidth) => ({
  root: view.root,
  figureWidth,
  get texts() {
    return view.texts;
  },
  get colours() {
    return view.colours;
  },
  get choice() {
    return view.facings[0].choice;
  },
  change: view.facings[0].change,
});

/**
 * The cell whose numbers are written: the one under the pointer, else the largest of the highlighted row.
 * @param {View} view
 * @param {LensPair} pair
 * @returns {CellAt | null}
 */
const cellOf = (view, {sheets: [sheet]}) => {
  const {choice} = view.facings[0];
  const focus = focusOf(choice, sheet);
  if (choice.cell) return choice.cell;
  return focus?.side === 'query' ? {query: focus.index, key: largestKey(sheet, focus.index)} : null;
};

/**
 * Highlight the token or cell of the large figure, and write the numbers of its cell.
 * @param {View} view
 * @param {Part} node
 * @param {Drawn} drawn
 */
const markLenses = (view, node, {pair, figures, frame}) => {
  if (!pair || !frame) return;
  for (const figure of figures) figure.mark();
  const {texts} = view;
  const at = cellOf(view, pair);
  const {sheets, shares, difference, lenses} = pair;
  const [{keys, queries}] = sheets;
  const cell = at ? at.query * keys.length + at.key : -1;
  if (!at || sheets.every(({values}) => Number.isNaN(values[cell] ?? NaN))) {
    partOf(node, 'readout').textContent = say(texts, 'readout.matrix');
    return;
  }
  const none = say(texts, 'readout.none');
  const [first, second] = sheets.map((sheet, i) => {
    const value = sheet.values[cell];
    return `${say(texts, `lens.${lenses[i]}`)} ${Number.isNaN(value) ? none : numberText(sheet, value)}`;
  });
  const digits = difference.exact ? 3 : 2;
  const about = difference.exact ? '' : '≈';
  /** @param {number} share */
  const written = share => (Number.isNaN(share) ? none : weightText(share, Boolean(difference.exact)));
  partOf(node, 'readout').textContent = say(texts, 'compare.lenses.readout', {
    query: plainToken(queries[at.query]).slice(0, 40),
    key: plainToken(keys[at.key]).slice(0, 40),
    first,
    second,
    before: written(shares[0][cell]),
    after: written(shares[1][cell]),
    by: Number.isNaN(difference.values[cell])
      ? none
      : `${about}${changeText(shares[0][cell], shares[1][cell], digits, difference.values[cell])}`,
  });
};

/**
 * @param {View} view
 * @param {Part} node
 * @param {Drawn} drawn
 */
const wireLenses = (view, node, drawn) => {
  partOf(node, 'pick').addEventListener('change', event => view.change({against: targetOf(event).value}));
  node.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
    const by = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
    if (!by || !drawn.pair || !targetOf(event).closest('[data-lens-figure]')) return;
    event.preventDefault();
    const {keys, queries} = drawn.pair.sheets[0];
    const at = cellOf(view, drawn.pair) ?? {query: 0, key: 0};
    view.facings[0].change({
      cell: {query: clamp(at.query + by[0], 0, queries.length - 1), key: clamp(at.key + by[1], 0, keys.length - 1)},
    });
  });
};
