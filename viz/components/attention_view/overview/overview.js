// Every head of every layer, one small picture each: painted once on one canvas per kind, then only marked.

import {bringIntoView, make, targetOf} from '../../shared/elements.js';
import {phrases} from '../../shared/locale.js';
import {clamp, scaleEnd} from '../../shared/numbers.js';
import {paintScene} from '../../shared/scene.js';
import {inARow, say} from '../../shared/text.js';
import {headName, headOfName, sideNames} from '../numbers/heads.js';
import {WEIGHTS} from '../numbers/lenses.js';
import {pictures} from '../numbers/reduced.js';
import {gateOf, headsFused, isChosenHead, layersFused, shownLenses, shownPacked} from '../store/selectors.js';
import {toggleChosenHead} from '../store/shown_heads.js';
import {
  fullChange,
  kindsShown,
  overviewSource,
  pictureItems,
  roleAt,
  tilePlace,
  tiledPictures,
  walked,
} from './pictures.js';
import {hideTip, showTip} from '../widgets/hints.js';
import {roleName, roleText} from '../widgets/roles.js';

/** @import {Kind, View} from '../types.js' */
/** @import {Pictures} from './types.js' */

const HEADER = 12; // pixels above the pictures of a kind, for the names of the heads

const NAMES = 22; // pixels left of them, for the names of the layers

const APART = 20; // pixels between two kinds at least

const CLOSE = {names: 0, gap: 2, apart: 8}; // on a phone
const TOUCH = 24; // pixels of a tile that can still be tapped

const UNDER = 12; // pixels under a picture for the name of its head's role
const NAMED = 44; // pixels of a picture under which such a name has room

/**
 * The values on which a repainting of the pictures depends.
 * @param {View} view
 */
const overviewState = view => {
  const {
    choice: {lens, side, rows},
    look,
    variant,
  } = view;
  const packed = shownPacked(view);
  return [
    packed.id,
    lens,
    packed.lensValues.has(lens),
    side,
    variant?.packed.id,
    variant?.packed.lensValues.has(lens),
    look,
    variant && side === 'difference' ? rows : '',
    ...kindsShown(view),
  ].join('|');
};

/**
 * @param {View} view
 * @param {Kind} kind
 * @param {number} layer
 * @param {number} head
 */
const tileOf = (view, kind, layer, head) =>
  make('div', {
    role: 'gridcell',
    class: 'gf-tile',
    tabindex: -1,
    'data-tile': `${kind}.${layer}.${head}`,
    'aria-label': headName(view.texts, {kind, layer, head}),
    'aria-selected': 'false',
  });

/**
 * @param {View} view
 * @param {Kind} kind
 * @param {Pictures} source
 */
const kindBlock = (view, kind, {layers, heads, nothing}) => {
  const {texts} = view;
  const whole = pictures(shownPacked(view), kind);
  const all = whole.heads;
  const note = say(texts, nothing && lensKnown(view) ? 'heads.nothing' : `kind.${kind}.note`);
  /** @param {number} n */
  const range = n => Array.from({length: n}, (_, i) => i);
  /** @param {string} text */
  const column = text => make('span', {role: text ? 'columnheader' : 'cell', class: 'gf-mark'}, text);
  const header = make(
    'div',
    {role: 'row', class: 'gf-row'},
    column(''),
    ...range(heads).map(head => column(heads < all ? '' : say(texts, 'heads.column', {head: head + 1}))),
  );
  const rows = range(layers).map(layer =>
    make(
      'div',
      {role: 'row', class: 'gf-row'},
      make(
        'span',
        {role: 'rowheader', class: 'gf-mark'},
        layers < whole.layers ? '' : say(texts, 'heads.row', {layer: layer + 1}),
      ),
      ...range(heads).map(head => tileOf(view, kind, layer, head)),
    ),
  );
  const grid = make(
    'div',
    {role: 'grid', class: 'gf-grid', 'aria-label': say(texts, `kind.${kind}`)},
    make('canvas', {class: 'gf-pictures', 'aria-hidden': 'true', 'data-pictures': kind}),
    header,
    ...rows,
  );
  grid.style.setProperty('--heads', String(heads));
  grid.style.setProperty('--above', `calc(${HEADER}px + var(--gap))`);
  return make(
    'div',
    {class: 'gf-kind', 'data-hue': kind},
    make('div', {class: 'gf-kind-name'}, say(texts, `kind.${kind}.short`), make('small', {}, note)),
    grid,
  );
};

/**
 * Whether the chosen lens has arrived: only then is it known what it omits.
 * @param {View} view
 */
