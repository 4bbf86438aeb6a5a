// What is shown, and what follows from it.

import {clamp} from '../shared/numbers.js';
import {say} from '../shared/text.js';
import {alignTokens, nearestAligned} from './model/align.js';
import {PANEL_NAMES, differs} from './model/choices.js';
import {sameHover} from './model/focus.js';
import {headsInUse, nameOfHead, offHeads} from './model/heads.js';
import {headName} from './model/names.js';
import {differenceSheet, isBlank, makeSheet, stepOfRow} from './model/sheet.js';

/** The translation that steps and tokens belong to: the second one only where it is shown alone. */
export const shownPacked = view => view.choice.side === 'variant' && view.variant ? view.variant.packed : view.packed;

/**
 * The current step as a step of the base or of the variant. A step without a counterpart goes to one nearby; the last
 * such pair is remembered, so that who goes there and back ends where the way began.
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

/** The lens as it has arrived for the translation shown: its data, {problem}, or null while it has not. */
export const lensData = view => shownPacked(view).lenses.get(view.choice.lens) ?? null;

/** The lens of every translation that is shown, for what has to be said of it. */
export const shownLenses = view => {
  const {packed, variant, choice: {lens, side}} = view, one = of => of.lenses.get(lens) ?? null;
  const sides = !variant || side === 'base' ? [packed] : side === 'variant' ? [variant.packed]
    : [packed, variant.packed];
  return sides.map(one);
};

/** Whether the lens gives one number for all heads of a layer together. */
export const headsFused = view => {
  const {kind, lens} = view.choice, part = lens === 'weights' ? null : lensData(view)?.kinds?.[kind];
  return Boolean(part) && part.shape[1] < shownPacked(view).kinds[kind].shape[1];
};

/** Whether a translation is shown whose attention was changed: a lens looks at it under the same change. */
export const changesHeads = ({variant, choice: {side}}) => Boolean(variant) && side !== 'base'
  && ['off', 'uniform', 'edits'].some(name => variant.change[name]?.length);

/** Whether it gives one number for all layers together, too: what it says is said of the whole model. */
export const layersFused = view => {
  const {kind, lens} = view.choice, part = lens === 'weights' ? null : lensData(view)?.kinds?.[kind];
  return Boolean(part) && part.shape[0] < shownPacked(view).kinds[kind].shape[0];
};

export const isChosenHead = (view, name) => view.choice.heads.includes(name);

export const headsOfLayer = (view, kind, layer) =>
  Array.from({length: shownPacked(view).kinds[kind].shape[1]}, (_, head) => nameOfHead({kind, layer, head}));

/** The step of the row under the pointer, null where there is none; the pointer may rest where a row was. */
export const hoveredStep = view => {
  const {hover, kind} = view.facings[0].choice, [sheet] = view.sheets;
  return hover?.side === 'query' && kind !== 'encoder' && sheet.rows[hover.index] ? stepOfRow(sheet, hover.index)
    : null;
};

export const offeredPanels = view => view.server ? PANEL_NAMES : [];

/** How the rows and columns of two sheets correspond. */
const sheetAlignment = (view, base, variant) => {
  const {alignments} = view.variant, name = `${base.frame}||${variant.frame}`;
  if (!alignments.has(name)) alignments.set(name, {
    query: alignTokens(base.queries, variant.queries), key: alignTokens(base.keys, variant.keys),
  });
  return alignments.get(name);
};

