// What is shown, and what follows from it.

import {clamp} from '../shared/numbers.js';
import {say} from '../shared/text.js';
import {alignTokens, nearestAligned} from './model/align.js';
import {PANEL_NAMES, differs} from './model/choices.js';
import {sameHover} from './model/focus.js';
import {headsInUse, nameOfHead, offHeads} from './model/heads.js';
import {WEIGHTS} from './model/lenses.js';
import {headName} from './model/names.js';
import {differenceSheet, isBlank, makeSheet, stepOfRow} from './model/sheet.js';

/** @import {CellAt, Choice, Facing, Gradio, Kind, Packed, Part, Sheet, TokenAt, View} from './types.js' */

/**
 * The translation that steps and tokens belong to: the second one only where it is shown alone.
 * @param {View} view
 */
export const shownPacked = view => view.choice.side === 'variant' && view.variant ? view.variant.packed : view.packed;

/**
 * The current step as a step of the base or of the variant. A step without a counterpart goes to one nearby; the last
 * such pair is remembered, so that who goes there and back ends where the way began.
 * @param {View} view
 * @param {string} side
 */
export const stepOn = (view, side) => {
  const {variant, packed, choice: {step, side: shown}} = view, own = shown === 'variant' ? 'variant' : 'base';
  if (!variant || side === own) return step;
  const {steps: {forward, back}, pair} = variant, last = packed.predicted_tokens.length - 1;
  if (side === 'base') return pair?.variant === step ? pair.base : clamp(nearestAligned(back, step), 0, last);
  const there = clamp(nearestAligned(forward, step), 0, variant.packed.predicted_tokens.length - 1);
  variant.pair = {base: step, variant: there};
  return there;
};

/**
 * The lens as it has arrived for the translation shown: its data, {problem}, or null while it has not.
 * @param {View} view
 */
export const lensData = view => shownPacked(view).lensValues.get(view.choice.lens) ?? null;

/**
 * The lens of every translation that is shown, for what has to be said of it.
 * @param {View} view
 */
export const shownLenses = view => {
  const {lens} = view.choice;
  /** @param {Packed} of */
  const one = of => of.lensValues.get(lens) ?? null;
  return shownTranslations(view).map(one);
};

/**
 * The translations of which anything is shown: the first, the second, or both.
 * @param {View} view
 */
export const shownTranslations = ({packed, variant, choice: {side}}) => {
  if (!variant || side === 'base') return [packed];
  return side === 'variant' ? [variant.packed] : [packed, variant.packed];
};

/**
 * Whether the lens gives one number for all heads of a layer together.
 * @param {View} view
 */
export const headsFused = view => {
  const {kind, lens} = view.choice, part = lens === WEIGHTS ? null : lensData(view)?.kinds?.[kind];
  return Boolean(part && part.shape[1] < shownPacked(view).kinds[kind].shape[1]);
};

/**
 * Whether a translation is shown whose attention was changed: a lens looks at it under the same change.
 * @param {View} view
 */
export const changesHeads = ({variant, choice: {side}}) => Boolean(variant) && side !== 'base'
  && [variant.change.off, variant.change.uniform, variant.change.edits].some(changed => changed?.length);

/**
 * Whether it gives one number for all layers together, too: what it says is said of the whole model.
 * @param {View} view
 */
export const layersFused = view => {
  const {kind, lens} = view.choice, part = lens === WEIGHTS ? null : lensData(view)?.kinds?.[kind];
  return Boolean(part && part.shape[0] < shownPacked(view).kinds[kind].shape[0]);
};

/**
 * @param {View} view
 * @param {string} name
 */
export const isChosenHead = (view, name) => view.choice.heads.includes(name);

/**
 * @param {View} view
 * @param {Kind} kind
 * @param {number} layer
 */
export const headsOfLayer = (view, kind, layer) =>
  Array.from({length: shownPacked(view).kinds[kind].shape[1]}, (_, head) => nameOfHead({kind, layer, head}));

/**
 * The step of the row under the pointer, null where there is none; the pointer may rest where a row was.
 * @param {View} view
 */