const lensKnown = view => view.choice.lens !== WEIGHTS && shownLenses(view).every(data => data?.kinds);

/**
 * The sentence that explains the small pictures.
 * @param {View} view
 */
export const overviewWords = view => {
  const {
    texts,
    variant,
    choice: {lens, side},
  } = view;
  const name = say(texts, `lens.${lens}`);
  const plain = lens === WEIGHTS;
  if (variant && side === 'difference') {
    const {full, areSmall} = fullChange(view);
    const key = areSmall ? 'heads.difference.small' : 'heads.difference';
    return say(texts, plain ? key : `${key}.lens`, {lens: name, full: scaleEnd(full), ...sideNames(view)});
  }
  if (plain) return say(texts, 'heads.reading');
  const whole = layersFused(view) ? '.model' : '.layer';
  return inARow([
    say(texts, `heads.lens${headsFused(view) ? whole : ''}`, {lens: name}),
    say(texts, 'heads.lens.reading'),
  ]);
};

/** @typedef {[kind: Kind, source: Pictures][]} Sources the pictures of each kind */

/**
 * The values on which the tiles depend, apart from their pictures.
 * @param {View} view
 * @param {Sources} sources
 */
const frameOf = (view, sources) => {
  const {texts, width, stage} = view;
  const packed = shownPacked(view);
  const known = lensKnown(view);
  return [
    texts,
    width,
    Boolean(stage),
    innerHeight,
    ...sources.flatMap(([kind, {layers, heads, nothing}]) => {
      const whole = pictures(packed, kind);
      return [kind, layers, heads, Boolean(nothing && known), whole.layers, whole.heads];
    }),
  ];
};

/** @param {View} view */
const drawOverview = view => {
  /** @type {Sources} */
  const sources = kindsShown(view).map(kind => [kind, overviewSource(view, kind)]);
  const frame = frameOf(view, sources);
  const {overviewFrame: before} = view.drawn;
  view.part('reading').textContent = overviewWords(view);
  if (frame.length !== before.length || frame.some((value, i) => value !== before[i])) {
    view.part('kinds').replaceChildren(...sources.map(([kind, source]) => kindBlock(view, kind, source)));
    sizeTiles(view);
    view.drawn.overviewFrame = frame;
  }
  paintPictures(view, sources);
  markOverview(view);
};

/** Pixels for the layers of three kinds side by side: a laptop's screen has room for little more than the rest. */
const bandHeight = () => clamp(168 + 0.6 * (innerHeight - 900), 168, 280);

/**
 * Side by side where the tiles of three kinds can still be tapped, on a phone without the names of the layers, and then
 * in a band about 200 pixels tall, more on a tall screen; else each kind below the last, its tiles as large as the
 * column and a fair height allow.
 * @param {View} view
 */
const sizeTiles = view => {
  const host = view.part('kinds');
  const sources = kindsShown(view).map(kind => pictures(shownPacked(view), kind));
  const {layers} = pictures(shownPacked(view), view.choice.kind);
  const heads = Math.max(...sources.map(source => source.heads));
  const shown = sources.length;
  const loose = {names: NAMES, gap: heads > 6 ? 4 : 6, apart: APART};
  /** @param {{names: number, gap: number, apart: number}} how @param {number} count */
  const fitting = ({names, gap, apart}, count) =>
    Math.floor(((host.clientWidth - (count - 1) * apart) / count - names - (heads - 1) * gap - (names && gap)) / heads);
  const how = [loose, CLOSE].find(one => shown > 1 && fitting(one, shown) >= TOUCH);
  const {names, gap} = how ?? loose;
  /** @param {number} below */
  const sizeWith = below => {
    const tall = how
      ? clamp(Math.floor(bandHeight() / layers) - gap - below, TOUCH, 64)
      : clamp(Math.floor((shown > 1 ? 780 / 3 : 600) / layers) - gap - below, 28, shown > 1 ? 72 : 128);
    return clamp(how ? fitting(how, shown) : fitting(loose, 1), 12, tall);
  };
  const under = sizeWith(UNDER) < NAMED ? 0 : UNDER;
  const size = sizeWith(under);
  view.drawn.tile = {size, gap, under};
  host.dataset.across = String(Boolean(how));
  host.dataset.names = String(names > 0);
  host.style.setProperty('--tile', `${size}px`);
  host.style.setProperty('--gap', `${gap}px`);
  host.style.setProperty('--under', `${under}px`);
  host.style.setProperty('--left', `${names && names + gap}px`);
};

