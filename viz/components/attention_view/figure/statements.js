// The sentences under the figure: every option applied to the numbers.

import {focusedNear, make} from '../../shared/elements.js';
import {percentText} from '../../shared/locale.js';
import {inARow, plainToken, say} from '../../shared/text.js';
import {headName, headNames, headsInUse, sideName, standingIn} from '../numbers/heads.js';
import {WEIGHTS, areLogarithms, areShares, lensOf} from '../numbers/lenses.js';
import {STRONGEST, isStandIn, layerBytes, sizeText} from '../numbers/reduced.js';
import {
  changesHeads,
  headsFused,
  layersFused,
  lensData,
  markedStep,
  shownLenses,
  shownPacked,
} from '../store/selectors.js';

/** @import {HeadAt, HeadTuple, View} from '../types.js' */

/**
 * A sentence about an option applied to the numbers.
 * @param {View} view
 * @param {string} key
 * @param {object} [values]
 */
const stated = ({texts}, key, values) => say(texts, `stated.${key}`, values);

/**
 * Why the numbers of the lens are missing.
 * @param {View} view
 */
const lensMissing = view => {
  if (!view.server?.lens_values) return stated(view, 'lens.offline');
  return stated(view, view.lensFailed === view.choice.lens ? 'lens.failed' : 'lens.waiting');
};

/**
 * What the lens cannot say; '' for the plain weights.
 * @param {View} view
 */
const lensLimits = ({texts, choice: {lens}}) => (lens === WEIGHTS ? '' : say(texts, `lens.${lens}.limits`));

/**
 * The meaning of the lens and its limits.
 * @param {View} view
 * @param {boolean} limits
 */
const lensStatements = (view, limits) => {
  const {
    texts,
    choice: {kind, lens},
  } = view;
  const packed = shownPacked(view);
  if (lens === WEIGHTS) return [];
  const sentences = [say(texts, `lens.${lens}.note`), ...(limits ? [lensLimits(view)] : [])];
  const all = shownLenses(view);
  const refused = all.find(one => one?.problem);
  if (refused) return [...sentences, refused.problem ?? ''];
  if (all.includes(null)) return [...sentences, lensMissing(view)];
  if (!lensOf(packed, lens).kinds.includes(kind))
    sentences.push(stated(view, 'lens.nothing', {kind: say(texts, `kind.${kind}`)}));
  if (headsFused(view)) sentences.push(stated(view, layersFused(view) ? 'lens.fused.layers' : 'lens.fused'));
  if (changesHeads(view))
    sentences.push(stated(view, areLogarithms(packed, lens) ? 'lens.changed.logarithms' : 'lens.changed'));
  return sentences;
};

/**
 * The heads shown, if they differ from the chosen ones.
 * @param {View} view
 */
const headStatements = view => {
  const {texts, choice, sheets, variant} = view;
  const {combine} = choice;
  const sentences = [];
  const stand = variant && choice.side !== 'base' ? standingIn(variant.packed, choice) : null;
  if (stand) sentences.push(stated(view, 'stands_in', {name: headName(texts, stand), side: sideName(view, 'variant')}));
  const off = sheets.flatMap(sheet => sheet.off ?? []);
  const isSaid = sheets.length === 1 && sheets[0].note && combine === 'one'; // the sentence above the figure says it
  if (off.length && !isSaid) sentences.push(stated(view, 'off', {heads: headNames(texts, off.map(tupleOf))}));
  const used = headsInUse(choice).length;
  if (combine === 'one' || used < 2 || headsFused(view)) return sentences;
  sentences.push(stated(view, combine, {count: used}));
  const drawn = sheets[0].overlays?.length ?? used;
  if (drawn < used) sentences.push(stated(view, 'overlay.some', {drawn, count: used}));
  return sentences;
};

/**
 * @param {HeadAt} at
 * @returns {HeadTuple}
 */
const tupleOf = ({kind, layer, head}) => [kind, layer, head];

/**
 * Whether the row of the step has no counterpart in the second translation shown.
 * @param {View} view
 */
const isStepAlone = view =>
  markedStep(view, 'variant') < 0 && view.choice.kind !== 'encoder' && view.choice.side === 'both';

/**
 * The numbers that were omitted or merged.
 * @param {View} view
 * @param {boolean} isMarked whether the row of the step is marked
 */