export const hoveredStep = view => {
  const {hover, kind} = view.facings[0].choice, [sheet] = view.sheets;
  return hover?.side === 'query' && kind !== 'encoder' && sheet.rows[hover.index] ? stepOfRow(sheet, hover.index)
    : null;
};

/** @param {View} view */
export const offeredPanels = view => view.server ? PANEL_NAMES : [];

/**
 * How the rows and columns of two sheets correspond.
 * @param {View} view
 * @param {Sheet} base
 * @param {Sheet} variant
 */
const sheetAlignment = (view, base, variant) => {
  const {alignments} = view.variant, name = `${base.frame}||${variant.frame}`, known = alignments.get(name);
  if (known) return known;
  const made = {query: alignTokens(base.queries, variant.queries), key: alignTokens(base.keys, variant.keys)};
  alignments.set(name, made);
  return made;
};

/**
 * Make the sheets that the choices ask for: one, or two for both sides.
 * @param {View} view
 */
export const takeSheets = view => {
  const {packed, variant, choice} = view, side = variant ? choice.side : 'base';
  const hue = view.colours.hues[choice.kind];
  const colours = [hue, ...view.colours.overlays.filter(colour => String(colour) !== String(hue))];
  /**
   * @param {'base' | 'variant'} name
   * @param {number} [mass]
   */
  const one = (name, mass = choice.mass) => makeSheet(name === 'variant' ? variant.packed : packed,
    {...choice, mass, step: stepOn(view, name)}, name, colours);
  if (side === 'both') view.sheets = [one('base'), one('variant')];
  else if (side === 'difference') {
    const base = one('base', 1), other = one('variant', 1), {query, key} = sheetAlignment(view, base, other);
    view.sheets = [differenceSheet(base, other, query, key, choice.mass)];
  } else view.sheets = [one(side)];
  for (const sheet of view.sheets) {
    const off = variant && sheet.side !== 'base' ? offHeads(variant.change, headsInUse(choice)) : [];
    sheet.title = sheetTitle(view, sheet);
    sheet.off = off;
    sheet.note = off.length && !sheet.empty && isBlank(sheet)
      ? ['figure.off', 'figure.off.short'].map(key => say(view.texts, key)) : null;
    // empty for a reason: said there
  }
  view.facings = view.sheets.map((_, index) => view.sheets.length > 1 ? facing(view, index) : view);
};

/**
 * The view as one of two figures sees it: what is pointed at there and here is the same token, or nothing where it has
 * no counterpart. A token or cell carries the number of the sheet that it was pointed at in.
 * @param {View} view
 * @param {number} index
 * @returns {Facing}
 */
const facing = (view, index) => {
  const align = sheetAlignment(view, view.sheets[0], view.sheets[1]);
  /**
   * @param {'query' | 'key'} side
   * @param {number} i
   * @param {number} sheet
   */
  const there = (side, i, sheet) => sheet === index ? i : align[side][index ? 'forward' : 'back'][i] ?? -1;
  /** @param {{sheet?: number} | null} at */
  const seenFrom = at => at?.sheet ?? 0;
  /** @param {TokenAt | null} at */
  const token = at => {
    const i = at ? there(at.side, at.index, seenFrom(at)) : -1;
    return !at || i < 0 ? null : {...at, index: i};
  };
  /** @param {CellAt | null} at */
  const cell = at => {
    const query = at ? there('query', at.query, seenFrom(at)) : -1;
    const key = at ? there('key', at.key, seenFrom(at)) : -1;
    return query < 0 || key < 0 ? null : {...at, query, key};
  };
  let from = view.choice, seen = seenChoice();
  /** @returns {Choice} */
  function seenChoice() {
    const {hover, pin, cell: at} = view.choice, step = stepOn(view, index ? 'variant' : 'base');
    return {...view.choice, hover: token(hover), pin: token(pin), cell: cell(at), step};
  }
  return {
    root: view.root,
    get texts() { return view.texts; },
    get colours() { return view.colours; },
    get figureWidth() { return view.sideWidth; },
    get choice() {
      if (from !== view.choice) [from, seen] = [view.choice, seenChoice()];
      return seen;
    },
    change: changes => {
      const mine = {...changes}, last = view.packed.predicted_tokens.length - 1;
      if (mine.hover) mine.hover = {...mine.hover, sheet: index};
      if (mine.pin) mine.pin = {...mine.pin, sheet: index};
      if (mine.cell) mine.cell = {...mine.cell, sheet: index};
      if (index && mine.step !== undefined) mine.step = clamp(nearestAligned(view.variant.steps.back, mine.step), 0, last);
      view.change(mine);
    },
  };
};

