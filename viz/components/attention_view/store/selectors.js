// Values derived from the state, read only.

import {clamp} from '../../shared/numbers.js';
import {nearestAligned} from '../numbers/align.js';
import {PANEL_NAMES} from '../numbers/choices.js';
import {nameOfHead} from '../numbers/heads.js';
import {secondLens} from '../numbers/lens_pair.js';
import {fusedIn} from '../numbers/lenses.js';
import {isPredicted} from '../numbers/payload.js';
import {stepOfRow} from '../numbers/sheet.js';

/** @import {Kind, Packed, Variant, View} from '../types.js' */

/**
 * The translation of steps and tokens: the second one only if it is shown alone.
 * @param {View} view
 */
export const shownPacked = view => (view.choice.side === 'variant' && view.variant ? view.variant.packed : view.packed);

/**
 * The current step as a step of the base or of the variant. A step without a counterpart maps to one nearby; the last
 * such pair is remembered, so that going there and back returns to the same step.
 * @param {View} view
 * @param {string} side
 */
export const stepOn = (view, side) => {
  const {
    variant,
    packed,
    choice: {step, side: shown},
  } = view;
  const own = shown === 'variant' ? 'variant' : 'base';
  if (!variant || side === own) return step;
  const {
    steps: {back},
    pair,
  } = variant;
  const last = packed.predicted_tokens.length - 1;
  if (side === 'variant') return variantStep(variant, step);
  return pair?.variant === step ? pair.base : clamp(nearestAligned(back, step), 0, last);
};

/**
 * The current step on one of the two translations, as it is marked there: -1 where its token has no counterpart.
 * @param {View} view
 * @param {string} side
 */
export const markedStep = (view, side) => {
  const {
    variant,
    choice: {step, side: shown},
  } = view;
  const own = shown === 'variant' ? 'variant' : 'base';
  if (!variant || side === own) return step;
  return (side === 'variant' ? variant.steps.forward : variant.steps.back)[step] ?? -1;
};

/**
 * The variant's step that belongs to one of the base; the pair is remembered.
 * @param {Variant} variant
 * @param {number} step
 */
export const variantStep = (variant, step) => {
  const there = clamp(nearestAligned(variant.steps.forward, step), 0, variant.packed.predicted_tokens.length - 1);
  variant.pair = {base: step, variant: there};
  return there;
};

/**
 * Whether the sentence in the box is another than the one whose translation is shown.
 * @param {View} view
 */
export const isStale = ({packed, typed, waiting: {busy}}) => {
  /** @param {string} text */
  const plain = text => text.trim().replace(/\s+/g, ' ');
  return Boolean(packed) && isPredicted(packed) && typed !== null && !busy && plain(typed) !== plain(packed.source);
};

/**
 * A lens of the translation shown: its data, {problem}, or null until it arrives.
 * @param {View} view
 * @param {string} [lens]
 */
export const lensData = (view, lens = view.choice.lens) => shownPacked(view).lensValues.get(lens) ?? null;

/**
 * The second lens of the panel that compares, while it is open; '' without one.
 * @param {View} view
 */
export const comparedLens = view =>
  view.packed && openPanelName(view) === 'compare' && view.server?.lens_values
    ? secondLens(shownPacked(view), view.choice)
    : '';

/**
 * The lenses whose numbers are shown.
 * @param {View} view
 */
export const shownLensNames = view => [view.choice.lens, comparedLens(view)].filter(Boolean);

/**
 * The lens of every translation shown, for the sentences about it.
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
 * Whether a lens gives one number for all heads of a layer together.
 * @param {View} view
 * @param {string} [lens]
 */
export const headsFused = (view, lens = view.choice.lens) => fusedIn(shownPacked(view), view.choice.kind, lens).heads;

/**
 * Whether a translation with changed attention is shown: a lens is computed under the same change.
 * @param {View} view
 */
export const changesHeads = ({variant, choice: {side}}) =>
  Boolean(variant) &&
  side !== 'base' &&
  [variant.change.off, variant.change.uniform, variant.change.edits].some(changed => changed?.length);

/**
 * Whether it also gives one number for all layers together, for the whole model.
 * @param {View} view
 * @param {string} [lens]
 */
export const layersFused = (view, lens = view.choice.lens) => fusedIn(shownPacked(view), view.choice.kind, lens).layers;

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
 * The step of the row under the pointer, null without one; the pointer may still be where a row was.
 * @param {View} view
 */
export const hoveredStep = view => {
  const {hover, kind} = view.facings[0].choice;
  const [sheet] = view.sheets;
  return hover?.side === 'query' && kind !== 'encoder' && sheet.rows[hover.index]
    ? stepOfRow(sheet, hover.index)
    : null;
};

/** @param {View} view */
export const offeredPanels = ({packed, server, props: {panels}}) =>
  server && (!packed || isPredicted(packed)) ? PANEL_NAMES.filter(name => panels?.includes(name) ?? true) : [];

/**
 * Name of the panel of the work bench that is open; each asks the server.
 * @param {View} view
 */
export const openPanelName = view => offeredPanels(view).find(name => name === view.choice.bench) ?? null;

/**
 * The state of a head: "off", "uniform" or null.
 * @param {View} view
 * @param {Kind} kind
 * @param {number} layer
 * @param {number} head
 */
export const gateOf = ({lab}, kind, layer, head) => lab?.gates.get(`${kind}.${layer}.${head}`) ?? null;

/**
 * Whether the second translation shown is the lab's result.
 * @param {View} view
 */
export const isLabShown = ({lab, variant}) =>
  Boolean(lab.shown && variant === lab.shown && (lab.gates.size || lab.edits.size));

/**
 * The translation that a ranking measures: the changed one, with each head switched off in addition.
 * @param {View} view
 */
export const rankedPacked = view => (isLabShown(view) ? view.variant.packed : view.packed);
