// What is done to the numbers before they are drawn: lens, heads together, words, special tokens, mass, growth. Each
// choice that changes a number is stated in a sentence under the figure.

const LENSES = ['weights', 'scores', 'value_norm', 'rollout', 'alti', 'gradient', 'occlusion'];
const TOGGLES = ['words', 'specials', 'grow'];
const LEAST_MASS = 0.1;

/** The lens as it has arrived for the translation shown: its data, {problem}, or null while it has not. */
const lensData = view => shownPacked(view).lenses.get(view.choice.lens) ?? null;

/** The lens of every translation that is shown, for what has to be said of it. */
const shownLenses = view => {
  const {packed, variant, choice: {lens, side}} = view, one = of => of.lenses.get(lens) ?? null;
  const sides = !variant || side === 'base' ? [packed] : side === 'variant' ? [variant.packed]
    : [packed, variant.packed];
  return sides.map(one);
};

/** The head that stands in where a model has fewer layers or heads than the one chosen; null where it has it. */
const standingIn = (packed, {kind, layer, head}) => {
  const [layers, heads] = packed.kinds[kind].shape;
  return layer < layers && head < heads ? null
    : {kind, layer: Math.min(layer, layers - 1), head: Math.min(head, heads - 1)};
};

/** Whether the lens gives one number for all heads of a layer together. */
const headsFused = view => {
  const {kind, lens} = view.choice, part = lens === 'weights' ? null : lensData(view)?.kinds?.[kind];
  return Boolean(part) && part.shape[1] < shownPacked(view).kinds[kind].shape[1];
};

/** Whether a translation is shown whose attention was changed: a lens looks at it under the same change. */
const changesHeads = ({variant, choice: {side}}) => Boolean(variant) && side !== 'base'
  && ['off', 'uniform', 'edits'].some(name => variant.change[name]?.length);

/** Whether it gives one number for all layers together, too: what it says is said of the whole model. */
const layersFused = view => {
  const {kind, lens} = view.choice, part = lens === 'weights' ? null : lensData(view)?.kinds?.[kind];
  return Boolean(part) && part.shape[0] < shownPacked(view).kinds[kind].shape[0];
};

const isChosenHead = (view, name) => view.choice.heads.includes(name);

/**
 * Choose a head beside the current one, or let it go; a head of another kind becomes the current one. The current one
 * itself is kept, or no longer: it stays beside whichever head is gone to next.
 */
const toggleChosenHead = (view, name) => {
  const {choice} = view, at = headOfName(name);
  if (at.kind !== choice.kind) { view.change({...at, pin: null, hover: null, cell: null}); return; }
  const kept = isChosenHead(view, name);
  const heads = kept ? choice.heads.filter(other => other !== name) : [...choice.heads, name];
  chooseHeads(view, heads, name === nameOfHead(choice) && !kept);
};

/** With a first head beside the current one they are shown together; with the last one gone, no longer. */
const chooseHeads = (view, heads, keeping = false) => {
  const {kind, layer, head, combine, view: figure} = view.choice;
  const beside = heads.some(name => name.startsWith(`${kind}.`) && name !== nameOfHead({kind, layer, head}));
  const together = combine !== 'one' ? combine : figure === 'lines' ? 'overlay' : 'mean';
  view.change({heads, combine: beside || keeping ? together : 'one'});
};

const headsOfLayer = (view, kind, layer) =>
  Array.from({length: shownPacked(view).kinds[kind].shape[1]}, (_, head) => nameOfHead({kind, layer, head}));

/** The chosen heads as chips; a layer of which every head is chosen is one chip. */
const chipsOf = view => {
  const {kind, heads} = view.choice, [layers] = shownPacked(view).kinds[kind].shape, used = headsInUse(view.choice);
  const names = new Set(used.map(nameOfHead)), current = nameOfHead(view.choice);
  return Array.from({length: layers}, (_, layer) => layer).flatMap(layer => {
    const all = headsOfLayer(view, kind, layer), mine = all.filter(name => heads.includes(name) && name !== current);
    if (all.length > 2 && all.every(name => names.has(name))) return [{layer, names: mine}];
    return mine.map(name => ({...headOfName(name), names: [name]}));
  });
};

