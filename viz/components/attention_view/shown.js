// From the choices to the sheets that are shown, and what these still lack: float32 weights and lenses, asked for while
// everything is already drawn.

const SHEET_CHOICES = ['kind', 'layer', 'head', 'rows', 'side', 'lens', 'combine', 'heads', 'words', 'specials', 'mass',
  'grow'];

/** How the rows and columns of two sheets correspond. */
const sheetAlignment = (view, base, variant) => {
  const {alignments} = view.variant, name = `${base.frame}||${variant.frame}`;
  if (!alignments.has(name)) alignments.set(name, {
    query: alignTokens(base.queries, variant.queries), key: alignTokens(base.keys, variant.keys),
  });
  return alignments.get(name);
};

/** Make the sheets that the choices ask for: one, or two for both sides. */
const takeSheets = view => {
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

const MOST_EXACT = 8; // heads together whose float32 weights are asked for; more stay approximate
const EXACT_NUMBERS = 8e6; // float32 weights kept for one translation: 32 MB

/** Ask for what the sheets still lack: float32 weights of the heads shown, a lens. Drawing never waits. */
const fetchDetail = view => {
  const {packed, variant, choice} = view, {lens, side} = choice;
  const both = variant ? [packed, variant.packed] : [packed];
  const sides = side === 'base' ? [packed] : side === 'variant' ? both.slice(-1) : both;
  for (const one of sides) {
    if (lens !== 'weights') fetchLens(view, one, lens);
    else for (const head of headsInUse(choice).slice(0, MOST_EXACT))
      if (isStandIn(one, head)) fetchLayer(view, one, head); else fetchExact(view, one, head);
  }
};

const stillShown = (view, packed) => view.packed === packed || view.variant?.packed === packed;

/** New numbers for what is shown: the same frame, drawn again. */
const redrawSheets = view => {
  takeSheets(view);
  describeState(view);
  if (!view.drawable) return;
  markTitle(view); // a lens may take heads together
  drawFigure(view);
  markOverview(view);
  drawLegend(view);
  drawOptions(view);
  markReadout(view);
  markMeaning(view);
  markEdit(view); // the row to edit begins with the model's own weights
};

/** Ask for the float32 values of one head; stale and wrong replies are dropped. */
const fetchExact = async (view, packed, wanted) => {
  const {server} = view, {kind} = wanted, [layers, heads] = packed.kinds[kind].shape;
  const layer = Math.min(wanted.layer, layers - 1), head = Math.min(wanted.head, heads - 1);
  const name = `${kind}.${layer}.${head}`;
  if (packed.exactHeads.has(name) || packed.asked.has(name) || !server?.head_values) return;
  packed.asked.add(name);
  let values = null;
  try {
    const reply = await server.head_values({id: packed.id, kind, layer, head});
    values = exactHead(reply, packed.kinds[kind].shape, quantisedHead(packed, {kind, layer, head}));
  } catch { values = null; }
  if (!values) { packed.asked.delete(name); return; }
  packed.exactHeads.set(name, values);
  for (const old of packed.exactHeads.keys())
    if (packed.exactHeads.size * values.length > EXACT_NUMBERS && old !== name) packed.exactHeads.delete(old);
  const used = headsInUse(view.choice).some(one => nameOfHead(one) === nameOfHead(wanted));
  if (stillShown(view, packed) && used && view.choice.lens === 'weights') redrawSheets(view);
};

/** Ask for every number of a lens, once a translation. */
const fetchLens = async (view, packed, lens) => {
  if (packed.lenses.has(lens) || packed.asked.has(lens) || !view.server?.lens_values) return;
  packed.asked.add(lens);
  view.lensFailed = null;
  const data = unpackLens(await ask(view, 'lens_values', {id: packed.id, lens}), packed);
  packed.asked.delete(lens);
  if (data) packed.lenses.set(lens, data);
  view.lensFailed = data ? null : lens;
  if (stillShown(view, packed) && view.choice.lens === lens) redrawSheets(view);
};
