// The sheets that the figures draw, and the view of each of two figures.

import {alignTokens} from '../../shared/align.js';
import {clamp} from '../../shared/numbers.js';
import {say} from '../../shared/text.js';
import {nearestAligned} from '../numbers/align.js';
import {headName, headsInUse, offHeads, sideName} from '../numbers/heads.js';
import {WEIGHTS} from '../numbers/lenses.js';
import {differenceSheet, isBlank, makeSheet} from '../numbers/sheet.js';
import {headsFused, layersFused, markedStep, stepOn} from './selectors.js';

/** @import {CellAt, Choice, Facing, Sheet, TokenAt, View} from '../types.js' */

// Hiding the tokens that a class has to guess.

const VEILED = ' ?'; // a token that a class has not guessed yet

/**
 * A sheet without the names of the target tokens read after a step.
 * @param {Sheet} sheet
 * @param {number} step
 * @returns {Sheet}
 */
export const veiledSheet = (sheet, step) => {
  if (sheet.kind === 'encoder') return sheet;
  /**
   * @param {string[]} tokens
   * @param {number[][]} positions
   */
  const veiled = (tokens, positions) => tokens.map((token, i) => (Math.min(...positions[i]) > step ? VEILED : token));
  const queries = veiled(sheet.queries, sheet.rows);
  const keys = sheet.kind === 'decoder' ? veiled(sheet.keys, sheet.columns) : sheet.keys;
  return {...sheet, queries, keys, frame: `${sheet.frame}|${step}`};
};

/**
 * How the rows and columns of two sheets correspond.
 * @param {View} view
 * @param {Sheet} base
 * @param {Sheet} variant
 */
const sheetAlignment = (view, base, variant) => {
  const {alignments} = view.variant;
  const name = `${base.frame}||${variant.frame}`;
  const known = alignments.get(name);
  if (known) return known;
  const made = {query: alignTokens(base.queries, variant.queries), key: alignTokens(base.keys, variant.keys)};
  alignments.set(name, made);
  return made;
};

/**
 * The sheets of the current choices: one, or two for both sides; none without a translation.
 * @param {View} view
 * @returns {Sheet[]}
 */
export const makeSheets = view => {
  const {packed, variant, choice} = view;
  if (!packed) return [];
  const sheets = bareSheets(view).map(sheet => (view.stage?.veil ? veiledSheet(sheet, choice.step) : sheet));
  for (const sheet of sheets) {
    const off = variant && sheet.side !== 'base' ? offHeads(variant.change, headsInUse(choice)) : [];
    sheet.title = sheetTitle(view, sheet);
    sheet.off = off;
    sheet.note =
      off.length && !sheet.empty && isBlank(sheet)
        ? ['figure.off', 'figure.off.short'].map(key => say(view.texts, key))
        : null;
    // empty for a reason, which is reported there
  }
  return sheets;
};

/**
 * Sheets with one scale, so that they can be compared.
 * @param {Sheet[]} sheets
 */
export const onOneScale = sheets => {
  const filled = sheets.filter(({empty}) => !empty);
  const low = Math.min(...filled.map(sheet => sheet.low));
  const high = Math.max(...filled.map(sheet => sheet.high));
  return sheets.map(sheet => (sheet.empty ? sheet : {...sheet, low, high}));
};

/**
 * The sheets without their words.
 * @param {View} view
 */
const bareSheets = view => {
  const {packed, variant, choice} = view;
  const side = variant ? choice.side : 'base';
  const hue = view.colours.hues[choice.kind];
  const colours = [hue, ...view.colours.overlays.filter(colour => String(colour) !== String(hue))];
  /**
   * @param {'base' | 'variant'} name
   * @param {number} [mass]
   */
  const one = (name, mass = choice.mass) =>
    makeSheet(name === 'variant' ? variant.packed : packed, {...choice, mass, step: stepOn(view, name)}, name, colours);
  if (side === 'both') return onOneScale([one('base'), one('variant')]);
  if (side !== 'difference') return [one(side)];
  const base = one('base', 1);
  const other = one('variant', 1);
  const {query, key} = sheetAlignment(view, base, other);
  return [differenceSheet(base, other, query, key, choice.mass)];
};

/**
 * The view as each of its figures sees it.
 * @param {View} view
 * @returns {Facing[]}
 */
export const makeFacings = view =>
  view.sheets.length > 1 ? view.sheets.map((_, index) => facing(view, index)) : view.sheets.map(() => view);

/**
 * The view of one of two figures: the hovered token of the other figure, or nothing without a counterpart. A token or
 * cell has the number of the sheet in which it is hovered.
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
  const there = (side, i, sheet) => (sheet === index ? i : (align[side][index ? 'forward' : 'back'][i] ?? -1));
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
  let from = view.choice;
  let seen = seenChoice();
  /** @returns {Choice} */
  function seenChoice() {
    const {hover, pin, cell: at} = view.choice;
    const step = markedStep(view, index ? 'variant' : 'base');
    return {...view.choice, hover: token(hover), pin: token(pin), cell: cell(at), step};
  }
  return {
    root: view.root,
    get texts() {
      return view.texts;
    },
    get colours() {
      return view.colours;
    },
    get figureWidth() {
      return view.drawn.sideWidth;
    },
    get choice() {
      if (from !== view.choice) [from, seen] = [view.choice, seenChoice()];
      return seen;
    },
    change: changes => {
      const mine = {...changes};
      const last = view.packed.predicted_tokens.length - 1;
      if (mine.hover) mine.hover = {...mine.hover, sheet: index};
      if (mine.pin) mine.pin = {...mine.pin, sheet: index};
      if (mine.cell) mine.cell = {...mine.cell, sheet: index};
      if (index && mine.step !== undefined)
        mine.step = clamp(nearestAligned(view.variant.steps.back, mine.step), 0, last);
      view.change(mine);
    },
  };
};

/**
 * The name of the head that is shown, or of the heads that are shown together.
 * @param {View} view
 */
const shownHeads = view => {
  const {texts, choice} = view;
  const {combine, layer} = choice;
  const kind = say(texts, `kind.${choice.kind}`);
  if (headsFused(view)) return say(texts, layersFused(view) ? 'head.model' : 'head.of_layer', {kind, layer: layer + 1});
  const count = headsInUse(choice).length;
  return combine === 'one' || count === 1 ? headName(texts, choice) : say(texts, `head.${combine}`, {kind, count});
};

/**
 * @param {View} view
 * @param {Sheet} sheet
 */
const sheetTitle = (view, sheet) => {
  const {
    texts,
    choice: {lens},
  } = view;
  return [
    shownHeads(view),
    ...(lens === WEIGHTS ? [] : [say(texts, `lens.${lens}`)]),
    ...(view.variant ? [sideName(view, sheet.side)] : []),
  ].join(' · ');
};