const drawChips = view => {
  const {texts, choice: {combine}} = view, host = view.part('chips');
  const shown = (combine !== 'one' || view.choosing) && !headsFused(view);
  host.hidden = !shown;
  if (!shown) return;
  const chips = chipsOf(view), overlays = view.sheets[0]?.overlays ?? [];
  const focused = host.contains(document.activeElement) ? document.activeElement.dataset.chip : null;
  host.replaceChildren(
    make('span', {class: 'gf-hint'}, say(texts, chips.length ? 'options.beside' : 'options.none_beside')),
    ...chips.map(chip => {
      const key = chip.head === undefined ? 'options.chip.layer' : 'options.chip';
      const label = say(texts, key, {layer: chip.layer + 1, head: chip.head + 1});
      const own = overlays.find(one => one.layer === chip.layer && one.head === chip.head);
      const button = make('button', {
        type: 'button', class: 'gf-chip', 'data-chip': chip.names.join(' '),
        title: say(texts, 'options.chip.remove', {name: label}),
      }, label, make('span', {'aria-hidden': 'true'}, ' ×'));
      if (own) button.style.setProperty('--chip', cssColour(own.colour));
      return button;
    }),
    ...['layer', 'kind'].map(which => make('button', {type: 'button', class: 'gf-quiet', 'data-add': which},
      say(texts, `options.add.${which}`))));
  if (focused !== null) (host.querySelector(`[data-chip="${focused}"]`) ?? host.querySelector('button'))?.focus();
};

const drawOptions = view => {
  const {texts, choice, server} = view, {lens, mass, combine} = choice, fused = headsFused(view);
  const select = view.part('lens'), names = server?.lens_values ? LENSES : LENSES.slice(0, 1);
  const labels = names.map(name => say(texts, `lens.${name}`));
  if (labels.join('\n') !== [...select.options].map(option => option.textContent).join('\n'))
    select.replaceChildren(...names.map((name, i) => make('option', {value: name}, labels[i])));
  select.value = lens;
  markGroup(view, 'combine', combine);
  for (const button of view.part('options').querySelectorAll('[data-group="combine"] button, [data-part="add-heads"]'))
    button.disabled = fused;
  view.find('[data-choice="head"]').disabled = fused;
  view.find('[data-choice="layer"]').disabled = fused && layersFused(view);
  view.part('add-heads').setAttribute('aria-pressed', String(Boolean(view.choosing)));
  view.root.dataset.choosing = Boolean(view.choosing);
  for (const name of TOGGLES)
    view.part('options').querySelector(`[data-toggle="${name}"]`).setAttribute('aria-pressed', String(choice[name]));
  view.part('options').querySelector('[data-toggle="grow"]').hidden = choice.kind === 'encoder';
  const range = view.part('mass'), percent = `${Math.round(100 * mass)} %`;
  range.value = mass;
  range.style.setProperty('--done', `${100 * (mass - LEAST_MASS) / (1 - LEAST_MASS)}%`);
  range.setAttribute('aria-valuetext', mass < 1 ? percent : say(texts, 'options.mass.all'));
  view.part('mass-number').textContent = mass < 1 ? percent : say(texts, 'options.mass.all');
  const on = [lens !== 'weights', combine !== 'one', choice.words, !choice.specials, mass < 1, choice.grow];
  const count = on.filter(Boolean).length;
  const opener = view.part('options-open');
  opener.textContent = count ? say(texts, 'options.open.on', {count}) : say(texts, 'options.open');
  drawChips(view);
  drawStated(view);
};

/** The sentences under the figure: everything that was done to the numbers, in the order in which it was done. */
const statements = view => {
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

const drawStated = view => {
  const told = statements(view), agreement = agreementWords(view), host = view.part('stated');
  const text = told.join(' ');
  host.replaceChildren(...(text ? [make('p', {}, text)] : []), ...(agreement ? [agreement] : []));
  host.hidden = !text && !agreement;
};

const wireOptions = view => {
  const host = view.part('options');
  view.part('lens').addEventListener('change', event =>
    view.change({lens: event.target.value, hover: null, cell: null}));
  view.part('mass').addEventListener('input', event => view.change({mass: clamp(+event.target.value, LEAST_MASS, 1)}));
  host.addEventListener('click', event => {
    const toggle = event.target.closest('[data-toggle]'), chip = event.target.closest('[data-chip]');
    const add = event.target.closest('[data-add]');
    if (toggle) view.change({[toggle.dataset.toggle]: !view.choice[toggle.dataset.toggle]});
    if (chip) {
      const gone = new Set(chip.dataset.chip.split(' '));
      chooseHeads(view, view.choice.heads.filter(name => !gone.has(name)));
    }
    if (add) {
      const {kind, layer, heads} = view.choice, [layers] = shownPacked(view).kinds[kind].shape;
      const wanted = add.dataset.add === 'layer' ? [layer] : Array.from({length: layers}, (_, i) => i);
      chooseHeads(view, [...new Set([...heads, ...wanted.flatMap(one => headsOfLayer(view, kind, one))])]);
    }
    if (event.target.closest('[data-part="add-heads"]')) {
      view.choosing = !view.choosing;
      drawOptions(view);
    }
  });
  const opener = view.part('options-open');
  opener.addEventListener('click', () => {
    const open = opener.getAttribute('aria-expanded') !== 'true';
    opener.setAttribute('aria-expanded', String(open));
    host.dataset.open = open;
  });
};