/**
 * The name of the head that is shown, or of the heads that are shown together.
 * @param {View} view
 */
const shownHeads = view => {
  const {texts, choice} = view, {combine, layer} = choice, kind = say(texts, `kind.${choice.kind}`);
  if (headsFused(view)) return say(texts, layersFused(view) ? 'head.model' : 'head.of_layer', {kind, layer: layer + 1});
  const count = headsInUse(choice).length;
  return combine === 'one' || count === 1 ? headName(texts, choice) : say(texts, `head.${combine}`, {kind, count});
};

/**
 * @param {View} view
 * @param {Sheet} sheet
 */
const sheetTitle = (view, sheet) => {
  const {texts, choice: {lens}} = view;
  return [shownHeads(view), ...(lens === WEIGHTS ? [] : [say(texts, `lens.${lens}`)]),
    ...(view.variant ? [say(texts, `side.${sheet.side}`)] : [])].join(' · ');
};

/**
 * Name of the panel of the work bench that is open; each asks the server.
 * @param {View} view
 */
export const openPanelName = view => offeredPanels(view).find(name => name === view.choice.bench) ?? null;

/**
 * Choices that follow from others: where the tokens of the sheet change, none stays pointed at.
 * @param {View} view
 * @param {Choice} before
 * @param {Partial<Choice>} changes
 */
export const settled = (view, before, changes) => {
  const after = {...before, ...changes}, changed = differs(before, after);
  if (sameHover(before.hover, after.hover) || (!before.hover && !after.hover)) after.hover = before.hover;
  if (before.cell?.query === after.cell?.query && before.cell?.key === after.cell?.key
    && before.cell?.sheet === after.cell?.sheet) after.cell = before.cell;
  if (changed('side') && !('step' in changes)) after.step = stepOn(view, after.side === 'variant' ? 'variant' : 'base');
  if (changed('side', 'words', 'specials')) Object.assign(after, {pin: null, hover: null, cell: null});
  return after;
};

/**
 * What the component shows; the index adds the ways to change it and to draw it.
 * @param {Omit<Gradio, 'watch'>} given
 * @returns {View}
 */
export const makeView = ({element, props, trigger, server}) => {
  /** @type {Map<string, Part>} */
  const found = new Map();
  /**
   * The first element of a selector; looked for once, since a long translation has thousands to look through.
   * @param {string} selector
   */
  const find = selector => {
    const known = found.get(selector);
    if (known && element.contains(known)) return known;
    const node = element.querySelector(selector);
    found.set(selector, node);
    return node;
  };
  return /** @type {View} */ (/** @type {unknown} */ ({
    root: element, props, trigger, server, texts: {}, packed: null, variant: null, broken: false, colours: null,
    sheets: [], facings: [], figures: [], figure: null, frame: '', figureWidth: 0, drawable: false, narrow: false,
    timer: 0, playing: null, paused: null, choosing: false, linked: false, lensFailed: null,
    paints: 0, reads: 0, // how often colours and words changed: a frame drawn before is drawn anew
    choice: {
      kind: 'cross', layer: null, head: 0, view: 'lines', rows: 'predicted', step: 0, pin: null, hover: null,
      cell: null, side: 'base', bench: null,
      lens: WEIGHTS, combine: 'one', heads: [], words: false, specials: true, mass: 1, grow: false,
    },
    find,
    part: (/** @type {string} */ name) => find(`[data-part="${name}"]`),
  }));
};