/**
 * @param {View} view
 * @param {Sources} sources
 */
const paintPictures = (view, sources) => {
  view.drawn.overview = overviewState(view);
  for (const [kind, source] of sources) {
    const canvas = view.part('kinds').querySelector(`[data-pictures="${kind}"]`);
    const {size} = view.drawn.tile;
    const last = tilePlace(view.drawn.tile, source.layers - 1, source.heads - 1);
    const [width, height] = [last.x + size, last.y + size];
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    paintScene(canvas, {width, height, items: pictureItems(view, source, tiledPictures(source))});
  }
};

/**
 * The marks: the current head, the added ones, those switched off. Repaints if the numbers changed.
 * @param {View} view
 */
const markOverview = view => {
  if (view.drawn.overview !== overviewState(view)) {
    drawOverview(view);
    return;
  }
  const {kind} = view.choice;
  const host = view.part('kinds');
  const layer = layersFused(view) ? 0 : view.choice.layer;
  const current = `${kind}.${layer}.${headsFused(view) ? 0 : view.choice.head}`;
  const together = view.choice.combine !== 'one';
  for (const node of host.querySelectorAll('[data-tile]')) {
    const name = node.dataset.tile;
    markTile(view, node, name === current, together && isChosenHead(view, name));
  }
};

/**
 * The marks of one head.
 * @param {View} view
 * @param {any} node its tile, which keeps its marks
 * @param {boolean} on it is the current one
 * @param {boolean} chosen next to the current one
 */
const markTile = (view, node, on, chosen) => {
  const {texts} = view;
  const at = headOfName(node.dataset.tile);
  const state = gateOf(view, at.kind, at.layer, at.head) ?? '';
  const role = view.drawn.tile.under ? roleAt(view, at) : null;
  const roleWords = role ? roleText(texts, role) : '';
  const marks = `${on}|${chosen}|${state}|${roleWords}`;
  if (node.gfMarks === marks) return; // usually unchanged: update only differences
  node.gfMarks = marks;
  node.setAttribute('aria-selected', on);
  node.tabIndex = on ? 0 : -1;
  node.dataset.chosen = String(chosen && !on);
  node.dataset.role = role ? roleName(texts, role) : '';
  if (state) node.dataset.gate = state;
  else delete node.dataset.gate;
  node.setAttribute(
    'aria-label',
    phrases([
      headName(texts, at),
      ...(roleWords ? [roleWords] : []),
      ...(state ? [say(texts, `heads.gate.${state}`)] : []),
      ...(chosen ? [say(texts, 'heads.beside')] : []),
    ]),
  );
};

/**
 * Show the large figure after a tap on a head where the screen is too small for both.
 * @param {View} view
 */
const bringIntoSight = view => {
  if (view.narrow) bringIntoView(view.find('.gf-large'));
};

/** @param {View} view */
export const wireOverview = view => {
  view.show(({sheets, lab, sampledRoles, choice: {kinds}}) => [sheets, lab.gates, sampledRoles, kinds], markOverview);
  const host = view.part('kinds');
  /** @param {Event} event */
  const at = event => targetOf(event).closest('[data-tile]');
  host.addEventListener('click', event => {
    const node = at(event);
    if (!node) return;
    if (view.choosing || event.ctrlKey || event.metaKey || event.shiftKey) toggleChosenHead(view, node.dataset.tile);
    else {
      view.change({...headOfName(node.dataset.tile), cell: null});
      bringIntoSight(view);
    }
  });
  host.addEventListener('keydown', event => {
    const node = at(event);
    if (!node) return;
    if (event.key === '+' || event.key === ' ') {
      event.preventDefault();
      toggleChosenHead(view, node.dataset.tile);
      return;
    }
    const next = walked(shownPacked(view), view.choice, event.key, host.dataset.across === 'true');
    if (!next) return;
    event.preventDefault();
    view.change({...next, cell: null});
    host.querySelector('[tabindex="0"][data-tile]')?.focus();
  });
  /** @param {Event} event */
  const tell = event => {
    const node = at(event);
    if (!node) return;
    const role = view.drawn.tile.under ? null : roleAt(view, headOfName(node.dataset.tile)); // else its name has it
    showTip(view, node, phrases([node.getAttribute('aria-label'), ...(role ? [roleText(view.texts, role)] : [])]));
  };
  for (const name of ['pointerover', 'focusin']) host.addEventListener(name, tell);
  for (const name of ['pointerleave', 'focusout']) host.addEventListener(name, () => hideTip(view));
};