const numberStatements = (view, isMarked) => {
  const {
    choice,
    sheets: [sheet],
  } = view;
  const {kind, lens, combine, words, specials, mass, grow} = choice;
  const packed = shownPacked(view);
  const sentences = [];
  if (grow && kind !== 'encoder') sentences.push(stated(view, 'grow'));
  if (words) sentences.push(stated(view, areLogarithms(packed, lens) ? 'words.logarithms' : 'words'));
  if (!specials)
    sentences.push(stated(view, areShares(packed, lens) && combine !== 'max' ? 'specials' : 'specials.kept'));
  if (sheet.side === 'difference') sentences.push(stated(view, 'difference', {side: sideName(view, 'base')}));
  if (isMarked && isStepAlone(view)) {
    const token = plainToken(packed.predicted_tokens[choice.step]).slice(0, 40);
    sentences.push(stated(view, 'no_counterpart', {token, side: sideName(view, 'variant')}));
  }
  if (mass < 1) sentences.push(stated(view, sheet.signed ? 'mass.signed' : 'mass', {percent: percentText(mass)}));
  const long = longNote(view);
  return long ? [...sentences, long] : sentences;
};

/**
 * The sentences under the figure: every option applied to the numbers, in order of application.
 * @param {View} view
 * @param {{isMarked?: boolean, limits?: boolean}} [options] whether the row of the step is marked, and whether they say
 *   what the lens cannot show
 */
export const statements = (view, {isMarked = true, limits = true} = {}) => [
  ...lensStatements(view, limits),
  ...headStatements(view),
  ...numberStatements(view, isMarked),
];

/**
 * The state of a long input: which weights are loaded and their size, or that a smaller picture is shown.
 * @param {View} view
 */
const longNote = view => {
  const {texts, choice} = view;
  const packed = shownPacked(view);
  const part = packed.kinds[choice.kind];
  if (!part.reduced) return '';
  const size = sizeText(layerBytes(part));
  const layer = choice.layer + 1;
  const [rows, columns] = part.reduced;
  const lines = choice.view === 'lines' ? ` ${say(texts, 'long.lines', {count: STRONGEST})}` : '';
  if (!isStandIn(packed, choice)) return say(texts, 'long.here', {layer, size});
  if (packed.layerProblem) return packed.layerProblem;
  const key = view.server?.layer_values ? 'long.coming' : 'long.standing';
  return say(texts, key, {layer, size, rows, columns}) + lines;
};

/**
 * The rank agreement of each lens with occlusion, if the server has computed it.
 * @param {View} view
 */
const agreementWords = view => {
  const {
    texts,
    choice: {kind, lens},
  } = view;
  const agreement = lens === WEIGHTS || kind !== 'cross' ? null : lensData(view)?.agreement; // of source tokens
  const known = Object.entries(agreement ?? {}).flatMap(([name, rho]) =>
    typeof rho === 'number' ? [{name, rho}] : [],
  );
  if (!known.length) return null;
  known.sort((a, b) => b.rho - a.rho);
  const key = 'lens.agreement.hint';
  const numbers = known.map(({name, rho}) =>
    make(
      'span',
      {class: name === lens ? 'gf-agreement gf-on' : 'gf-agreement'},
      `${say(texts, `lens.${name}`)} `,
      make('span', {class: 'gf-number'}, rho.toFixed(2).replace('-', '−')),
    ),
  );
  return make('p', {title: say(texts, key)}, say(texts, 'stated.agreement'), ...numbers.flatMap(node => [' ', node]));
};

/** @param {View} view */
export const drawStated = view => {
  const agreement = agreementWords(view);
  const host = view.part('stated');
  const before = host.querySelector('details');
  const isFocused = host.contains(focusedNear(host));
  const text = inARow(statements(view, {limits: false}));
  const limits = lensLimits(view);
  const trust = make('details', {}, make('summary', {}, say(view.texts, 'stated.trust')), make('p', {}, limits));
  trust.open = before?.open ?? false;
  if (agreement) trust.append(agreement);
  host.replaceChildren(...(text ? [make('p', {}, text)] : []), ...(limits ? [trust] : []));
  host.hidden = !text;
  if (isFocused) host.querySelector('summary')?.focus();
};
