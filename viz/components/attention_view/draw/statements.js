// The sentences under the figure: everything that was done to the numbers.

import {make} from '../../shared/elements.js';
import {say} from '../../shared/text.js';
import {headsInUse, standingIn} from '../model/heads.js';
import {headName, headNames} from '../model/names.js';
import {STRONGEST, isStandIn, layerBytes, sizeText} from '../model/reduced.js';
import {SHARES} from '../model/sheet.js';
import {changesHeads, headsFused, layersFused, lensData, shownLenses, shownPacked} from '../store.js';

/** The sentences under the figure: everything that was done to the numbers, in the order in which it was done. */
export const statements = view => {
  const {texts, choice, sheets} = view, {kind, lens, combine, words, specials, mass, grow} = choice, told = [];
  const tell = (key, values) => told.push(say(texts, `stated.${key}`, values));
  if (lens !== 'weights') {
    const data = lensData(view), all = shownLenses(view), refused = all.find(one => one?.problem);
    told.push(say(texts, `lens.${lens}.note`));
    if (refused) told.push(refused.problem);
    else if (all.includes(null)) tell(!view.server?.lens_values ? 'lens.offline' : view.lensFailed === lens
      ? 'lens.failed'
      : 'lens.waiting');
    else {
      if (!data.kinds[kind]) tell('lens.nothing', {kind: say(texts, `kind.${kind}`)});
      if (headsFused(view)) tell(layersFused(view) ? 'lens.fused.layers' : 'lens.fused');
      if (changesHeads(view)) tell(lens === 'scores' ? 'lens.changed.scores' : 'lens.changed');
    }
  }
  const stand = view.variant && choice.side !== 'base' ? standingIn(view.variant.packed, choice) : null;
  if (stand) tell('stands_in', {name: headName(texts, stand)});
  const off = sheets.flatMap(sheet => sheet.off ?? []);
  if (off.length) tell('off', {heads: headNames(texts, off.map(({kind: of, layer, head}) => [of, layer, head]))});
  const used = headsInUse(choice).length;
  if (combine !== 'one' && used > 1 && !headsFused(view)) {
    tell(combine, {count: used});
    const drawn = sheets[0].overlays?.length ?? used;
    if (drawn < used) tell('overlay.some', {drawn, count: used});
  }
  if (grow && kind !== 'encoder') tell('grow');
  if (words) tell(lens === 'scores' ? 'words.scores' : 'words');
  if (!specials) tell(SHARES.has(lens) && combine !== 'max' ? 'specials' : 'specials.kept');
  if (sheets[0].side === 'difference') tell('difference');
  if (mass < 1) tell(sheets[0].signed ? 'mass.signed' : 'mass', {percent: Math.round(100 * mass)});
  const long = longNote(view);
  if (long) told.push(long);
  return told;
};

/** What is said of a long input: whose detail is there and how large it is, or that a smaller picture stands in. */
const longNote = view => {
  const {texts, choice} = view, packed = shownPacked(view), part = packed.kinds[choice.kind];
  if (!part.reduced) return '';
  const size = sizeText(layerBytes(part)), layer = choice.layer + 1, [rows, columns] = part.reduced;
  const lines = choice.view === 'lines' ? ` ${say(texts, 'long.lines', {count: STRONGEST})}` : '';
  if (!isStandIn(packed, choice)) return say(texts, 'long.here', {layer, size});
  if (packed.layerProblem) return packed.layerProblem;
  const key = view.server?.layer_values ? 'long.coming' : 'long.standing';
  return say(texts, key, {layer, size, rows, columns}) + lines;
};

/** How well each lens ranks the source tokens as leaving them out does; where the server has compared them. */
const agreementWords = view => {
  const {texts, choice: {lens}} = view, agreement = lens === 'weights' ? null : lensData(view)?.agreement;
  const known = Object.entries(agreement ?? {}).filter(([, rho]) => typeof rho === 'number');
  if (!known.length) return null;
  known.sort(([, a], [, b]) => b - a);
  const key = 'lens.agreement.hint', numbers = known.map(([name, rho]) => make('span', {
    class: name === lens ? 'gf-agreement gf-on' : 'gf-agreement',
  }, `${say(texts, `lens.${name}`)} `, make('span', {class: 'gf-number'}, rho.toFixed(2).replace('-', '−'))));
  return make('p', {title: say(texts, key)}, say(texts, 'stated.agreement'), ...numbers.flatMap(node => [' ', node]));
};

export const drawStated = view => {
  const told = statements(view), agreement = agreementWords(view), host = view.part('stated');
  const text = told.join(' ');
  host.replaceChildren(...(text ? [make('p', {}, text)] : []), ...(agreement ? [agreement] : []));
  host.hidden = !text && !agreement;
};