/** Make the sheets that the choices ask for: one, or two for both sides. */
export const takeSheets = view => {
  const {packed, variant, choice} = view, side = variant ? choice.side : 'base';
  const hue = view.colours.hues[choice.kind];
  const one = (name, mass = choice.mass) => makeSheet(name === 'variant' ? variant.packed : packed,
    {...choice, mass, step: stepOn(view, name)}, name, hue);
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
 */
const facing = (view, index) => {
  const align = sheetAlignment(view, ...view.sheets);
  const there = (side, i, sheet) => sheet === index ? i : align[side][index ? 'forward' : 'back'][i] ?? -1;
  const seenFrom = at => at?.sheet ?? 0;
  const token = at => {
    const i = at ? there(at.side, at.index, seenFrom(at)) : -1;
    return i < 0 ? null : {...at, index: i};
  };
  const cell = at => {
    const query = at ? there('query', at.query, seenFrom(at)) : -1;
    const key = at ? there('key', at.key, seenFrom(at)) : -1;
    return query < 0 || key < 0 ? null : {...at, query, key};
  };
  let from = null, seen = null;
  return Object.create(view, {
    choice: {get: () => {
      if (from === view.choice) return seen;
      const {hover, pin, cell: at} = from = view.choice, step = stepOn(view, index ? 'variant' : 'base');
      return seen = {...from, hover: token(hover), pin: token(pin), cell: cell(at), step};
    }},
    change: {value: changes => {
      const mine = {...changes};
      for (const name of ['hover', 'pin', 'cell']) if (mine[name]) mine[name] = {...mine[name], sheet: index};
      if (index && 'step' in mine) mine.step = clamp(nearestAligned(view.variant.steps.back, mine.step), 0,
        view.packed.predicted_tokens.length - 1);
      view.change(mine);
    }},
    figureWidth: {get: () => view.sideWidth},
  });
};

const sheetTitle = (view, sheet) => {
  const {texts, choice} = view, {combine, lens} = choice, used = headsInUse(choice).length;
  const name = headsFused(view) ? say(texts, layersFused(view) ? 'head.model' : 'head.of_layer',
    {kind: say(texts, `kind.${choice.kind}`), layer: choice.layer + 1})
    : combine === 'one' || used === 1 ? headName(texts, choice)
    : say(texts, `head.${combine}`, {kind: say(texts, `kind.${choice.kind}`), count: used});
  return [name, ...(lens === 'weights' ? [] : [say(texts, `lens.${lens}`)]),
    ...(view.variant ? [say(texts, `side.${sheet.side}`)] : [])].join(' · ');
};

/** Name of the panel of the work bench that is open; each asks the server. */
export const openPanelName = view => offeredPanels(view).find(name => name === view.choice.bench) ?? null;

/** Choices that follow from others: where the tokens of the sheet change, none stays pointed at. */
export const settled = (view, before, changes) => {
  const after = {...before, ...changes}, changed = differs(before, after);
  if (sameHover(before.hover, after.hover) || (!before.hover && !after.hover)) after.hover = before.hover;
  if (before.cell?.query === after.cell?.query && before.cell?.key === after.cell?.key
    && before.cell?.sheet === after.cell?.sheet) after.cell = before.cell;
  if (changed('side') && !('step' in changes)) after.step = stepOn(view, after.side === 'variant' ? 'variant' : 'base');
  if (changed('side', 'words', 'specials')) Object.assign(after, {pin: null, hover: null, cell: null});
  return after;
};

/** What the component shows; `change` alters the choices, the index says what is drawn then. */
export const makeView = ({element, props, trigger, server}) => {
  const found = new Map();
  /** The first element of a selector; looked for once, since a long translation has thousands to look through. */
  const find = selector => {
    const known = found.get(selector);
    if (known && element.contains(known)) return known;
    const node = element.querySelector(selector);
    found.set(selector, node);
    return node;
  };
  return {
    root: element, props, trigger, server, texts: {}, packed: null, variant: null, broken: false, colours: null,
    sheets: [], facings: [], figures: [], figure: null, frame: '', figureWidth: 0, drawable: false, narrow: false,
    timer: 0, playing: null, paused: null, choosing: false, linked: false, lensFailed: null,
    paints: 0, reads: 0, // how often colours and words changed: a frame drawn before is drawn anew
    choice: {
      kind: 'cross', layer: null, head: 0, view: 'lines', rows: 'predicted', step: 0, pin: null, hover: null,
      cell: null, side: 'base', bench: null,
      lens: 'weights', combine: 'one', heads: [], words: false, specials: true, mass: 1, grow: false,
    },
    find,
    part: name => find(`[data-part="${name}"]`),
  };
};
